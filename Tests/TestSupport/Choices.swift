/// Where a random case comes from: from a seed in a test, from the bytes that libFuzzer makes up in a fuzzer.
public protocol Choices {
    /// A number from 0 up to, and without, `count`.
    mutating func choice(_ count: Int) -> Int

    /// Any 64 bits.
    mutating func word() -> UInt64
}

extension Choices {
    /// True once in `times`, on average.
    public mutating func once(in times: Int) -> Bool { choice(times) == 0 }

    /// Traps on an empty list: that is a mistake in the test.
    public mutating func pick<Element>(_ list: [Element]) -> Element { list[choice(list.count)] }

    /// A decimal as a person writes it.
    public mutating func decimal() -> Double {
        Double(Int16(truncatingIfNeeded: word())) / pick([1, 1, 10, 100, 1000])
    }

    /// Any number that is finite: a decimal, an extreme one or any bits.
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

/// Choices by the bytes that a fuzzer gives; past their end all is zero.
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
