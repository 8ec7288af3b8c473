import WheelCore
import WheelModel

extension Configuration {
    /// The settings without a file: one control, `angle`, which every rotary device and every touchscreen turns.
    public static let standard = Settings(
        panel: PanelSettings(
            controls: [standardControl],
            inputs: [
                InputSettings(name: "knob", source: .evdev(EvdevSettings()), controls: [0]),
                InputSettings(name: "screen", source: .touch(TouchSettings()), controls: [0]),
            ]),
        displays: [DisplaySettings(name: "main")])

    private static let standardControl: ControlSettings = {
        var angle = NumberSettings(range: ValueRange(0, 90), unit: "°")
        angle.decimals = angle.naturalDecimals
        return ControlSettings(name: "angle", label: "Angle", quantity: .float(angle), scene: .angle)
    }()
}
