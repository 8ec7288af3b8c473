import WheelGeometry
import WheelModel
import WheelSettings

/// Which angle an arm or a rectangle has at which value.
struct ArmScale: Equatable, Sendable {
    /// Value for a full turn; on a logarithmic control the part of the range.
    let valuePerTurn: Double
    /// The value at 0°.
    let origin: Double
    private let isLogarithmic: Bool

    /// Degrees are what they are; of anything else the whole range is `turn`.
    init(_ number: NumberSettings, range turn: Angle) {
        let isDegrees = number.unit == "°"
        isLogarithmic = number.taper == .log
        if isLogarithmic {
            (valuePerTurn, origin) = (1 / turn.turns, number.range.lower)
        } else if isDegrees || !number.range.isFinite {
            (valuePerTurn, origin) = (360, 0)
        } else {
            (valuePerTurn, origin) = (number.range.span / turn.turns, number.range.lower)
        }
    }

    /// The value at 90° before 0°: where a rectangle's 0° is above and an arm's is to the left.
    func originTurnedBack(_ number: NumberSettings) -> Double {
        guard isLogarithmic else { return origin - valuePerTurn / 4 }
        // A quarter of the range's ratio down: its fourth root.
        return origin / (number.range.upper / number.range.lower).squareRoot().squareRoot()
    }

    func angle(_ pose: Pose) -> Angle {
        let amount = isLogarithmic ? pose.position ?? 0 : pose.value - origin
        let angle = Angle(turns: amount / valuePerTurn)
        // The largest numbers have no difference, or no angle.
        return angle.degrees.isFinite ? angle : .zero
    }

    /// The angles of the ends of a range; a quarter turn where it has none.
    func ends(of number: NumberSettings) -> (lower: Angle, upper: Angle) {
        guard number.range.isFinite else { return (.zero, .degrees(90)) }
        if isLogarithmic { return (.zero, Angle(turns: 1 / valuePerTurn)) }
        return (
            Angle(turns: (number.range.lower - origin) / valuePerTurn),
            Angle(turns: (number.range.upper - origin) / valuePerTurn)
        )
    }
}
