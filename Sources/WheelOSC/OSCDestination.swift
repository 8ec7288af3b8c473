import WheelBridge

/// Where messages go: a host by its name or address, and a port.
package struct OSCDestination: Hashable, Sendable, CustomStringConvertible {
    package let host: String
    package let port: UInt16

    /// `HOST:PORT`, or `[ADDRESS]:PORT` for IPv6. `nil` if the text is neither.
    package init?(_ text: String) {
        guard let place = HostPort(text), let port = place.port else { return nil }
        host = place.host
        self.port = port
    }

    package var description: String { HostPort(host: host, port: port).description }
}
