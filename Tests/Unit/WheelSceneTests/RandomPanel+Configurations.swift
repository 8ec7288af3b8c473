import TestSupport
import WheelCore
import WheelModel

@testable import WheelScene

/// Random configurations: numbers, choices and selections with any scenes and looks, on pages of all forms, with and
/// without knobs and fingers.
extension RandomPanel {
    static func configuration(_ random: inout SeededGenerator) -> PanelSettings {
        let count = random.once(in: 8) ? random.int(in: 7...16) : random.int(in: 1...6)
        let controls = (0..<count).map { control($0, &random) }
        var settings = PanelSettings(controls: controls)
        if random.once(in: 2) { settings.inputs.append(.touch) }
        for number in 0..<random.int(in: 0...3) {
            settings.inputs.append(InputSettings(name: "knob\(number)", controls: [random.int(in: 0...(count - 1))]))
        }
        if let turned = controls.firstIndex(where: { $0.number?.wraps == true && $0.number?.range.isFinite == true }) {
            settings.ramps = [
                RampSettings(name: random.pick(words), control: turned, motion: RampMotion(target: .by(90)))
            ]
        }
        settings.pages = (0..<random.int(in: 0...4)).map { page("p\($0)", count, &random) }
        return settings
    }

    /// A configuration in which some controls must be confirmed, so that turning them gives pending values.
    static func careful(_ random: inout SeededGenerator) -> PanelSettings {
        var settings = configuration(&random)
        for control in settings.controls.indices
        where settings.controls[control].kind != .selection && random.once(in: 3) {
            settings.controls[control].confirmTimeout = .seconds(8)
        }
        return settings
    }

    static let words = [
        "Q", "VFO", "Angle", "RF gain", "Transmitter output power", "Donaudampfschifffahrtsgesellschaftskapitän",
    ]

    private static func page(_ name: String, _ count: Int, _ random: inout SeededGenerator) -> PageSettings {
        let controls = Array(0..<random.int(in: 1...count))
        var page = PageSettings(name: name, title: random.pick(words), controls: controls)
        switch random.int(in: 0...5) {
        case 0: page.columns = random.int(in: 1...4)
        case 1: page.rows = random.int(in: 1...4)
        case 2:
            // The first control fills the first row, the others share the second.
            let columns = max(1, controls.count - 1)
            var areas = [PageAreas.Area(column: 0, row: 0, columns: columns, rows: 1)]
            areas += controls.dropFirst().map { PageAreas.Area(column: $0 - 1, row: 1) }
            page.areas = PageAreas(columns: columns, rows: controls.count > 1 ? 2 : 1, areas: areas)
        default: break
        }
        return page
    }

    private static func control(_ number: Int, _ random: inout SeededGenerator) -> ControlSettings {
        let label = random.pick(words)
        var control: ControlSettings
        if random.once(in: 4) {
            let labels = random.once(in: 2) ? ["LSB", "USB", "CW", "AM", "FM"] : words
            let positions = (0..<random.int(in: 1...30)).map { Position(name: "p\($0)", label: random.pick(labels)) }
            var settings = PositionSettings(positions: positions)
            settings.layout = random.pick([nil, nil, .rows, .arc])
            settings.off = random.once(in: 3) ? 0 : nil
            control = ControlSettings(
                name: "c\(number)", label: label,
                quantity: random.once(in: 2) ? .choice(settings) : .selection(settings))
            if random.once(in: 4) { control.scene = .positions }
        } else {
            var value = self.number(&random)
            for index in value.speeds.indices where random.once(in: 2) {
                value.speeds[index].label = random.pick(words)
            }
            control = ControlSettings(
                name: "c\(number)", label: label, quantity: .float(value),
                scene: random.pick([.angle, .wheel, .rotor, .digits, .readout, nil, nil]))
            if value.range.isFinite, random.once(in: 3) {
                control.appearance.origin = random.double(in: value.range.lower...value.range.upper)
            }
        }
        control.appearance.steppers = random.pick(StepperUse.allCases)
        control.appearance.hasCompass = random.once(in: 3)
        control.appearance.tapStarts = !random.once(in: 3)
        control.appearance.hasPerspective = random.once(in: 3)
        control.staleAfter = random.once(in: 4) ? .seconds(2) : nil
        control.movedByHands = !random.once(in: 8)
        return control
    }

    private static func number(_ random: inout SeededGenerator) -> NumberSettings {
        let range = random.pick([
            ValueRange(0, 1), ValueRange(-60, 6), ValueRange(0, 90), ValueRange(-180, 180), ValueRange(0, 30_000),
            ValueRange(1.5, 54_000_000), ValueRange(-.infinity, .infinity),
        ])
        var value = NumberSettings(range: range, unit: random.pick([nil, "°", "dB", "%", "MHz", "m/s²"]))
        value.decimals = random.int(in: 0...6)
        value.showsSign = random.once(in: 3)
        value.orientation = random.pick(WheelOrientation.allCases)
        value.wraps = range.isFinite && random.once(in: 4)
        if range.isFinite, random.once(in: 5) {
            value.texts = [TextForValue(at: range.upper, text: random.pick(["off", "∞", "no limit at all"]))]
        }
        return value
    }
}

/// A random picture: its size in pixels and its measures.
struct RandomScreen {
    let size: Size
    let measures: Measures

    init(_ random: inout SeededGenerator) {
        let usual: [(Int, Int)] = [(800, 480), (480, 800), (320, 240), (128, 64), (1024, 600), (240, 240), (480, 320)]
        let (width, height) =
            random.once(in: 2) ? random.pick(usual) : (random.int(in: 128...1280), random.int(in: 64...800))
        size = Size(width: Double(width), height: Double(height))
        let density = random.double(in: 3...12)
        let millimetres =
            random.once(in: 2) ? nil : Size(width: size.width / density, height: size.height / density)
        measures = Measures(
            picture: size, configured: millimetres, distance: random.pick([nil, nil, 0.35, 0.6, 1]))
    }

    var name: String {
        "\(Int(size.width))×\(Int(size.height)) at \((measures.pixelsPerMillimetre * 10).rounded() / 10) px/mm"
    }
}
