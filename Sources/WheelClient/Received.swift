import WheelWire

/// A line from the daemon: parsed (`line`), and as bytes (`text`).
public struct Received: Sendable {
    public let line: ServerLine
    /// The bytes of the line without its line end.
    public let text: [UInt8]

    init(_ bytes: BoundedLines.Line, most: Int = BoundedLines.mostOfDaemon) throws(ClientError) {
        guard case .text(let text) = bytes else { throw .malformed("a line is longer than \(most) bytes") }
        self.text = text
        do {
            line = try text.withUnsafeBytes { try ServerLine($0) }
        } catch {
            throw .malformed((error as? ServerLineProblem)?.message ?? "\(error)")
        }
    }
}
