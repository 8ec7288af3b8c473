import WheelCore

/// A transformed circle: a centre and two half diameters, in pixels.
struct Ellipse {
    var center: Point
    /// The vector from the centre to the circle's point at 0°.
    var along: Vector
    /// The vector from the centre to the circle's point at 90°.
    var across: Vector

    func moved(to center: Point) -> Ellipse {
        Ellipse(center: center, along: along, across: across)
    }

    func scaled(by factor: Double) -> Ellipse {
        Ellipse(center: center, along: along * factor, across: across * factor)
    }

    /// Negative if the transform mirrors, zero if it flattens the circle to a line.
    private var determinant: Double { along.dx * across.dy - along.dy * across.dx }

    /// The side of the outline on which the inside lies: see `Outline.close`.
    var inside: Int32 { determinant > 0 ? 1 : -1 }

    /// Whether the ellipse is finite and has an area.
    var isDrawable: Bool {
        determinant.isFinite && determinant != 0 && center.x.isFinite && center.y.isFinite
    }

    /// The largest half diameter.
    var reach: Double {
        let one = along.dx * along.dx + along.dy * along.dy
        let other = across.dx * across.dx + across.dy * across.dy
        let mixed = along.dx * across.dx + along.dy * across.dy
        let spread = ((one - other) * (one - other) + 4 * mixed * mixed).squareRoot()
        return ((one + other + spread) / 2).squareRoot()
    }
}

extension Ellipse {
    init(center: Point, radius: Double, under transform: AffineTransform) {
        self.init(
            center: transform.apply(to: center), along: transform.apply(to: Vector(dx: radius, dy: 0)),
            across: transform.apply(to: Vector(dx: 0, dy: radius)))
    }
}

extension Outline {
    /// Adds the corner in the direction (cosine, sine) of the circle.
    @inline(__always)
    mutating func corner(of ellipse: Ellipse, cosine: Double, sine: Double) {
        corner(
            ellipse.center.x + ellipse.along.dx * cosine + ellipse.across.dx * sine,
            ellipse.center.y + ellipse.along.dy * cosine + ellipse.across.dy * sine)
    }

    /// Adds the corner in the direction with this index in the table.
    @inline(__always)
    mutating func corner(of ellipse: Ellipse, at index: Int) {
        corner(of: ellipse, cosine: circle.cosine(at: index), sine: circle.sine(at: index))
    }

    /// Adds the corners of a whole turn.
    mutating func turn(of ellipse: Ellipse, step: CircleTable.Step) {
        let moved = ellipse.scaled(by: step.radiusFactor)
        for index in 0..<step.count { corner(of: moved, at: index * step.stride) }
    }

    /// Adds the corners of the quarters `from ..< to` of a turn. Both ends lie on the curve itself, so that straight
    /// sides join it exactly.
    mutating func quarters(of ellipse: Ellipse, from: Int, to: Int, step: CircleTable.Step) {
        let moved = ellipse.scaled(by: step.radiusFactor)
        corner(of: ellipse, at: from * CircleTable.quarter)
        for index in from * step.count / 4 + 1..<to * step.count / 4 { corner(of: moved, at: index * step.stride) }
        corner(of: ellipse, at: to * CircleTable.quarter)
    }
}

/// The directions of the corners of arcs. These directions are fixed fractions of a turn, so a growing arc keeps its
/// corners, and only its end changes between frames.
struct CircleTable: ~Copyable {
    /// The number of corners of the finest circle, which is fine enough for radii up to 11 520 pixels (`Step.reach`).
    static let finest = 960
    static let quarter = finest / 4

    private let cosines: UnsafeMutablePointer<Double>
    private let steps: [Step]

    /// How finely arcs are drawn: with `count` straight pieces per turn.
    struct Step {
        var count: Int
        /// The distance in the table from one direction of the arc to the next.
        var stride: Int
        /// The factor for the radius of all corners except the ends of an arc. With this factor the polygon has the
        /// circle's area.
        var radiusFactor: Double
        /// The largest radius in pixels for which this step is fine enough.
        var reach: Double
    }

    init() {
        let cosines = UnsafeMutablePointer<Double>.allocate(capacity: CircleTable.finest)
        for index in 0..<CircleTable.finest {
            cosines[index] = Angle(turns: Double(index) / Double(CircleTable.finest)).cosine
        }
        self.cosines = cosines
        // Each count divides `finest`, so that the corners are in the table, and is a multiple of 4, so that quarters
        // end at corners.
        steps = [8, 12, 16, 20, 24, 32, 40, 48, 60, 80, 96, 120, 160, 192, 240, 320, 480, 960].map { count in
            let piece = Angle(turns: 1 / Double(count))
            // For a radius r and n pieces, the height of an arc above its chord is about r·(π/n)²/2. The limit of the
            // height is 1/16 of a pixel, so r is at most about n²/80. `radiusFactor` moves the corners outwards by two
            // thirds of the height. So no piece is more than 1/24 of a pixel away from the curve.
            let reach = Double(count * count) / 80
            // The area of the circle divided by the area of its inscribed polygon is 2π/n ÷ sin 2π/n. The factor for
            // the radius is the square root of this quotient.
            return Step(
                count: count, stride: CircleTable.finest / count,
                radiusFactor: (piece.radians / piece.sine).squareRoot(),
                reach: reach)
        }
    }

    deinit {
        cosines.deallocate()
    }

    /// The coarsest step that is fine enough for an ellipse with this largest radius.
    func step(reach: Double) -> Step {
        var index = 0
        while index < steps.count - 1 && steps[index].reach < reach { index += 1 }
        return steps[index]
    }

    /// The cosine of a direction. The index may be up to one turn outside of the table.
    @inline(__always)
    func cosine(at index: Int) -> Double {
        cosines[
            index < 0 ? index &+ CircleTable.finest : index >= CircleTable.finest ? index &- CircleTable.finest : index]
    }

    @inline(__always)
    func sine(at index: Int) -> Double { cosine(at: index &- CircleTable.quarter) }
}
