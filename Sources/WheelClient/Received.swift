import WheelProtocol

/// A line from the daemon, read and as text.
public struct Received: Sendable {
    public let line: ServerLine
    /// The line's bytes, without its end.
    public let text: [UInt8]

    init(_ bytes: ArraySlice<UInt8>) throws(ClientError) {
        text = Array(bytes)
        line = try Self.read(text)
    }

    private static func read(_ bytes: [UInt8]) throws(ClientError) -> ServerLine {
        let outcome: Result<ServerLine, ServerLineProblem> = bytes.withUnsafeBytes { raw in
            do throws(ServerLineProblem) {
                return .success(try ServerLine(raw))
            } catch {
                return .failure(error)
            }
        }
        switch outcome {
        case .success(let line): return line
        case .failure(let problem): throw .malformed(problem.message)
        }
    }
}
