import WheelGeometry
import WheelModel

/// An instrument with one of everything.
enum Instrument {
    static let settings = PanelSettings(
        controls: [
            control("level", .float(NumberSettings(range: ValueRange(-11, 133)))),
            control("azimuth", .float(NumberSettings(range: ValueRange(0, 360, includesUpper: false), wraps: true))),
            control("hertz", .float(NumberSettings(range: ValueRange(20, 20_000), taper: .log))),
            control("bpm", .int(NumberSettings(range: ValueRange(20, 300)))),
            control("endless", .float(NumberSettings(range: ValueRange(-.infinity, .infinity), speeds: endless))),
            control("filter", .choice(PositionSettings(positions: PositionSettings.numbered(5)))),
            control("steps", .selection(PositionSettings(positions: PositionSettings.numbered(16), maxSelected: 9))),
        ],
        ramps: [RampSettings(name: "sweep", control: 1, motion: RampMotion(target: .by(345), holds: true))],
        inputs: [
            PanelInput(name: "knob", controls: [0, 1, 2, 3, 4, 5, 6]),
            PanelInput(name: "dial", controls: [3], detents: 400, isDetentless: true, ramp: 0),
            PanelInput(name: "screen", controls: [0]),
        ],
        pages: [
            PageSettings(name: "one", controls: [0, 1], inputs: [0]), PageSettings(name: "two", controls: [5]),
        ])

    private static let endless = [
        Speed(name: "coarse", amount: .perDetent(0.1), density: 20, lineWidth: 1),
        Speed(name: "fine", amount: .perTurn(1), density: 4, lineWidth: 3),
    ]

    private static func control(_ name: String, _ quantity: Quantity) -> ControlSettings {
        ControlSettings(name: name, quantity: quantity)
    }

    /// Wheels, an arm, a chart, steppers and tabs, side by side.
    static let layout: TouchLayout = {
        func place(_ kind: TouchKind, _ column: Double, _ row: Double) -> TouchTarget {
            TouchTarget(kind, area: Rect(x: column * 100, y: row * 100, width: 100, height: 100))
        }
        return TouchLayout(
            targets: [
                place(.stage(control: 0), 0, 0), place(.wheel(control: 0, .horizontal), 0, 0),
                place(.arm(control: 1, vertex: Point(x: 150, y: 50), ignoredRadius: 10), 1, 0),
                place(.wheel(control: 2, .vertical), 2, 0), place(.stepper(control: 3, .up), 3, 0),
                place(.chart(control: 6), 0, 1), place(.seat(control: 6, position: 3), 0, 1),
                place(.seat(control: 5, position: 1), 1, 1), place(.slider(control: 1, ramp: 0, length: 100), 2, 1),
                place(.rampButton(ramp: 0), 3, 1), place(.tab(page: 1), 0, 2), place(.stepper(control: 4, .down), 1, 2),
            ],
            size: Size(width: 400, height: 300))
    }()
}
