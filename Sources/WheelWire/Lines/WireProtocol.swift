/// The protocol only grows: members and events may be added.
public enum WireProtocol {
    public static let version = 1
    /// The longest line that the daemon accepts, in bytes, without its end.
    public static let longestRequest = 65_536
    /// The same for clients that may define controls.
    public static let longestDefinition = 1 << 20
}
