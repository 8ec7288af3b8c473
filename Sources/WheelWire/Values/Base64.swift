/// Bytes as a member's value, such as the pixels of a picture.
struct Base64: MemberValue {
    static let kind = "base64"
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    init?(from json: JSONValue) {
        guard case .string(let text) = json, let bytes = LineBuffer.bytes(base64: text) else { return nil }
        self.bytes = bytes
    }

    func write(to line: inout LineBuffer) { line.base64(bytes) }
}

extension MemberVisitor where Self: ~Copyable {
    /// Visits a required member: bytes in base64.
    mutating func visit(_ name: StaticString, base64 bytes: inout [UInt8], _ meaning: StaticString) {
        var value = Base64(bytes: bytes)
        visit(Member(name, meaning), &value)
        bytes = value.bytes
    }
}

extension LineBuffer {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    mutating func base64(_ data: [UInt8]) {
        append(UInt8(ascii: "\""))
        append(atMost: (data.count + 2) / 3 * 4) { text in
            var end = 0
            for start in stride(from: 0, to: data.count, by: 3) {
                let given = min(3, data.count - start)
                var group: UInt32 = 0
                for offset in 0..<3 {
                    group = group << 8 | (offset < given ? UInt32(data[start + offset]) : 0)
                }
                for place in 0..<4 {
                    let index = Int(group >> (18 - 6 * UInt32(place)) & 63)
                    text[end + place] = place <= given ? Self.alphabet[index] : UInt8(ascii: "=")
                }
                end += 4
            }
            return end
        }
        append(UInt8(ascii: "\""))
    }

    /// The bytes that a text in base64 encodes; `nil` for any other text.
    static func bytes(base64 text: String) -> [UInt8]? {
        let utf8 = Array(text.utf8)
        guard utf8.count.isMultiple(of: 4) else { return nil }
        let digits = utf8.prefix { $0 != UInt8(ascii: "=") }
        let padding = utf8.dropFirst(digits.count)
        guard padding.count <= 2, padding.allSatisfy({ $0 == UInt8(ascii: "=") }) else { return nil }
        var data: [UInt8] = []
        data.reserveCapacity(digits.count * 3 / 4)
        var group: UInt32 = 0
        var bits = 0
        for digit in digits {
            guard let value = value(ofDigit: digit) else { return nil }
            group = (group << 6 | value) & 0xFF_FFFF
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            data.append(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
        }
        return data
    }

    private static func value(ofDigit digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
