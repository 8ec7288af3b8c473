import WheelBridge

/// Where messages are sent: the name or address of a host, a port, and the transport.
package struct OSCDestination: Hashable, Sendable, CustomStringConvertible {
    package enum Transport: String, CaseIterable, Sendable {
        case udp
        /// TCP, with the length of each packet before the packet.
        case tcp
        case slip
    }

    package let transport: Transport
    package let host: String
    package let port: UInt16

    /// The form of a destination, for error messages about the option `--to`.
    package static let words = "[tcp:|slip:]HOST:PORT"

    /// Reads `HOST:PORT`, or `[ADDRESS]:PORT` for IPv6. A prefix `udp:` (the default), `tcp:` or `slip:` names the
    /// transport. `nil` for any other text.
    package init?(_ text: String) {
        var transport = Transport.udp
        var rest = text
        for other in Transport.allCases where text.hasPrefix("\(other.rawValue):") {
            transport = other
            rest = String(text.dropFirst(other.rawValue.count + 1))
        }
        guard let place = HostPort(rest), let port = place.port else { return nil }
        self.transport = transport
        host = place.host
        self.port = port
    }

    package var description: String {
        (transport == .udp ? "" : "\(transport.rawValue):") + HostPort(host: host, port: port).description
    }
}
