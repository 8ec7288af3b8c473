import LinuxSystem
import WheelBridge

/// The names under which this program answers.
///
/// A page of another site can give its own name the address of this machine (DNS rebinding). For the browser that page and this
/// program are then the same site. But the request still has the name in its `Host`. An address in numbers cannot be changed so.
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
