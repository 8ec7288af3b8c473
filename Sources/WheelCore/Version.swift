/// The version of all programs.
public enum Version {
    public static let text = "0.1.0"
}
