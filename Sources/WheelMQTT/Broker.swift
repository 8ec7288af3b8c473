/// The place of a broker.
package struct Broker: Equatable, Sendable {
    package var host: String
    /// `nil`: the usual port.
    package var port: Int?

    package init(host: String, port: Int? = nil) {
        self.host = host
        self.port = port
    }

    /// `HOST`, `HOST:PORT`, an address of IPv6, or `[ADDRESS]:PORT`. `nil` if it is none of these.
    package init?(_ text: String) {
        var host = text[...]
        var port: Int?
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            if !rest.isEmpty {
                guard rest.first == ":", let number = Broker.port(rest.dropFirst()) else { return nil }
                port = number
            }
        } else if let colon = text.firstIndex(of: ":"), text.lastIndex(of: ":") == colon {
            guard let number = Broker.port(text[text.index(after: colon)...]) else { return nil }
            host = text[..<colon]
            port = number
        }
        guard !host.isEmpty, host.utf8.count <= 253, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != 0x2f })
        else { return nil }
        self.init(host: String(host), port: port)
    }

    package static func port(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
            (1...65535).contains(number)
        else { return nil }
        return number
    }
}
