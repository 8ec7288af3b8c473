internal import Glibc

/// The address of a Unix socket: a path, or an abstract name, which has no file and is written with an `@`.
public struct UnixAddress: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// The kernel's limit, less one byte for the NUL at the end of a path.
    public static let longestPathBytes = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// A path or `@name`. Throws `.nameTooLong` if the text is too long, and `.invalidArgument` if it is empty or
    /// contains a NUL.
    public init(_ text: String) throws(SystemError) {
        guard text.utf8.count <= Self.longestPathBytes else {
            throw SystemError(
                "socket", text, .nameTooLong,
                explanation: "its path has \(text.utf8.count) bytes; at most \(Self.longestPathBytes) are possible"
            )
        }
        guard !text.isEmpty, text != "@", !text.utf8.contains(0) else {
            throw SystemError("socket", text, .invalidArgument)
        }
        description = text
    }

    public var isAbstract: Bool { description.utf8.first == UInt8(ascii: "@") }

    /// Calls `body` with the address in the form for bind(2), connect(2) and sendto(2).
    func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { path in
            path.copyBytes(from: description.utf8)
            // An abstract name starts with a NUL and has no NUL at its end, because its length is passed.
            if isAbstract { path[0] = 0 }
        }
        let pathOffset = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
        let length = pathOffset + description.utf8.count + (isAbstract ? 0 : 1)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
        }
    }
}
