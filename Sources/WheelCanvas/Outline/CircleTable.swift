import WheelGeometry

/// The directions that arcs are made of: always whole fractions of a turn from one and the same start, so that an arc
/// that grows keeps the corners it had, and only its end differs from one frame to the next.
struct CircleTable: ~Copyable {
    /// As many as the finest arc has: good for a radius of 4 000 pixels.
    static let finest = 1024

    private let cosines: UnsafeMutablePointer<Double>

    /// An arc in `count` straight pieces to a turn, and what its inner corners are moved out by so that the area
    /// stays that of the circle.
    struct Step {
        var count: Int
        var stride: Int
        var swell: Double
    }

    init() {
        cosines = .allocate(capacity: CircleTable.finest)
        for index in 0..<CircleTable.finest {
            cosines[index] = Angle(turns: Double(index) / Double(CircleTable.finest)).cosine
        }
    }

    deinit {
        cosines.deallocate()
    }

    /// Pieces so short that none leaves the curve by more than 1/48 of a pixel.
    func step(reach: Double) -> Step {
        var count = 8
        // The height of an arc over its chord is close to r·(π/n)²/2, and half of it goes either way.
        while count < CircleTable.finest && Double(count * count) < 158 * reach { count *= 2 }
        let piece = Angle(turns: 1 / Double(count))
        // 2π/n ÷ sin 2π/n is how much larger the circle is than the polygon inside it.
        return Step(
            count: count, stride: CircleTable.finest / count,
            swell: (piece.radians / sine(at: CircleTable.finest / count)).squareRoot())
    }

    @inline(__always)
    func cosine(at index: Int) -> Double { cosines[index & (CircleTable.finest - 1)] }

    @inline(__always)
    func sine(at index: Int) -> Double { cosines[(index - CircleTable.finest / 4) & (CircleTable.finest - 1)] }
}
