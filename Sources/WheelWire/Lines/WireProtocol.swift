/// The protocol only grows: later releases may add members and events.
public enum WireProtocol {
    public static let version = 1
    /// The length of the longest line that the daemon accepts from a client that may not define controls, in bytes
    /// without the line feed.
    public static let longestRequest = 65_536
    /// The length of the longest line that the daemon accepts from a client that may define controls.
    public static let longestDefinition = 1 << 20
}
