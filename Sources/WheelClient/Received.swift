import WheelWire

/// A line from the daemon, read and as text.
public struct Received: Sendable {
    public let line: ServerLine
    /// The line's bytes, without its end.
    public let text: [UInt8]

    init(_ bytes: ArraySlice<UInt8>) throws(ClientError) {
        text = Array(bytes)
        do {
            line = try text.withUnsafeBytes { try ServerLine($0) }
        } catch {
            throw .malformed((error as? ServerLineProblem)?.message ?? "\(error)")
        }
    }
}
