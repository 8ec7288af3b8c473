/// What was being done, to what, and why it failed; prints as "bind /run/x.sock: EACCES (Permission denied)".
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    public let operation: String
    /// The path or name that it was done to, if there is one.
    public let subject: String?
    public let errno: Errno
    /// Said instead of the C library's words for the error where those would mislead.
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

    /// Why it failed, for a message that has already said what was being done.
    public var reason: String { explanation.map { "\($0) (\(errno.name))" } ?? "\(errno)" }
}

/// Adds to an error of the system layer what was being done and to what.
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
