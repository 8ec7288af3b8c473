import WheelCore
import WheelModel
import WheelScene

/// The subject of a drawing: some controls, their picture, and the control that moves.
struct Subject {
    var panel: PanelSettings
    var view = SceneView.control(0)
    /// The control that moves.
    var control = 0
    /// The value of the control in a frame.
    var value: (Int) -> ControlValue
    /// How far the rows of the chooser are scrolled in a frame; `nil` if it is closed.
    var scroll: ((Int) -> Double)?

    static let names = [
        "angle", "wheel", "rotor", "ring", "rows", "digits", "segments", "selector", "list", "chooser", "scroll",
        "readout", "bank",
    ]

    init(_ name: String) {
        let control: ControlSettings
        switch name {
        case "angle": control = .number("elevation", ValueRange(0, 90), unit: "°", scene: .angle)
        case "wheel": control = .number("tuning", ValueRange(0, 30), unit: "MHz", scene: .wheel)
        case "rotor": control = .number("azimuth", ValueRange(0, 360), unit: "°", scene: .rotor)
        case "ring": control = .choice("seat", of: 16, layout: .arc)
        case "rows": control = .choice("seat", of: 300, layout: .rows)
        case "digits": control = .vfo
        case "segments": control = .choice("mode", of: 4)
        case "selector": control = .choice("band", of: 12)
        case "list": control = .choice("preset", of: 60)
        case "chooser", "scroll": control = .choice("patch", of: 300)
        case "readout": control = .number("power", ValueRange(0, 100), unit: "W", scene: .readout)
        default:
            let controls: [ControlSettings] = [
                .vfo, .number("volume", ValueRange(0, 100), unit: "%", scene: .wheel), .choice("mode", of: 4),
                .number("elevation", ValueRange(0, 90), unit: "°", scene: .angle),
                .number("azimuth", ValueRange(0, 360), unit: "°", scene: .rotor),
                .number("power", ValueRange(0, 100), unit: "W", scene: .readout), .choice("band", of: 12),
                .number("drive", ValueRange(0, 100), unit: "%", scene: .wheel),
            ]
            let page = PageSettings(name: "bank", controls: Array(controls.indices))
            panel = PanelSettings(controls: controls, pages: [page])
            view = .page(0)
            self.control = 1
            value = { controls[1].value($0) }
            return
        }
        panel = PanelSettings(controls: [control])
        switch name {
        case "digits": value = { .number(14_074_000 + 100 * Double(Subject.swing($0, 60))) }
        case "chooser": (value, scroll) = ({ control.position(Subject.swing($0, 12)) }, { _ in 0 })
        case "scroll": (value, scroll) = ({ _ in control.position(0) }, { Double(Subject.swing($0, 60)) / 6 })
        default: value = { control.value($0) }
        }
    }

    /// From `most` to 0 and back, one by one.
    static func swing(_ frame: Int, _ most: Int) -> Int { abs(frame % (2 * most) - most) }
}

extension ControlSettings {
    static func number(_ name: String, _ range: ValueRange, unit: String, scene: SceneKind) -> ControlSettings {
        ControlSettings(name: name, quantity: .float(NumberSettings(range: range, unit: unit)), scene: scene)
    }

    static func choice(_ name: String, of count: Int, layout: PositionLayout? = nil) -> ControlSettings {
        let positions = (1...count).map { Position(name: "\($0)", label: "\($0)") }
        return ControlSettings(name: name, quantity: .choice(PositionSettings(positions: positions, layout: layout)))
    }

    /// The frequency of a radio, with steps of 100 Hz and 1 kHz.
    static var vfo: ControlSettings {
        let speeds = [100.0, 1000].map {
            Speed(name: "\(Int($0)) Hz", amount: .perDetent($0), density: 20, lineWidth: 1)
        }
        let number = NumberSettings(
            range: ValueRange(0, 30_000_000), unit: "Hz", decimals: 0, shown: ShownText(group: " "), speeds: speeds)
        return ControlSettings(name: "vfo", quantity: .float(number))
    }

    /// The value in a frame: each frame is one step further.
    func value(_ frame: Int) -> ControlValue {
        switch quantity {
        case .float(let number), .int(let number):
            return .number(number.range.lower + number.range.span * Double(Subject.swing(frame, 60)) / 60)
        case .choice(let choice), .selection(let choice):
            return position(Subject.swing(frame, min(choice.positions.count - 1, 60)))
        }
    }

    func position(_ place: Int) -> ControlValue { .position(positions?.positions[place].name ?? "") }
}
