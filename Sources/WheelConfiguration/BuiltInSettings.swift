import WheelCore

extension Configuration {
    /// The settings without a file: one control, `angle`, which every rotary device and every touchscreen turns.
    public static let standard = Settings(
        panel: PanelSettings(
            controls: [angle],
            inputs: [
                InputSettings(name: "knob", source: .evdev(EvdevSettings()), controls: [0]),
                InputSettings(name: "screen", source: .touch(TouchSettings()), controls: [0]),
            ]),
        displays: [DisplaySettings(name: "main")])

    private static let angle: ControlSettings = {
        var number = NumberSettings(range: ValueRange(0, 90), unit: "°")
        number.decimals = number.naturalDecimals
        return ControlSettings(name: "angle", label: "Angle", quantity: .float(number), scene: .angle)
    }()
}

extension Configuration {
    /// Settings for trying wheeld without a file: a page with all controls, each in a different scene, and a page for
    /// each of three numbers.
    ///
    /// At first the terminal's keys turn `angle`, which is also the only control of `standard`.
    public static let demonstration: Settings = {
        let controls = [angle, frequency, azimuth, mode, volume]
        let all = Array(controls.indices)
        // The dials (`angle`, `azimuth`) get more rows than the counter (`frequency`).
        let grid = PageAreas(
            columns: 3, rows: 5,
            areas: [
                PageAreas.Area(column: 0, row: 0, columns: 3, rows: 2),
                PageAreas.Area(column: 0, row: 2, columns: 1, rows: 3),
                PageAreas.Area(column: 1, row: 2, columns: 1, rows: 3),
                PageAreas.Area(column: 2, row: 2, columns: 1, rows: 2),
                PageAreas.Area(column: 2, row: 4, columns: 1, rows: 1),
            ])
        let panel = PageSettings(name: "panel", title: "Panel", controls: [1, 0, 2, 3, 4], areas: grid)
        let single = all.prefix(3).map {
            PageSettings(name: controls[$0].name, title: controls[$0].label, controls: [$0])
        }
        return Settings(
            panel: PanelSettings(
                controls: controls,
                inputs: standard.panel.inputs.map { InputSettings(name: $0.name, source: $0.source, controls: all) },
                pages: [panel] + single))
    }()

    private static let frequency: ControlSettings = {
        let number = NumberSettings(
            range: ValueRange(0.1, 30), step: 1e-6, initial: 14.074, unit: "MHz", decimals: 6,
            shown: ShownText(group: " "),
            speeds: [
                speed("coarse", "10 kHz", 0.01, like: 0), speed("medium", "1 kHz", 0.001, like: 1),
                speed("fine", "10 Hz", 0.00001, like: 2),
            ])
        return ControlSettings(name: "frequency", label: "Frequency", quantity: .float(number))
    }()

    /// A speed whose wheel has the density and the line width of `Speed.defaults[usual]`.
    private static func speed(_ name: String, _ label: String, _ step: Double, like usual: Int) -> Speed {
        var speed = Speed.defaults[usual]
        (speed.name, speed.label, speed.amount) = (name, label, .perDetent(step))
        speed.acceleration = .off
        return speed
    }

    private static let azimuth: ControlSettings = {
        var number = NumberSettings(range: ValueRange(0, 360, includesUpper: false), unit: "°")
        number.wraps = true
        number.decimals = 0
        return ControlSettings(name: "azimuth", label: "Azimuth", quantity: .float(number), scene: .rotor)
    }()

    private static let mode = ControlSettings(
        name: "mode", label: "Mode",
        quantity: .choice(
            PositionSettings(positions: ["LSB", "USB", "CW", "AM", "FM"].map { Position(name: $0) }, initial: [1])))

    private static let volume = ControlSettings(
        name: "volume", label: "Volume",
        quantity: .int(NumberSettings(range: ValueRange(0, 100), initial: 30, unit: "%", decimals: 0)))
}
