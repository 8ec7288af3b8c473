/// The value of a control by its names: a number, the name of a position, or the names of all selected positions.
public enum ControlValue: Equatable, Sendable {
    case number(Double)
    case position(String)
    case positions([String])
}

/// A control, and the value that it is to have.
public struct Assignment: Equatable, Sendable {
    public var control: String
    public var value: ControlValue

    public init(control: String, value: ControlValue) {
        self.control = control
        self.value = value
    }
}
