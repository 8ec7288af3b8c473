internal import CLinux
internal import Glibc

/// A connected Unix stream socket that never blocks.
public struct UnixConnection: ~Copyable, Sendable {
    /// What came of a read.
    public enum Reception: Hashable, Sendable {
        case bytes(Int)
        /// There is nothing yet.
        case wouldBlock
        /// The other end has closed; nothing more will come.
        case ended
    }

    /// What came of a write.
    public enum Sending: Hashable, Sendable {
        /// So many were taken, which may be fewer than there are: then the buffer is full now.
        case bytes(Int)
        /// The buffer is full; wait for `.writable`.
        case wouldBlock
    }

    public let descriptor: Descriptor

    /// Takes over a socket that does not block.
    public init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    /// Gives up the socket.
    public consuming func release() -> Int32 {
        descriptor.release()
    }

    /// connect(2). A Unix socket connects at once or not at all: `.wouldBlock` says that too many others are
    /// waiting there to be accepted.
    public static func connect(to path: String) throws(SystemError) -> UnixConnection {
        let address = try UnixAddress(path)
        return try naming("connect", path) { () throws(Errno) in
            let descriptor = try Descriptor.unixSocket(SOCK_STREAM, nonBlocking: true)
            let number = descriptor.number
            _ = try uninterrupted { address.withSocketAddress { Glibc.connect(number, $0, $1) } }
            return UnixConnection(descriptor)
        }
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

    /// send(2) without SIGPIPE: throws `.brokenPipe` or `.connectionReset` when the other end is gone.
    public borrowing func send(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Sending {
        let number = descriptor.number
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        do throws(Errno) {
            return .bytes(try uninterrupted { Glibc.send(number, bytes.baseAddress, bytes.count, flags) })
        } catch .wouldBlock {
            return .wouldBlock
        }
    }

    /// shutdown(2) of the writing half: the other end reads what was sent, then the end.
    public borrowing func finishSending() throws(Errno) {
        let number = descriptor.number
        _ = try system { shutdown(number, Int32(SHUT_WR)) }
    }

    /// SO_SNDBUF. The kernel doubles it for its own bookkeeping, has a least size of about 4.5 KB, and counts
    /// several hundred bytes for each send: 4096 takes 6 to 11 lines of 160 bytes.
    public borrowing func setSendBuffer(bytes: Int) throws(Errno) {
        try descriptor.setSocketOption(SO_SNDBUF, Int32(clamping: bytes))
    }

    /// How large the kernel made it.
    public borrowing func sendBufferBytes() throws(Errno) -> Int {
        Int(try descriptor.socketOption(SO_SNDBUF))
    }
}
