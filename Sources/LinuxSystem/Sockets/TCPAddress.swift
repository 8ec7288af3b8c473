internal import CLinux
internal import Glibc

/// The address of a TCP socket, of IPv4 or IPv6, as numbers.
public struct TCPAddress: Hashable, Sendable, CustomStringConvertible {
    /// As `127.0.0.1:4532` and `[::1]:4532`.
    public let description: String
    /// A sockaddr_in or a sockaddr_in6.
    private let bytes: [UInt8]

    /// `nil` if the host is not a numeric address.
    public init?(_ host: String, port: UInt16) {
        var four = sockaddr_in()
        var six = sockaddr_in6()
        if inet_pton(AF_INET, host, &four.sin_addr) == 1 {
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port.bigEndian
            bytes = withUnsafeBytes(of: &four) { Array($0) }
            description = "\(host):\(port)"
        } else if inet_pton(AF_INET6, host, &six.sin6_addr) == 1 {
            six.sin6_family = sa_family_t(AF_INET6)
            six.sin6_port = port.bigEndian
            bytes = withUnsafeBytes(of: &six) { Array($0) }
            description = "[\(host)]:\(port)"
        } else {
            return nil
        }
    }

    /// getaddrinfo(3): the addresses of a host. It may wait for a name server for seconds.
    static func all(of host: String, port: UInt16) -> [TCPAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var addresses: [TCPAddress] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ai_next
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let result = getnameinfo(
                entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            let numeric = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            if result == 0, let address = TCPAddress(numeric, port: port) { addresses.append(address) }
        }
        return addresses
    }

    var family: Int32 {
        bytes.count == MemoryLayout<sockaddr_in>.size ? AF_INET : AF_INET6
    }

    /// Calls `body` with the address in the form for bind(2) and connect(2).
    func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var storage = sockaddr_storage()
        return withUnsafeMutableBytes(of: &storage) { memory in
            memory.copyBytes(from: bytes)
            // The storage is large and aligned enough for every kind of address.
            return memory.withMemoryRebound(to: sockaddr.self) { pointers in
                guard let pointer = pointers.baseAddress else { preconditionFailure("the storage has no address") }
                return body(UnsafePointer(pointer), socklen_t(bytes.count))
            }
        }
    }
}
