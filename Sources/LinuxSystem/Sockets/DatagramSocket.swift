internal import CLinux
internal import Glibc

/// A UDP socket that never blocks.
public struct DatagramSocket: ~Copyable, Sendable {
    public enum Sending: Hashable, Sendable {
        case sent
        /// The socket's buffer is full.
        case wouldBlock
        /// Nobody listens there, or there is no way to that machine. A reply to an earlier datagram may say so.
        case refused(Errno)
    }

    public let descriptor: Descriptor

    private init(family: Int32) throws(Errno) {
        let flags = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        descriptor = Descriptor(owning: try system { socket(family, flags, 0) })
    }

    /// A socket that sends to this address, and receives from it alone.
    public static func connected(to address: InternetAddress) throws(SystemError) -> DatagramSocket {
        try naming("connect with", address.description) { () throws(Errno) in
            let made = try DatagramSocket(family: address.family)
            let number = made.descriptor.number
            _ = try system { address.withSocketAddress { connect(number, $0, $1) } }
            return made
        }
    }

    /// A socket that receives what comes to this address.
    public static func bound(to address: InternetAddress) throws(SystemError) -> DatagramSocket {
        try naming("listen on", address.description) { () throws(Errno) in
            let made = try DatagramSocket(family: address.family)
            let number = made.descriptor.number
            _ = try system { address.withSocketAddress { bind(number, $0, $1) } }
            return made
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
        /// The sender is `nil` for a family that is not known.
        case datagram(Int, from: InternetAddress?)
        case wouldBlock
        /// What was sent before did not arrive.
        case refused(Errno)
    }

    /// Receives the next datagram. What does not fit into the buffer is cut off.
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
