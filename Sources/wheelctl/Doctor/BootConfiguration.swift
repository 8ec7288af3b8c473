import LinuxSystem

/// A Raspberry Pi's config.txt. The overlays in this file assign pins to drivers of the kernel.
struct BootConfiguration: Equatable {
    /// The second path belongs to older systems.
    static let paths = ["/boot/firmware/config.txt", "/boot/config.txt"]

    struct Line: Equatable {
        var number: Int
        /// The line without comment and spaces, such as "dtoverlay=rotary-encoder,pin_a=17,pin_b=27".
        var text: String
        /// The overlay or the parameter, such as "rotary-encoder", or "spi" for `dtparam=spi=on`.
        var name: String
        /// The numbers among the values in the line, such as 17 and 27 above.
        var numbers: Set<UInt32>
    }

    var path: String
    /// The lines with overlays and board parameters; all others are left out.
    var lines: [Line]

    static var here: BootConfiguration? {
        for path in paths {
            if let text = NamedFile.text(path) { return BootConfiguration(path: path, text: text) }
        }
        return nil
    }

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
            Line(number: $0 + 1, text: $1)
        }
    }

    /// The line that most likely assigns the pin to one of the overlays: the first line that names both, else the first
    /// with the overlay, else the first with the pin.
    func line(givingPin pin: UInt32, toAnyOf overlays: [String]) -> Line? {
        let suspects = lines.filter { line in overlays.contains { Self.matches(line.name, $0) } }
        return suspects.first { $0.numbers.contains(pin) }
            ?? suspects.first ?? lines.first { $0.numbers.contains(pin) }
    }

    /// The pattern is a name, or a prefix with a star after it, such as "spi0-*".
    private static func matches(_ name: String, _ pattern: String) -> Bool {
        pattern.last == "*" ? name.hasPrefix(pattern.dropLast()) : name == pattern
    }
}

extension BootConfiguration.Line {
    /// Reads a line of the file; `nil` for a line that is neither an overlay nor a board parameter.
    init?(number: Int, text: Substring) {
        let text = String(text.split(separator: "#", omittingEmptySubsequences: false).first ?? "")
            .filter { $0 != " " && $0 != "\t" && $0 != "\r" }
        let parts = text.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0] == "dtoverlay" || parts[0] == "dtparam" else { return nil }
        let words = parts[1].split(separator: ",")
        guard let first = words.first else { return nil }
        self.number = number
        self.text = text
        name = String(first.split(separator: "=").first ?? first)
        numbers = Set(words.compactMap { $0.split(separator: "=").last.flatMap { UInt32($0) } })
    }
}
