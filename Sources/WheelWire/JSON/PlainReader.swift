internal import CNumber

/// Reads an object whose values are numbers, strings, `true`, `false` and `null`, as in most lines of the socket:
///
///     {"event":"value","seq":41,"time":8130.6,"control":"gain","value":-6.5}
///
/// jansson makes a tree and a hash table of such a line, which takes ten times as many instructions as a single pass
/// over its bytes. The reader accepts only a part of JSON. It returns `nil` for nested values, escapes, text that is
/// not ASCII, a name that occurs twice, and every mistake. Then jansson parses the line, so jansson alone decides which
/// lines are refused, and for what reason.
struct PlainReader {
    private let bytes: UnsafeRawBufferPointer
    private var index = 0

    /// Comparing the names of more members with each other would take longer than jansson's hash table.
    private static let mostMembers = 16

    private init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    static func object(in line: UnsafeRawBufferPointer) -> JSONObject? {
        var reader = PlainReader(line)
        return reader.object()
    }

    private mutating func object() -> JSONObject? {
        var object = JSONObject()
        object.members.reserveCapacity(PlainReader.mostMembers)
        guard take(UInt8(ascii: "{")) else { return nil }
        repeat {
            guard object.members.count < PlainReader.mostMembers, take(UInt8(ascii: "\"")), let name = string(),
                take(UInt8(ascii: ":")), let value = value(), !object.members.contains(where: { $0.name == name })
            else { return nil }
            object.members.append(JSONObject.Entry(name: name, value: value))
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { return nil }
        skipSpace()
        return index == bytes.count ? object : nil
    }

    private mutating func value() -> JSONValue? {
        skipSpace()
        guard index < bytes.count else { return nil }
        switch bytes[index] {
        case UInt8(ascii: "\""):
            index += 1
            return string().map(JSONValue.string)
        case UInt8(ascii: "t"): return takeWord("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return takeWord("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return takeWord("null") ? .null : nil
        default: return number().map(JSONValue.number)
        }
    }

    /// The string after a quote.
    private mutating func string() -> String? {
        let start = index
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                let text = UnsafeRawBufferPointer(rebasing: bytes[start..<index])
                index += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"), 0..<0x20, 0x80...: return nil
            default: index += 1
            }
        }
        return nil
    }

    private mutating func number() -> Double? {
        let start = index
        take(anyOf: UInt8(ascii: "-"))
        let first = index
        guard takeDigits(), bytes[first] != UInt8(ascii: "0") || index == first + 1 else { return nil }
        if take(anyOf: UInt8(ascii: ".")) {
            guard takeDigits() else { return nil }
        }
        if take(anyOf: UInt8(ascii: "e"), UInt8(ascii: "E")) {
            take(anyOf: UInt8(ascii: "+"), UInt8(ascii: "-"))
            guard takeDigits() else { return nil }
        }
        var number = 0.0
        let text = UnsafeRawBufferPointer(rebasing: bytes[start..<index]).bindMemory(to: CChar.self)
        return cnumber_read(text.baseAddress, text.count, &number) ? number : nil
    }

    /// Whether there was a digit.
    private mutating func takeDigits() -> Bool {
        let start = index
        while index < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[index] { index += 1 }
        return index > start
    }

    @discardableResult
    private mutating func take(anyOf first: UInt8, _ second: UInt8? = nil) -> Bool {
        guard index < bytes.count, bytes[index] == first || bytes[index] == second else { return false }
        index += 1
        return true
    }

    private mutating func takeWord(_ word: StaticString) -> Bool {
        let wanted = UnsafeRawBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[index...].starts(with: wanted) else { return false }
        index += wanted.count
        return true
    }

    /// Takes a byte and the space before it.
    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        return take(anyOf: byte)
    }

    private mutating func skipSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            default: return
            }
        }
    }
}
