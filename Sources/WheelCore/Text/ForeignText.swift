/// Text from outside: the name of a device, a value in a file, a line from a client or a daemon.
///
/// `ForeignText` offers no raw characters, only escaped forms: for a terminal or a log (`line`), for a TOML file
/// (`toml`), and for JSON on a terminal (`json`). wheeld and wheelctl escape all their output here, right before it is
/// written, so that the code that makes a text need not do it.
public struct ForeignText: Sendable, CustomStringConvertible {
    private let text: String

    public init(_ text: some StringProtocol) { self.text = String(text) }

    /// Replaces bytes that are not UTF-8 by U+FFFD.
    public init(decoding bytes: some Collection<UInt8>) { text = String(decoding: bytes, as: UTF8.self) }

    /// The same as `line`, so that string interpolation is safe.
    public var description: String { line }

    /// One line of visible characters, for a terminal or a log. Other characters are written as their number, such as
    /// `\u{1b}`.
    public var line: String {
        guard text.utf8.contains(where: { !Self.isPlain($0) }) else { return text }
        return escaped { "\\u{\(String($0.value, radix: 16))}" }
    }

    /// `line` for the first `most` characters of the text, with "…" if the text is longer.
    public func line(most: Int) -> String {
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: most, limitedBy: scalars.endIndex),
            end != scalars.endIndex
        else { return line }
        return ForeignText(text[..<end]).line + "…"
    }

    /// A TOML string with its quotation marks.
    public var toml: String {
        "\""
            + escaped(also: "\"\\") { scalar in
                switch scalar {
                case "\"": "\\\""
                case "\\": "\\\\"
                default:
                    scalar.value > 0xFFFF ? "\\U" + Self.hex(scalar.value, 8) : "\\u" + Self.hex(scalar.value, 4)
                }
            } + "\""
    }

    /// For a text that is one line of JSON: the same JSON with invisible characters written as `\u` escapes. White
    /// space between values becomes spaces.
    public var json: String {
        guard text.utf8.contains(where: { !Self.isPlain($0) }) else { return text }
        return escaped { scalar in
            // JSON allows these characters only between values, where a space may replace them.
            if scalar.value < 0x20 { return " " }
            return String(scalar).utf16.map { "\\u" + Self.hex(UInt32($0), 4) }.joined()
        }
    }

    private func escaped(also marks: String = "", _ escape: (Unicode.Scalar) -> String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if Self.isVisible(scalar), !marks.unicodeScalars.contains(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                result += escape(scalar)
            }
        }
        return result
    }

    private static func isPlain(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }

    private static func hex(_ value: UInt32, _ digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// The text with "?" in the place of each character that is not visible in a line.
    public static func visible(_ text: some Sequence<Character>) -> String {
        String(text.map { $0.unicodeScalars.allSatisfy(isVisible) ? $0 : "?" })
    }

    /// Whether a character is visible in a line: it does not move the cursor, end the line or change the writing
    /// direction. The zero-width joiner and non-joiner are allowed, because some languages and emoji need them.
    public static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F { return scalar.value >= 0x20 }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: return false
        case .format: return scalar == "\u{200C}" || scalar == "\u{200D}"
        // Some letters are fillers, which have no width and so are not visible.
        case .otherLetter: return !scalar.properties.isDefaultIgnorableCodePoint
        default: return true
        }
    }
}
