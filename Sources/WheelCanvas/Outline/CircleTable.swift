import WheelGeometry

/// The directions that arcs are made of: always whole fractions of a turn from one and the same start, so that an arc
/// that grows keeps the corners it had, and only its end differs from one frame to the next.
struct CircleTable: ~Copyable {
    /// As many as the finest arc has: good for a radius of 10 000 pixels.
    static let finest = 960
    static let quarter = finest / 4

    private let cosines: UnsafeMutablePointer<Double>
    private let steps: [Step]

    /// An arc in `count` straight pieces to a turn.
    struct Step {
        var count: Int
        /// From one direction to the next in the table.
        var stride: Int
        /// What inner corners are moved out by, so that the area stays that of the circle.
        var swell: Double
        /// The longest half diameter that it is good for, in pixels.
        var reach: Double
    }

    init() {
        let cosines = UnsafeMutablePointer<Double>.allocate(capacity: CircleTable.finest)
        for index in 0..<CircleTable.finest {
            cosines[index] = Angle(turns: Double(index) / Double(CircleTable.finest)).cosine
        }
        self.cosines = cosines
        // Divisors of the finest, of whole quarters each.
        steps = [8, 12, 16, 20, 24, 32, 40, 48, 60, 80, 96, 120, 160, 192, 240, 320, 480, 960].map { count in
            let piece = Angle(turns: 1 / Double(count))
            // The height of an arc over its chord is close to r·(π/n)²/2. Of 1/16 of a pixel, two thirds go outwards
            // and one third inwards: no piece leaves the curve by more than 1/24.
            let reach = Double(count * count) / 80
            // 2π/n ÷ sin 2π/n is how much larger the circle is than the polygon inside it.
            return Step(
                count: count, stride: CircleTable.finest / count, swell: (piece.radians / piece.sine).squareRoot(),
                reach: reach)
        }
    }

    deinit {
        cosines.deallocate()
    }

    /// Pieces as long as they may be for an ellipse of this longest half diameter.
    func step(reach: Double) -> Step {
        var index = 0
        while index < steps.count - 1 && steps[index].reach < reach { index += 1 }
        return steps[index]
    }

    /// In a direction from the table, up to a turn around either way.
    @inline(__always)
    func cosine(at index: Int) -> Double {
        cosines[
            index < 0 ? index &+ CircleTable.finest : index >= CircleTable.finest ? index &- CircleTable.finest : index]
    }

    @inline(__always)
    func sine(at index: Int) -> Double { cosine(at: index &- CircleTable.quarter) }
}
