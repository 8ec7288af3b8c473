/// A speed of a control: how far the control moves for a turn or a drag.
public struct Speed: Equatable, Sendable {
    public var name: String
    /// The text that displays show. `nil` means the name.
    public var label: String?
    public var amount: SpeedAmount
    /// Lines on the wheel per half turn.
    public var density: Double
    /// Width of the wheel's lines, in units of 0.15 mm.
    public var lineWidth: Double
    public var acceleration: Acceleration
    /// Whether a detent of an encoder moves one step of the grid. `amount` then still applies to drags, to rotations by
    /// two fingers, and to dials without detents.
    public var movesOneStep = false
    /// Whether a detent that starts between two multiples of the amount moves to the next multiple.
    public var rounds: Bool

    public init(
        name: String, amount: SpeedAmount, density: Double, lineWidth: Double, acceleration: Acceleration = .off,
        rounds: Bool = false, label: String? = nil
    ) {
        self.label = label
        self.name = name
        self.amount = amount
        self.density = density
        self.lineWidth = lineWidth
        self.acceleration = acceleration
        self.rounds = rounds
    }

    /// The three speeds of a control whose settings list none.
    public static let defaults = [
        Speed(name: "coarse", amount: .scale(1), density: 20, lineWidth: 1, acceleration: .standard),
        Speed(name: "medium", amount: .scale(0.3), density: 8, lineWidth: 2),
        Speed(name: "fine", amount: .scale(0.05), density: 4, lineWidth: 3),
    ]

    /// The speeds of a choice or selection whose settings list none. The scales of these speeds apply only to fingers
    /// and to dials without detents: an encoder with detents moves one position per detent.
    public static let ofPositions = defaults.map { speed in
        var speed = speed
        speed.acceleration = .off
        return speed
    }
}

/// How far a turn moves the control.
public enum SpeedAmount: Equatable, Sendable {
    /// The fraction of the range that is covered by `rangeTurns` revolutions, or by a drag along the whole wheel.
    case scale(Double)
    /// The change of the value per detent, independent of the encoder's detents per revolution.
    case perDetent(Double)
    /// The change of the value per revolution.
    case perTurn(Double)
    /// The number of detents that double the value of a control with the taper `log`.
    case perOctave(Int)
}

/// Whether a fast turn moves the control further than a slow turn by the same angle.
public enum Acceleration: Equatable, Sendable {
    case off
    /// The factor is 1 up to the rate `from`, and grows above that rate. At the rate `full` the knob covers the whole
    /// range in half a revolution. The factor never exceeds `max`.
    case range(from: TurnsPerSecond, full: TurnsPerSecond, max: Double)

    /// The acceleration `"range"`, with the default numbers.
    public static let standard = Acceleration.range(
        from: TurnsPerSecond(0.3), full: TurnsPerSecond(3), max: .infinity)
}

public struct TurnsPerSecond: Equatable, Comparable, Sendable {
    public var rate: Double

    public init(_ rate: Double) {
        self.rate = rate
    }

    public static func < (left: TurnsPerSecond, right: TurnsPerSecond) -> Bool { left.rate < right.rate }
}
