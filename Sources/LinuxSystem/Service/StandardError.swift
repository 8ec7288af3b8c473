internal import WheelCore

/// Writes lines without a log level, for people.
public enum StandardError {
    public static func say(_ line: String) {
        let bytes = Array((ForeignText(line).line + "\n").utf8)
        let standardError = Descriptor(owning: 2)
        try? standardError.writeAll(bytes)
        _ = standardError.release()
    }
}
