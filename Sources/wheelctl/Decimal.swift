import WheelProtocol
import WheelSettings

extension Double {
    /// The shortest decimal, as the socket writes it.
    var decimal: String { ControlValue.number(self).json }
}
