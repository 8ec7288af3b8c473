/// The syntax of JSON.
extension LineBuffer {
    package mutating func beginObject() { append(UInt8(ascii: "{")) }
    package mutating func endObject() { append(UInt8(ascii: "}")) }
    package mutating func beginArray() { append(UInt8(ascii: "[")) }
    package mutating func endArray() { append(UInt8(ascii: "]")) }

    /// Ends the line's object, and the line.
    mutating func endLine() { append("}\n") }

    /// Takes back `endLine`, so that another member can be added.
    mutating func reopenLine() { removeLast(2) }

    /// Appends the comma before a member or an element, except before the first one. There the last byte is the opening
    /// bracket, and no value ends with that.
    package mutating func separate() {
        switch last {
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["): break
        default: append(UInt8(ascii: ","))
        }
    }

    /// Appends the name of a member, which needs no escapes.
    mutating func key(_ name: StaticString) {
        separate()
        let count = name.utf8CodeUnitCount
        append(atMost: count + 3) { text in
            text[0] = UInt8(ascii: "\"")
            (text + 1).initialize(from: name.utf8Start, count: count)
            text[count + 1] = UInt8(ascii: "\"")
            text[count + 2] = UInt8(ascii: ":")
            return count + 3
        }
    }

    /// Appends a name that comes from outside.
    package mutating func key(named name: String) {
        separate()
        string(name)
        append(UInt8(ascii: ":"))
    }

    mutating func null() { append("null") }
    mutating func text(_ text: JSONText) { append(text.bytes) }

    package mutating func string(_ string: String) {
        var string = string
        append(UInt8(ascii: "\""))
        string.withUTF8 { escape($0) }
        append(UInt8(ascii: "\""))
    }

    /// Appends a string that needs no escapes.
    mutating func constant(_ string: String) {
        append(UInt8(ascii: "\""))
        append(json: string)
        append(UInt8(ascii: "\""))
    }

    /// Appends text that is JSON already.
    mutating func append(json: String) {
        var json = json
        json.withUTF8 { append($0) }
    }

    /// Appends runs of bytes that need no escape unchanged, and escapes the bytes between them.
    private mutating func escape(_ utf8: UnsafeBufferPointer<UInt8>) {
        var runStart = 0
        for (index, byte) in utf8.enumerated()
        where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
            append(UnsafeBufferPointer(rebasing: utf8[runStart..<index]))
            escape(byte)
            runStart = index + 1
        }
        append(UnsafeBufferPointer(rebasing: utf8[runStart...]))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case UInt8(ascii: "\n"): append("\\n")
        case UInt8(ascii: "\r"): append("\\r")
        case UInt8(ascii: "\t"): append("\\t")
        default:
            append("\\u00")
            append(Self.hexDigit(byte >> 4))
            append(Self.hexDigit(byte & 15))
        }
    }

    private static func hexDigit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
    }
}

/// A string in JSON, with its quotes and escapes. It is made once and appended often.
struct JSONText: Equatable, Sendable {
    let bytes: [UInt8]

    init(_ string: String) {
        var line = LineBuffer(capacity: 0)
        line.string(string)
        bytes = line.withUnsafeBytes { Array($0) }
    }
}
