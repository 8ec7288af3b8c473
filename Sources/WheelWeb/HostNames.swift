import LinuxSystem
import WheelBridge

/// The names of this machine for which requests are answered.
///
/// A foreign web site can make its own name resolve to the address of this machine (DNS rebinding). For the browser a
/// page of that site and this program are then the same site. But the request still contains the site's name in its
/// `Host`, and is refused. A numeric address cannot be redirected in this way, so it is always accepted.
package struct HostNames {
    private let names: Set<String>

    package init(own: String = HostName.current, more: [String]) {
        let machine = own.lowercased()
        names = Set(["localhost", machine, machine + ".local"] + more.map { HostNames.plain($0) })
    }

    /// Whether a request's `Host` names this machine.
    package func has(_ host: String) -> Bool {
        guard let place = HostPort(host) else { return false }
        let isAddress = InternetAddress(numeric: place.host, port: 1) != nil && !place.host.contains("%")
        return isAddress || names.contains(HostNames.plain(place.host))
    }

    /// Whether a request's `Origin` is the site with this `Host`.
    package static func isSame(origin: String, host: String) -> Bool {
        let site = host.lowercased()
        return ["http://", "https://"].contains { origin.lowercased() == $0 + site }
    }

    private static func plain(_ name: String) -> String {
        let small = name.lowercased()
        return small.hasSuffix(".") ? String(small.dropLast()) : small
    }
}
