/// A failed operation, its subject and its error. The description reads "bind /run/x.sock: EACCES (Permission denied)".
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    public let operation: String
    /// A path or name.
    public let subject: String?
    public let errno: Errno
    /// Replaces the C library's text for the error if that text would mislead.
    public let explanation: String?

    public init(_ operation: String, _ errno: Errno, explanation: String? = nil) {
        self.init(operation, nil, errno, explanation: explanation)
    }

    public init(_ operation: String, _ subject: String?, _ errno: Errno, explanation: String? = nil) {
        self.operation = operation
        self.subject = subject
        self.errno = errno
        self.explanation = explanation
    }

    public var description: String {
        "\(subject.map { "\(operation) \($0)" } ?? operation): \(reason)"
    }

    /// The reason alone, for a message that already names the operation.
    public var reason: String { explanation.map { "\($0) (\(errno.name))" } ?? "\(errno)" }
}

/// Adds the operation and its subject to an error of `body`.
@inline(__always)
func naming<Result: ~Copyable>(
    _ operation: String, _ subject: String? = nil, _ body: () throws(Errno) -> Result
) throws(SystemError) -> Result {
    do throws(Errno) {
        return try body()
    } catch {
        throw SystemError(operation, subject, error)
    }
}
