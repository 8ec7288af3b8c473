/// Text that somebody else chose: the name of a device, a value in a file, what a client or a daemon sent.
///
/// It never gives its raw characters, only a form for where it is written: a terminal or a log (`line`), a TOML file
/// (`toml`), or JSON that is shown on a terminal (`json`). Everything that wheeld and wheelctl
/// print passes through here at the last moment, so that no caller has to remember it.
public struct ForeignText: Sendable, CustomStringConvertible {
    private let text: String

    public init(_ text: some StringProtocol) { self.text = String(text) }

    /// Bytes that are not UTF-8 become U+FFFD.
    public init(decoding bytes: some Collection<UInt8>) { text = String(decoding: bytes, as: UTF8.self) }

    /// The same as `line`, so that a string interpolation is safe, too.
    public var description: String { line }

    /// One line of visible characters, for a terminal or a log. Every other character is written as its number,
    /// `\u{1b}`.
    public var line: String {
        guard text.utf8.contains(where: { !Self.isPlain($0) }) else { return text }
        return escaped { "\\u{\(String($0.value, radix: 16))}" }
    }

    /// The same with at most so many characters of the text.
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

    /// The same JSON, if the text is one line of JSON: characters that are not visible become `\u` escapes. Blanks
    /// between its values become spaces.
    public var json: String {
        guard text.utf8.contains(where: { !Self.isPlain($0) }) else { return text }
        return escaped { scalar in
            // JSON allows these characters between its values only.
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

    /// Whether a character has its own place in a line: it moves no cursor, ends no line, does not change the writing
    /// direction, and can be seen. The two joiners are allowed: some languages and pictures are written with them.
    public static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F { return scalar.value >= 0x20 }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: return false
        case .format: return scalar == "\u{200C}" || scalar == "\u{200D}"
        // Fillers that have no width; marks that choose one form of a letter are no text of their own.
        case .otherLetter: return !scalar.properties.isDefaultIgnorableCodePoint
        default: return true
        }
    }
}
