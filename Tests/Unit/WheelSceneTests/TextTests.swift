import TestSupport
import Testing
import WheelCanvas
import WheelGeometry
import WheelModel
import WheelSettings

@testable import WheelScene

/// No text is cut or overlaps another text or a button, at any size and for any length of text.
@Suite struct TextTests {
    @Test func textsDoNotOverlap() throws {
        let typeface = try Typeface()
        let problem = counterexample("texts", seed: 3, cases: 600) { random in
            let size = Size(width: Double(random.int(in: 128...1920)), height: Double(random.int(in: 64...1080)))
            let settings = Self.panel(&random)
            let instrument = Instrument(settings)
            let view = random.pick([SceneView.control(0), .page(0), .page(1), .all])
            let page = PageView(instrument, view, size: size, typeface: typeface)
            let panel = Self.moved(Panel(settings), &random)
            let state = SceneState(instrument, panel, at: Instant(microseconds: 0))
            return Self.problem(page, state).map { "\(size.width)×\(size.height), \(view): \($0)" }
        }
        #expect(problem == nil)
    }

    /// Every scene of a number shows the label of the current speed, or its name, if it has several.
    @Test(arguments: [SceneKind.angle, .wheel, .rotor]) func theSpeedIsShown(_ scene: SceneKind) throws {
        var settings = PanelSettings(controls: [.ranged("value", ValueRange(0, 90), scene: scene)])
        if case .float(var number) = settings.controls[0].quantity {
            number.speeds[1].label = "10 kHz"
            settings.controls[0].quantity = .float(number)
        }
        let (instrument, start) = (Instrument(settings), Instant(microseconds: 0))
        let stage = Stage(typeface: try Typeface(), theme: .dark, width: 320, height: 240, keepsTexts: true)
        let bitmap = Bitmap(width: 320, height: 240)
        var (panel, changes, damage) = (Panel(settings), Moment(), DamageRegion())
        let texts = ["coarse", "10 kHz", "fine"]
        for (name, text) in zip(["coarse", "medium", "fine"], texts) {
            panel.changeSpeed(of: 0, to: .named(name), at: start, into: &changes)
            stage.show(SceneState(instrument, panel, at: start), at: start)
            stage.draw(at: start, into: bitmap.pixels, damage: &damage)
            #expect(stage.texts.map(\.text).filter((texts + ["medium"]).contains) == [text])
        }
    }

    /// Four controls on a display of 128 × 64 pixels.
    @Test func smallValuesKeepTheirFormat() throws {
        func number(_ name: String, _ upper: Double, _ value: Double, _ unit: String, _ decimals: Int)
            -> ControlSettings
        {
            ControlSettings(
                name: name,
                quantity: .float(
                    NumberSettings(range: ValueRange(0, upper), initial: value, unit: unit, decimals: decimals)))
        }
        let positions = ["low-pass", "band-pass", "high-pass"].map { Position(name: $0, label: $0) }
        let settings = PanelSettings(controls: [
            number("vfo", 30, 14.07499, "MHz", 6), number("level", 100, 100, "%", 2),
            number("turns", 9000, 8000, "rpm", 0),
            ControlSettings(name: "filter", quantity: .choice(PositionSettings(positions: positions))),
        ])
        let (instrument, start) = (Instrument(settings), Instant(microseconds: 0))
        let state = SceneState(instrument, Panel(settings), at: start)
        let typeface = try Typeface()
        let stage = Stage(typeface: typeface, theme: .dark, width: 128, height: 64, keepsTexts: true)
        let bitmap = Bitmap(width: 128, height: 64)
        var damage = DamageRegion()
        stage.show(state, at: start)
        stage.draw(at: start, into: bitmap.pixels, damage: &damage)
        let texts = stage.texts.map(\.text)
        for digits in ["14.074990", "100.00", "8000", "low-pass"] {
            #expect(texts.contains { $0 == digits || $0.hasPrefix(digits + " ") || $0 == digits + "%" }, "\(texts)")
        }
        let page = PageView(instrument, .all, size: Size(width: 128, height: 64), typeface: typeface)
        for (cell, texts) in zip(page.layout.cells, page.texts) {
            // Lower lines cannot be read.
            let bounds = texts.value.bounds(state.controls[cell.control], settings.controls[cell.control])
            #expect(bounds.height >= 6, "\(settings.controls[cell.control].name)")
        }
    }

