import WheelCore

/// The directions of the corners of arcs. They are fixed fractions of a turn, so a growing arc keeps its corners and
/// only its end changes between frames.
struct CircleTable: ~Copyable {
    /// The number of corners of the finest circle, which suits a radius of 10 000 pixels.
    static let finest = 960
    static let quarter = finest / 4

    private let cosines: UnsafeMutablePointer<Double>
    private let steps: [Step]

    /// An arc with `count` straight pieces per turn.
    struct Step {
        var count: Int
        /// The distance between its directions in the table.
        var stride: Int
        /// The factor for the radius of inner corners, which keeps the circle's area.
        var radiusFactor: Double
        /// The largest radius in pixels for which it is fine enough.
        var reach: Double
    }

    init() {
        let cosines = UnsafeMutablePointer<Double>.allocate(capacity: CircleTable.finest)
        for index in 0..<CircleTable.finest {
            cosines[index] = Angle(turns: Double(index) / Double(CircleTable.finest)).cosine
        }
        self.cosines = cosines
        // Divisors of `finest` that are multiples of 4.
        steps = [8, 12, 16, 20, 24, 32, 40, 48, 60, 80, 96, 120, 160, 192, 240, 320, 480, 960].map { count in
            let piece = Angle(turns: 1 / Double(count))
            // The height of an arc above its chord is about r·(π/n)²/2. It may be 1/16 of a pixel: two thirds lie
            // outside and one third inside, so no piece is more than 1/24 of a pixel away from the curve.
            let reach = Double(count * count) / 80
            // The area of the circle divided by that of its inscribed polygon is 2π/n ÷ sin 2π/n.
            return Step(
                count: count, stride: CircleTable.finest / count,
                radiusFactor: (piece.radians / piece.sine).squareRoot(),
                reach: reach)
        }
    }

    deinit {
        cosines.deallocate()
    }

    /// The coarsest step for an ellipse with this largest radius.
    func step(reach: Double) -> Step {
        var index = 0
        while index < steps.count - 1 && steps[index].reach < reach { index += 1 }
        return steps[index]
    }

    /// The cosine of a direction, at most one turn outside of the table.
    @inline(__always)
    func cosine(at index: Int) -> Double {
        cosines[
            index < 0 ? index &+ CircleTable.finest : index >= CircleTable.finest ? index &- CircleTable.finest : index]
    }

    @inline(__always)
    func sine(at index: Int) -> Double { cosine(at: index &- CircleTable.quarter) }
}
