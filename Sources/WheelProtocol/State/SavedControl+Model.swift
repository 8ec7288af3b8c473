import WheelModel
import WheelSettings

extension SavedControl {
    /// What is to be kept of a control of the panel.
    public init(_ control: Control) {
        self.init(
            name: control.settings.name, value: ControlValue(control),
            speed: control.settings.speeds[control.speed].name, cursor: control.cursor, rotations: control.rotations)
    }
}
