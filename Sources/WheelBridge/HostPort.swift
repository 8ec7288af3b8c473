/// The place of a program: the name or address of a host, and a port.
package struct HostPort: Hashable, Sendable, CustomStringConvertible {
    package var host: String
    /// `nil`: the usual port.
    package var port: UInt16?

    package init(host: String, port: UInt16? = nil) {
        self.host = host
        self.port = port
    }

    /// Reads `HOST`, `HOST:PORT`, an IPv6 address, or `[ADDRESS]:PORT`. `nil` if the text is none of these.
    package init?(_ text: String) {
        var host = text[...]
        var port: UInt16?
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            if !rest.isEmpty {
                guard rest.first == ":", let number = HostPort.port(rest.dropFirst()) else { return nil }
                port = number
            }
        } else if let colon = text.firstIndex(of: ":"), text.lastIndex(of: ":") == colon {
            guard let number = HostPort.port(text[text.index(after: colon)...]) else { return nil }
            host = text[..<colon]
            port = number
        }
        guard !host.isEmpty, host.utf8.count <= 253, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != 0x2f })
        else { return nil }
        self.init(host: String(host), port: port)
    }

    package static func port(_ text: some StringProtocol) -> UInt16? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(text), number > 0
        else { return nil }
        return number
    }

    package var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port.map { "\(name):\($0)" } ?? name
    }
}
