/// Finds the text of a member in a line, as it was written.
///
/// A reply repeats the `id` of its request unchanged, even if it is a number that no Double holds: of `{"id":1e400,"op":"ping"}`
/// the parser has no value, and the scanner finds the bytes `1e400`. It knows strings and the depth of brackets, and nothing else
/// of JSON, so the line need not be well-formed. Whoever uses the bytes checks them.
struct MemberScanner {
    private let bytes: UnsafeRawBufferPointer
    private var index = 0

    private init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The place in `line` of the value of the outermost object's member `name`, if it is a number or a string.
    static func scalar(named name: StaticString, in line: UnsafeRawBufferPointer) -> Range<Int>? {
        var scanner = MemberScanner(line)
        return scanner.scalar(named: name)
    }

    private mutating func scalar(named name: StaticString) -> Range<Int>? {
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                index += 1
            case UInt8(ascii: "\""):
                let string = skipString()
                skipSpace()
                guard depth == 1, index < bytes.count, bytes[index] == UInt8(ascii: ":") else { continue }
                index += 1
                skipSpace()
                if holds(name, at: string) { return skipScalar() }
            default:
                index += 1
            }
        }
        return nil
    }

    /// Skips a string and returns its place, quotes included.
    private mutating func skipString() -> Range<Int> {
        let start = index
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, bytes.count)
        return start..<index
    }

    private mutating func skipSpace() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }

    private mutating func skipScalar() -> Range<Int>? {
        guard index < bytes.count else { return nil }
        if bytes[index] == UInt8(ascii: "\"") { return skipString() }
        let start = index
        while index < bytes.count, Self.isOfNumber(bytes[index]) { index += 1 }
        return index == start ? nil : start..<index
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    private func holds(_ name: StaticString, at string: Range<Int>) -> Bool {
        let inside = bytes[string].dropFirst().dropLast()
        return inside.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }
}
