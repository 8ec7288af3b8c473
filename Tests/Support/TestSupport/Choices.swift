/// The source of a random case: a seed in a test, or the bytes of libFuzzer in a fuzzer.
public protocol Choices {
    /// A number in 0 ..< `count`.
    mutating func choice(_ count: Int) -> Int

    /// Any 64 bits.
    mutating func word() -> UInt64
}

extension Choices {
    /// True with a probability of 1 in `times`.
    public mutating func once(in times: Int) -> Bool { choice(times) == 0 }

    /// Traps on an empty list, which is a mistake in the test.
    public mutating func pick<Element>(_ list: [Element]) -> Element { list[choice(list.count)] }

    /// A decimal number with few digits.
    public mutating func decimal() -> Double {
        Double(Int16(truncatingIfNeeded: word())) / pick([1, 1, 10, 100, 1000])
    }

    /// Any finite number: a decimal, an extreme number, or random bits.
    public mutating func finiteNumber() -> Double {
        switch choice(8) {
        case 0, 1: return Double(choice(256) - 128)
        case 2, 3: return decimal()
        case 4, 5, 6: return pick(Extremes.numbers)
        default:
            let number = Double(bitPattern: word())
            return number.isFinite ? number : Extremes.largest
        }
    }
}

extension SeededGenerator: Choices {
    public mutating func choice(_ count: Int) -> Int { int(in: 0...count - 1) }

    public mutating func word() -> UInt64 { next() }
}

/// Choices from the bytes of a fuzzer. After the last byte all choices are zero.
public struct ByteChoices: Choices {
    private var bytes: ArraySlice<UInt8>

    public init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = ArraySlice(bytes)
    }

    public var isOver: Bool { bytes.isEmpty }

    public mutating func choice(_ count: Int) -> Int {
        let byte = Int(bytes.popFirst() ?? 0)
        return count <= 256 ? byte % count : (byte << 8 | Int(bytes.popFirst() ?? 0)) % count
    }

    public mutating func word() -> UInt64 {
        (0..<8).reduce(0) { word, _ in word << 8 | UInt64(bytes.popFirst() ?? 0) }
    }
}
