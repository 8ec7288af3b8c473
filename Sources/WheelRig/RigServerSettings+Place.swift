import LinuxSystem

extension RigServerSettings {
    static func isAddress(_ text: String) -> Bool { InternetAddress(numeric: text, port: 1) != nil }

    /// `4533`, `127.0.0.1:4533` or `[::1]:4533`.
    package static func place(_ text: String) -> (address: String?, port: UInt16)? {
        let colon = text.lastIndex(of: ":")
        guard let port = UInt16(text[(colon.map { text.index(after: $0) } ?? text.startIndex)...]), port > 0 else {
            return nil
        }
        guard let colon else { return (nil, port) }
        var address = text[..<colon]
        if address.hasPrefix("["), address.hasSuffix("]") { address = address.dropFirst().dropLast() }
        return isAddress(String(address)) ? (String(address), port) : nil
    }
}
