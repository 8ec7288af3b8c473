/// Finds the bytes of a member's value in a line.
///
/// A reply repeats the `id` of its request in the same form, even if the request is refused: from
/// `{"id":-7.50e+1,"op":"lst"}` the scanner takes the bytes `-7.50e+1`. The scanner recognises only strings and the
/// depth of brackets, so the line need not be well-formed JSON. The caller checks the bytes that were found.
struct MemberScanner {
    private let bytes: UnsafeRawBufferPointer
    private var index = 0

    private init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// The range of bytes in `line` with the value of the member `name` of the outermost object. `nil` if there is no
    /// such member, or its value is neither a number nor a string.
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

    /// Skips a string and returns its range of bytes, including the quotes.
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
