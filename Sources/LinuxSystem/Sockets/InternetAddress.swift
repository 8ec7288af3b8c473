internal import CLinux
internal import Glibc

/// A numeric address of IPv4 or IPv6 with a port. Names are looked up by `NameLookup`.
public struct InternetAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address as text without brackets, `127.0.0.1` or `::1`. A link-local address includes its interface,
    /// `fe80::1%eth0`.
    public let host: String
    public let port: UInt16
    /// The bytes of a `sockaddr_in` or `sockaddr_in6`.
    private let bytes: [UInt8]

    public static func == (left: InternetAddress, right: InternetAddress) -> Bool {
        left.host == right.host && left.port == right.port
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(host)
        hasher.combine(port)
    }

    /// `nil` if the text is not a numeric address. Does not block.
    public init?(numeric host: String, port: UInt16) {
        guard let first = InternetAddress.lookUp(host, port: port, flags: AI_NUMERICHOST).first,
            // getaddrinfo(3) accepts `4532` as the address 0.0.17.180, so an IPv4 address must have its usual form.
            host.utf8.contains(UInt8(ascii: ":")) || first.host == host
        else { return nil }
        self = first
    }

    /// All addresses of a name. The lookup may block for many seconds.
    static func named(_ host: String, port: UInt16) -> [InternetAddress] { lookUp(host, port: port, flags: 0) }

    private static func lookUp(_ host: String, port: UInt16, flags: Int32) -> [InternetAddress] {
        var hints = addrinfo()
        hints.ai_flags = flags | AI_NUMERICSERV
        hints.ai_family = AF_UNSPEC
        // Without a socket type, getaddrinfo(3) returns each address several times, once for each type. The addresses
        // for UDP are also those for TCP.
        hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &found) == 0, let found else { return [] }
        defer { freeaddrinfo(found) }
        var addresses: [InternetAddress] = []
        var next: UnsafeMutablePointer<addrinfo>? = found
        while let entry = next?.pointee {
            let raw = UnsafeRawBufferPointer(start: entry.ai_addr, count: Int(entry.ai_addrlen))
            if let address = InternetAddress(raw) { addresses.append(address) }
            next = entry.ai_next
        }
        return addresses
    }

    /// Reads a socket address of the kernel; `nil` if its family is neither IPv4 nor IPv6.
    init?(_ raw: UnsafeRawBufferPointer) {
        guard raw.count >= MemoryLayout<sockaddr_in>.size, raw.count <= MemoryLayout<sockaddr_storage>.size else {
            return nil
        }
        let bytes = [UInt8](raw)
        let family = Int32(bytes.withUnsafeBytes { $0.loadUnaligned(as: sa_family_t.self) })
        guard family == AF_INET || family == AF_INET6 && raw.count >= MemoryLayout<sockaddr_in6>.size else {
            return nil
        }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let result = bytes.withUnsafeBytes { raw in
            getnameinfo(
                raw.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count), &text,
                socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        }
        guard result == 0 else { return nil }
        let full = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // A socket for both families reports IPv4 addresses as `::ffff:192.0.2.1`. The prefix is removed.
        let isMapped = full.hasPrefix("::ffff:") && full.utf8.contains(UInt8(ascii: "."))
        host = isMapped ? String(full.dropFirst("::ffff:".utf8.count)) : full
        // The port is at the same place in both structures, in network order.
        port = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        self.bytes = bytes
    }

    var family: Int32 { Int32(bytes.withUnsafeBytes { $0.loadUnaligned(as: sa_family_t.self) }) }

    func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>?, socklen_t) -> Result) -> Result {
        bytes.withUnsafeBytes { body($0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count)) }
    }

    /// The address with its port, such as `127.0.0.1:9000` or `[::1]:9000`.
    public var description: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
