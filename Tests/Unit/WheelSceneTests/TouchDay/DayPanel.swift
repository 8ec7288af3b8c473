import WheelCore
import WheelModel

@testable import WheelScene

/// The instrument of a touch user's day: a radio with an antenna rotor, without knobs.
enum DayPanel {
    static let settings: PanelSettings = {
        let whole = RampMotion(target: .to(360), duration: .seconds(10), curve: .linear)
        let rise = RampMotion(target: .to(90), duration: .seconds(10), curve: .linear)
        return PanelSettings(
            controls: controls,
            ramps: [
                RampSettings(name: "round", control: index("azimuth"), motion: whole),
                RampSettings(name: "rise", control: index("elevation"), motion: rise),
            ],
            inputs: [InputSettings(name: "screen", source: .touch(TouchSettings()), controls: [0])],
            pages: [
                page("tune", ["vfo"]), page("aerial", ["azimuth", "elevation"]), page("patches", ["patch"]),
                page("bands", ["band"]), page("bank", Array(controls.map(\.name).prefix(8))),
            ], touch: TouchTimings(firstTap: .mark))
    }()

    private static let controls: [ControlSettings] = [
        vfo, number("azimuth", 360, .rotor), number("elevation", 90, .angle), choice("mode", 4),
        choice("patch", 60, "Patch "), choice("band", 12), number("volume", 100, .wheel),
        number("squelch", 100, .wheel),
    ]

    static func index(_ name: String) -> Int {
        guard let index = controls.firstIndex(where: { $0.name == name }) else { preconditionFailure("no \(name)") }
        return index
    }

    static func page(_ name: String) -> Int {
        guard let index = settings.pages.firstIndex(where: { $0.name == name }) else {
            preconditionFailure("no \(name)")
        }
        return index
    }

    private static var vfo: ControlSettings {
        let speeds = [100.0, 1000].map {
            Speed(name: "\(Int($0))", amount: .perDetent($0), density: 20, lineWidth: 1)
        }
        let number = NumberSettings(
            range: ValueRange(0, 30_000_000), unit: "Hz", decimals: 0, shown: ShownText(group: " "), speeds: speeds)
        return ControlSettings(name: "vfo", quantity: .float(number), scene: .digits)
    }

    private static func number(_ name: String, _ upper: Double, _ scene: SceneKind) -> ControlSettings {
        ControlSettings(
            name: name, quantity: .float(NumberSettings(range: ValueRange(0, upper), decimals: 1)), scene: scene)
    }

    private static func choice(_ name: String, _ count: Int, _ word: String = "") -> ControlSettings {
        let positions = (1...count).map { Position(name: "\($0)", label: "\(word)\($0)") }
        return ControlSettings(name: name, quantity: .choice(PositionSettings(positions: positions)))
    }

    private static func page(_ name: String, _ names: [String]) -> PageSettings {
        PageSettings(name: name, controls: names.map(index))
    }
}

struct DayDisplay: Sendable, CustomStringConvertible {
    var width: Double
    var height: Double
    var rotation = DisplayRotation.none

    var description: String { "\(Int(width))×\(Int(height)), \(rotation)" }

    static let all = [
        DayDisplay(width: 800, height: 480), DayDisplay(width: 480, height: 800),
        DayDisplay(width: 800, height: 480, rotation: .quarter), DayDisplay(width: 320, height: 240),
        DayDisplay(width: 1024, height: 600), DayDisplay(width: 1280, height: 800),
        DayDisplay(width: 1920, height: 1080, rotation: .half),
    ]
}