    /// A panel of controls with names and values of all lengths.
    private static func panel(_ random: inout SeededGenerator) -> PanelSettings {
        let names = ["Q", "Angle", "Transmitter output power", "Donaudampfschifffahrtsgesellschaftskapitän"]
        let controls = (0..<random.int(in: 1...6)).map { number in
            let label = random.pick(names)
            if random.once(in: 4) {
                let positions = (0..<random.int(in: 1...30)).map { Position(name: "p\($0)", label: random.pick(names)) }
                let settings = PositionSettings(positions: positions, layout: random.pick(PositionLayout.allCases))
                return ControlSettings(
                    name: "c\(number)", label: label,
                    quantity: random.once(in: 2) ? .choice(settings) : .selection(settings))
            }
            var value = NumberSettings(
                range: random.pick([
                    ValueRange(0, 90), ValueRange(-180, 180), ValueRange(-999_999_999.999, 999_999_999.999),
                    ValueRange(-1e-9, 1e-9), ValueRange(-.infinity, .infinity),
                ]))
            value.unit = random.pick(["°", "MHz", "mW/m²", "%", nil])
            value.decimals = random.int(in: 0...12)
            value.orientation = random.pick(WheelOrientation.allCases)
            if !value.range.isFinite {
                value.speeds = [Speed(name: "one", amount: .perDetent(1), density: 20, lineWidth: 1)]
            }
            for index in value.speeds.indices where random.once(in: 2) {
                value.speeds[index].label = random.pick(names)
            }
            return ControlSettings(
                name: "c\(number)", label: label, quantity: .float(value),
                scene: random.pick([.angle, .wheel, .rotor, nil]))
        }
        let pages = [PageSettings(name: "one", title: random.pick(names), controls: Array(controls.indices))]
        return PanelSettings(
            controls: controls, pages: pages + [PageSettings(name: "two", title: random.pick(names), controls: [0])])
    }

    private static func moved(_ panel: Panel, _ random: inout SeededGenerator) -> Panel {
        var panel = panel
        var changes = Moment()
        for (index, control) in panel.controls.enumerated() {
            guard let range = control.settings.number?.range else { continue }
            let value =
                range.isFinite
                ? random.double(in: range.lower...range.upper) : random.pick([-1.2345e-7, 1e300, -123_456_789_012])
            _ = try? panel.set([(index, .number(value))], by: .client(0), at: Instant(microseconds: 0), into: &changes)
        }
        return panel
    }

    private static func problem(_ page: PageView, _ state: SceneState) -> String? {
        for (cell, texts) in zip(page.layout.cells, page.texts) {
            let settings = state.instrument.settings.controls[cell.control]
            var places = [
                ("title", texts.titleBounds), ("value", texts.value.bounds(state.controls[cell.control], settings)),
            ]
            if let box = texts.places.speed {
                places.append(
                    ("speed", texts.speed(settings.speeds[0].label ?? settings.speeds[0].name, in: box).bounds))
                // The text is aligned to the right, but its bounds are those of centred text.
                places[places.count - 1].1 = box
            }
            places += cell.scene.pressed.map { ("a button", $0) }
            places.append(("the drawing", cell.scene.body))
            for (index, place) in places.enumerated() {
                if !cell.rect.inset(by: -0.6).contains(place.1) {
                    return "\(settings.label): \(place.0) \(place.1) leaves its cell \(cell.rect)"
                }
                for other in places[(index + 1)...] where place.1.inset(by: 0.3).intersects(other.1.inset(by: 0.3)) {
                    return
                        "\(settings.label) as \(type(of: cell.scene)): \(place.0) \(place.1) lies on \(other.0) \(other.1)"
                }
            }
        }
        for (tab, title) in page.tabs.tabs where !tab.rect.contains(title.bounds) { return "a tab's title is cut" }
        return nil
    }
}

extension CellTexts {
    /// The bounds of the title with the arrow.
    fileprivate var titleBounds: Rect {
        let bounds = title.bounds
        let more = places.hasTurnSign ? title.font.capHeight * 1.6 : 0
        guard case .start = places.titleAlignment else { return bounds.inset(left: -more / 2, right: -more / 2) }
        return Rect(x: places.title.minX, y: bounds.minY, width: bounds.width + more, height: bounds.height)
    }
}

extension Scene {
    fileprivate var pressed: [Rect] {
        let readout =
            (self as? AngleLayout)?.readout ?? (self as? WheelLayout)?.readout ?? (self as? RotorLayout)?.readout
        return [readout?.down, readout?.up].compactMap { $0 }
    }

    /// The drawing without texts and buttons. The angle's is without the half that the arm never reaches.
    fileprivate var body: Rect {
        switch self {
        case let layout as AngleLayout:
            let reach = 212 * layout.unit
            let ends = Quadrants(from: layout.ends.lower, to: layout.ends.upper)
            return Rect(
                x: layout.vertex.x - reach, y: layout.vertex.y - (ends.up ? reach : 5 * layout.unit),
                width: reach * (ends.right ? 2 : 1),
                height: (ends.up ? reach : 5 * layout.unit) + (ends.down ? reach : 10 * layout.unit))
        case let layout as WheelLayout: return layout.frame
        case let layout as RotorLayout:
            return Rect(center: layout.center, size: Size(width: 228 * layout.unit, height: 228 * layout.unit))
        case let layout as SeatLayout: return layout.window
        default: preconditionFailure("\(Self.self) has no body here")
        }
    }
}
