import WheelModel
import WheelSettings

extension Configuration {
    /// What runs without any file: one angle, turned by every rotary device and every touchscreen.
    public static let standard = Settings(
        panel: PanelSettings(
            controls: [standardControl],
            inputs: [PanelInput(name: "knob", controls: [0]), PanelInput(name: "screen", controls: [0])]),
        inputs: [
            InputSettings(name: "knob", source: .evdev(EvdevSettings())),
            InputSettings(name: "screen", source: .touch(TouchSettings())),
        ],
        displays: [DisplaySettings(name: "main")])

    private static let standardControl: ControlSettings = {
        var angle = NumberSettings(range: ValueRange(0, 90), unit: "°")
        angle.decimals = angle.naturalDecimals
        return ControlSettings(name: "angle", label: "Angle", quantity: .float(angle), scene: .angle)
    }()
}
