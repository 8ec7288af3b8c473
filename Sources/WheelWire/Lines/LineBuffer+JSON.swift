internal import CNumber

// Writes JSON directly: each call appends bytes to the buffer.
//
//     line.beginObject()       {
//     line.key("event")        {"event":
//     line.string("speed")     {"event":"speed"
//     line.key("seq")          {"event":"speed","seq":
//     line.integer(41)         {"event":"speed","seq":41
//     line.endLine()           {"event":"speed","seq":41}⏎
//
// Commas need no state, since `separate` looks at the last byte. The caller must close each bracket and give each key a
// value: nothing checks this.
//
// People read these lines with `socat`. So characters that control a terminal are escaped, too, although JSON allows
// them: U+007F to U+009F, and characters that change the direction of the text or end a line.

extension LineBuffer {
    package mutating func beginObject() { append(UInt8(ascii: "{")) }
    package mutating func endObject() { append(UInt8(ascii: "}")) }
    package mutating func beginArray() { append(UInt8(ascii: "[")) }
    package mutating func endArray() { append(UInt8(ascii: "]")) }

    /// Ends the line's object, and the line.
    mutating func endLine() { append("}\n") }

    /// Reverts `endLine`, so that another member can be added.
    mutating func reopenLine() { removeLast(2) }

    /// Appends the comma before a member or an element, except before the first one. The first one follows `{` or `[`,
    /// and no value ends with `{` or `[`.
    package mutating func separate() {
        switch last {
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["): break
        default: append(UInt8(ascii: ","))
        }
    }

    /// Appends the name of a member. The name must need no escapes.
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

    /// Appends a name, with escapes.
    package mutating func key(named name: String) {
        separate()
        string(name)
        append(UInt8(ascii: ":"))
    }

    mutating func null() { append("null") }

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

    /// Appends text that is already JSON.
    mutating func append(json: String) {
        var json = json
        json.withUTF8 { append($0) }
    }

    /// Appends runs of bytes that need no escapes unchanged, and escapes the characters between these runs.
    private mutating func escape(_ utf8: UnsafeBufferPointer<UInt8>) {
        var runStart = 0
        for (index, byte) in utf8.enumerated() {
            let length: Int
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0..<0x20, 0x7F: length = 1
            case 0xC2, 0xD8, 0xE2: length = Self.hiddenLength(utf8, at: index)
            default: continue
            }
            guard length > 0 else { continue }
            append(UnsafeBufferPointer(rebasing: utf8[runStart..<index]))
            if length == 1 { escape(byte) } else { escape(utf8, at: index, length) }
            runStart = index + length
        }
        append(UnsafeBufferPointer(rebasing: utf8[runStart...]))
    }

    /// The length in bytes of the character that begins here, if it has several bytes and controls a terminal; else 0.
    private static func hiddenLength(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        guard index + 1 < utf8.count else { return 0 }
        let second = utf8[index + 1]
        switch utf8[index] {
        case 0xC2: return (0x80...0x9F).contains(second) ? 2 : 0
        // U+061C, which changes the direction of the text.
        case 0xD8: return second == 0x9C ? 2 : 0
        default:
            guard index + 2 < utf8.count else { return 0 }
            switch (second, utf8[index + 2]) {
            // Characters that change the direction or end a line: U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069.
            case (0x80, 0x8E...0x8F), (0x80, 0xA8...0xAE), (0x81, 0xA6...0xA9): return 3
            default: return 0
            }
        }
    }

    /// Appends a character of two or three bytes as an escape, such as `\u202e`.
    private mutating func escape(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int, _ length: Int) {
        var number = UInt16(utf8[index] & (length == 2 ? 0x1F : 0x0F))
        for byte in utf8[(index + 1)..<(index + length)] { number = number << 6 | UInt16(byte & 0x3F) }
        append("\\u")
        for shift in [12, 8, 4, 0] { append(Self.hexDigit(UInt8(truncatingIfNeeded: number >> UInt16(shift)) & 15)) }
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

extension LineBuffer {
    // MARK: Numbers

    /// Appends the shortest decimal that reads back as the same Double; `null` for infinities and NaN.
    package mutating func number(_ value: Double) {
        guard value.isFinite else { return null() }
        let most = Int(CNUMBER_LENGTH_MAX)
        append(atMost: most) { text in
            text.withMemoryRebound(to: CChar.self, capacity: most) { cnumber_write(value, $0, most) }
        }
    }

    mutating func integer(_ value: Int) { integer(Int64(value)) }

    mutating func integer(_ value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        digits(value.magnitude, atLeast: 1)
    }

    /// Appends seconds with six decimals, computed in integers, so that the decimals of large numbers are exact, too.
    mutating func seconds(microseconds: Int64) {
        if microseconds < 0 { append(UInt8(ascii: "-")) }
        let (whole, fraction) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        digits(whole, atLeast: 1)
        append(UInt8(ascii: "."))
        digits(fraction, atLeast: 6)
    }

    private mutating func digits(_ value: UInt64, atLeast least: Int) {
        var places = 1
        var rest = value / 10
        while rest != 0 || places < least {
            places += 1
            rest /= 10
        }
        append(atMost: places) { text in
            var rest = value
            var place = places
            while place > 0 {
                place -= 1
                text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            return places
        }
    }
}
