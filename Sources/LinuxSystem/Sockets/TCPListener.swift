internal import CLinux
internal import Glibc

public struct TCPListener: ~Copyable, Sendable {
    /// When the listener is `.readable`, call `accept` until it returns nil.
    public let descriptor: Descriptor

    /// Binds and listens. The port can be bound even while the kernel still keeps closed connections of the port
    /// (TIME_WAIT).
    public static func bind(_ address: InternetAddress, backlog: Int32 = 16) throws(SystemError) -> TCPListener {
        try naming("listen on", address.description) { () throws(Errno) in
            let socket = try Descriptor.tcpSocket(address.family)
            try socket.setSocketOption(SO_REUSEADDR, 1)
            let number = socket.number
            _ = try system { address.withSocketAddress { Glibc.bind(number, $0, $1) } }
            _ = try system { listen(number, backlog) }
            return TCPListener(descriptor: socket)
        }
    }

    /// accept4(2): the next waiting connection, or nil.
    public borrowing func accept() throws(Errno) -> UnixConnection? {
        let number = descriptor.number
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        while true {
            do throws(Errno) {
                let socket = Descriptor(owning: try uninterrupted { linux_accept4(number, flags) })
                TCPConnection.configure(socket.number)
                return UnixConnection(socket)
            } catch .wouldBlock {
                return nil
            } catch .connectionAborted {
                // The client has disconnected already. Another client may be waiting.
                continue
            }
        }
    }
}
