internal import CLinux
internal import Glibc

/// A connected stream socket, of Unix or of TCP, that never blocks.
public struct UnixConnection: ~Copyable, Sendable {
    public enum Reception: Hashable, Sendable {
        case bytes(Int)
        /// There are no bytes yet.
        case wouldBlock
        /// The peer has closed its end.
        case ended
    }

    public enum Sending: Hashable, Sendable {
        /// The number of bytes sent. If this number is lower than the number of bytes given, the buffer is full.
        case bytes(Int)
        /// The buffer is full. Wait for `.writable`.
        case wouldBlock
    }

    public let descriptor: Descriptor

    /// Takes ownership of a non-blocking socket.
    public init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    public consuming func release() -> Int32 {
        descriptor.release()
    }

    /// connect(2). A Unix socket connects at once or fails. `.wouldBlock` means that the listener's backlog is full.
    public static func connect(to path: String) throws(SystemError) -> UnixConnection {
        let address = try UnixAddress(path)
        return try naming("connect", path) { () throws(Errno) in
            let descriptor = try Descriptor.unixSocket(SOCK_STREAM, nonBlocking: true)
            let number = descriptor.number
            _ = try uninterrupted { address.withSocketAddress { Glibc.connect(number, $0, $1) } }
            return UnixConnection(descriptor)
        }
    }

    /// SO_ERROR: throws the error if the kernel could not make the connection.
    public borrowing func finish() throws(Errno) {
        let error = try descriptor.socketOption(SO_ERROR)
        if error != 0 { throw Errno(rawValue: error) }
    }

    /// recv(2).
    public borrowing func receive(into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Reception {
        let number = descriptor.number
        do throws(Errno) {
            let count = try uninterrupted { recv(number, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)) }
            return count == 0 && !buffer.isEmpty ? .ended : .bytes(count)
        } catch .wouldBlock {
            return .wouldBlock
        }
    }

    /// send(2) without SIGPIPE. Throws EPIPE or ECONNRESET if the peer has disconnected.
    public borrowing func send(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Sending {
        let number = descriptor.number
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        do throws(Errno) {
            return .bytes(try uninterrupted { Glibc.send(number, bytes.baseAddress, bytes.count, flags) })
        } catch .wouldBlock {
            return .wouldBlock
        }
    }

    /// SO_SNDBUF. The kernel doubles the size for its own bookkeeping, with a minimum of about 4.5 KB. For each send it
    /// counts several hundred bytes in addition to the line, so a size of 4096 holds only 6 to 11 lines of 160 bytes.
    public borrowing func setSendBuffer(bytes: Int) throws(Errno) {
        try descriptor.setSocketOption(SO_SNDBUF, Int32(clamping: bytes))
    }
}
