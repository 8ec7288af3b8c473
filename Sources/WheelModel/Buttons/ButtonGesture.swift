/// A button gesture. The raw values are its names in the configuration and on the socket.
public enum ButtonGesture: String, CaseIterable, Sendable {
    case down
    case up
    case click
    case double
    case long
}
