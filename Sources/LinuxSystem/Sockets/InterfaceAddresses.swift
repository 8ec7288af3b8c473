internal import CLinux
internal import Glibc

/// The addresses by which other machines reach this one.
public enum InterfaceAddresses {
    /// getifaddrs(3): the numeric addresses of interfaces that are up, with IPv4 addresses first. Loopback addresses,
    /// and link-local addresses that need the name of an interface, are left out.
    public static var current: [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var found: [(family: Int32, host: String)] = []
        var next = first
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let address = entry.ifa_addr, entry.ifa_flags & UInt32(IFF_UP) != 0,
                entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0
            else { continue }
            let family = Int32(address.pointee.sa_family)
            let size = family == AF_INET6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
            guard let host = InternetAddress(UnsafeRawBufferPointer(start: address, count: size))?.host,
                !host.utf8.contains(UInt8(ascii: "%"))
            else { continue }
            found.append((family, host))
        }
        return found.filter { $0.family == AF_INET }.map(\.host) + found.filter { $0.family == AF_INET6 }.map(\.host)
    }
}
