/// Where messages go: a host by its name or address, and a port.
package struct OSCDestination: Hashable, Sendable, CustomStringConvertible {
    package var host: String
    package var port: UInt16

    /// `HOST:PORT`, or `[ADDRESS]:PORT` for IPv6. `nil` if the text is neither.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0,
            text[text.index(after: colon)...].utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty, host.utf8.count <= 253, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != 0x2f })
        else {
            return nil
        }
        self.host = String(host)
        self.port = port
    }

    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
