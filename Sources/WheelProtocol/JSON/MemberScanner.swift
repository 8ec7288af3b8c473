/// Finds the text of a member in a line as it was written.
///
/// An `id` is echoed as it came, be it a number that no Double holds. The line need not be well-formed: the parser
/// judges that, and where it gives up for a number too large, the `id` is still wanted for the answer.
struct MemberScanner {
    private let bytes: UnsafeRawBufferPointer
    private var index = 0

    private init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    /// Where in `line` the value of the outermost object's member `name` lies, if that is a number or a string.
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
                let string = passString()
                passSpace()
                guard depth == 1, index < bytes.count, bytes[index] == UInt8(ascii: ":") else { continue }
                index += 1
                passSpace()
                if holds(name, at: string) { return passScalar() }
            default:
                index += 1
            }
        }
        return nil
    }

    /// Passes a string and returns where it lies, quotes included.
    private mutating func passString() -> Range<Int> {
        let start = index
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, bytes.count)
        return start..<index
    }

    private mutating func passSpace() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }

    private mutating func passScalar() -> Range<Int>? {
        guard index < bytes.count else { return nil }
        if bytes[index] == UInt8(ascii: "\"") { return passString() }
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
