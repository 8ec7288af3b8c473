import WheelCore
import WheelModel

/// The relation between a control's value and the angle of an arm or a rectangle.
struct ArmScale: Equatable, Sendable {
    /// The change of the value per full turn. If the taper is not linear, this is the change of the position in the
    /// range.
    let valuePerTurn: Double
    /// The value at 0°.
    let origin: Double
    private let isCurved: Bool

    /// With the taper `linear`, a value in degrees is the angle itself, and so is a value without a finite range. In
    /// all other cases the range spans the angle `turn`.
    init(_ number: NumberSettings, range turn: Angle) {
        let isDegrees = number.unit == "°"
        isCurved = number.taper != .linear
        if isCurved {
            (valuePerTurn, origin) = (1 / turn.turns, number.range.lower)
        } else if isDegrees || !number.range.isFinite {
            (valuePerTurn, origin) = (360, 0)
        } else {
            (valuePerTurn, origin) = (number.range.span / turn.turns, number.range.lower)
        }
    }

    /// The value at −90°. An arm has 0° at the left, but a rectangle has 0° at the top. So this is the value at which
    /// the rectangle's top points to the left.
    func originTurnedBack(_ number: NumberSettings) -> Double {
        guard isCurved else { return origin - valuePerTurn / 4 }
        // The taper `square` squares the position: at the position −1/4 the value is −(1/4)² times the upper end.
        if number.taper == .square { return -number.range.upper / 16 }
        // A quarter of a logarithmic range is a factor: the fourth root of the ratio of its ends.
        return origin / (number.range.upper / number.range.lower).squareRoot().squareRoot()
    }

    func angle(_ pose: Pose) -> Angle {
        let amount = isCurved ? pose.position ?? 0 : pose.value - origin
        let angle = Angle(turns: amount / valuePerTurn)
        // The difference of very large numbers may overflow. The angle is then 0°.
        return angle.degrees.isFinite ? angle : .zero
    }

    /// The angles at both ends of the range; 0° and 90° if the range is not finite.
    func ends(of number: NumberSettings) -> (lower: Angle, upper: Angle) {
        guard number.range.isFinite else { return (.zero, .degrees(90)) }
        if isCurved { return (.zero, Angle(turns: 1 / valuePerTurn)) }
        return (
            Angle(turns: (number.range.lower - origin) / valuePerTurn),
            Angle(turns: (number.range.upper - origin) / valuePerTurn)
        )
    }
}
