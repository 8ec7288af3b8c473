internal import CLinux
internal import Glibc

/// A UDP socket that never blocks.
public struct DatagramSocket: ~Copyable, Sendable {
    public enum Sending: Hashable, Sendable {
        case sent
        /// The socket's buffer is full.
        case wouldBlock
        /// No program listens at the address, or the machine is not reachable. The error may be about an earlier
        /// datagram.
        case refused(Errno)
    }

    public let descriptor: Descriptor

    private init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

    /// `use` is the call that applies the address to the socket: connect(2) or bind(2).
    private static func made(
        for address: InternetAddress, _ use: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32
    ) throws(Errno) -> DatagramSocket {
        let flags = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let number = try system { socket(address.family, flags, 0) }
        let made = DatagramSocket(Descriptor(owning: number))
        // Without this option the kernel refuses broadcast addresses, such as 192.168.1.255.
        var yes: Int32 = 1
        setsockopt(number, SOL_SOCKET, SO_BROADCAST, &yes, socklen_t(MemoryLayout<Int32>.size))
        _ = try system { address.withSocketAddress { use(number, $0, $1) } }
        return made
    }

    /// A socket that sends to this address and receives only from it.
    public static func connected(to address: InternetAddress) throws(SystemError) -> DatagramSocket {
        do throws(Errno) {
            return try made(for: address) { connect($0, $1, $2) }
        } catch {
            throw SystemError("connect with", address.description, error)
        }
    }

    public static func bound(to address: InternetAddress) throws(SystemError) -> DatagramSocket {
        do throws(Errno) {
            return try made(for: address) { bind($0, $1, $2) }
        } catch {
            throw SystemError("listen on", address.description, error)
        }
    }

    public borrowing func send(_ bytes: [UInt8]) -> Sending {
        let number = descriptor.number
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        do throws(Errno) {
            _ = try uninterrupted { bytes.withUnsafeBytes { Glibc.send(number, $0.baseAddress, $0.count, flags) } }
            return .sent
        } catch {
            let isFull = error == .wouldBlock || error.rawValue == ENOBUFS
            return isFull ? .wouldBlock : .refused(error)
        }
    }

    public enum Reception: Hashable, Sendable {
        /// `from` is `nil` if the sender's address is neither an IPv4 nor an IPv6 address.
        case datagram(Int, from: InternetAddress?)
        case wouldBlock
        /// A datagram that was sent earlier did not arrive.
        case refused(Errno)
    }

    /// Receives the next datagram. The part that does not fit into the buffer is lost.
    public borrowing func receive(into buffer: UnsafeMutableRawBufferPointer) -> Reception {
        let number = descriptor.number
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        do throws(Errno) {
            let count = try withUnsafeMutablePointer(to: &address) { pointer throws(Errno) in
                try uninterrupted {
                    recvfrom(
                        number, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT),
                        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sockaddr.self), &length)
                }
            }
            let size = min(Int(length), MemoryLayout<sockaddr_storage>.size)
            let sender = withUnsafeBytes(of: &address) {
                InternetAddress(UnsafeRawBufferPointer(rebasing: $0[..<size]))
            }
            return .datagram(count, from: sender)
        } catch .wouldBlock {
            return .wouldBlock
        } catch {
            return .refused(error)
        }
    }
}
