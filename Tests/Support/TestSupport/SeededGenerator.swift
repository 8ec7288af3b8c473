/// A random number generator with a seed (SplitMix64): the same seed gives the same numbers.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    public mutating func double(in range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

    public mutating func int(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// True with a probability of 1 in `times`.
    public mutating func once(in times: Int) -> Bool { int(in: 1...times) == 1 }

    /// Traps on an empty list, which is a mistake in the test.
    public mutating func pick<Element>(_ list: [Element]) -> Element { list[int(in: 0...(list.count - 1))] }
}
