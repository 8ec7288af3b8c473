/// What a finger does with a button, as the configuration and the socket name it.
public enum ButtonGesture: String, CaseIterable, Sendable {
    case down
    case up
    case click
    case double
    case long
}
