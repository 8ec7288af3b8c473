internal import CLinux
internal import Glibc

/// TCP connections that carry lines of text. Their sockets never block, and the kernel sends a line at once.
public enum TCPConnection {
    /// Sets the options of a non-blocking socket.
    static func configure(_ number: Int32) {
        let tcp = Int32(IPPROTO_TCP)
        // The connection also works without these options, so errors are ignored. Nagle's algorithm would hold a short
        // line back until the previous one is acknowledged.
        TCPConnection.set(number, tcp, TCP_NODELAY, 1)
        // If a peer reads slowly, the kernel would by default buffer megabytes, with values that are old when they
        // arrive. With this limit, values wait in the program, which merges them.
        TCPConnection.set(number, tcp, TCP_NOTSENT_LOWAT, 16 * 1024)
        // If the peer's machine no longer answers, the connection ends after at most a minute and a half. By default
        // the kernel would wait two hours before its first probe.
        TCPConnection.set(number, SOL_SOCKET, SO_KEEPALIVE, 1)
        TCPConnection.set(number, tcp, TCP_KEEPIDLE, 60)
        TCPConnection.set(number, tcp, TCP_KEEPINTVL, 10)
        TCPConnection.set(number, tcp, TCP_KEEPCNT, 3)
    }

    private static func set(_ number: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(number, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// TCP_USER_TIMEOUT: if bytes are waiting and the peer acknowledges none of them for this long, the connection ends
    /// with ETIMEDOUT.
    private static let patienceMilliseconds: Int32 = 10_000

    /// Starts connect(2), which continues in the kernel. The socket becomes writable when the attempt has succeeded or
    /// failed; then call `finish`.
    public static func start(to address: InternetAddress) throws(Errno) -> UnixConnection {
        let descriptor = try Descriptor.tcpSocket(address.family)
        let number = descriptor.number
        configure(number)
        set(number, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, patienceMilliseconds)
        do throws(Errno) {
            _ = try uninterrupted { address.withSocketAddress { Glibc.connect(number, $0, $1) } }
        } catch {
            guard error == .inProgress else { throw error }
        }
        return UnixConnection(descriptor)
    }
}

extension Descriptor {
    /// socket(2) for TCP, close-on-exec, non-blocking.
    static func tcpSocket(_ family: Int32) throws(Errno) -> Descriptor {
        let flags = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        return Descriptor(owning: try system { socket(family, flags, 0) })
    }
}
