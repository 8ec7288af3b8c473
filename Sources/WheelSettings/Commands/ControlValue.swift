/// A control's value, with positions by their names: a number, one position, or all selected positions.
public enum ControlValue: Equatable, Sendable {
    case number(Double)
    case position(String)
    case positions([String])
}

/// A control's name and its new value.
public struct Assignment: Equatable, Sendable {
    public var control: String
    public var value: ControlValue

    public init(control: String, value: ControlValue) {
        self.control = control
        self.value = value
    }
}
