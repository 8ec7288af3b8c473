/// One of a control's speeds: how far it moves for a given turn or drag.
public struct Speed: Equatable, Sendable {
    public var name: String
    public var amount: SpeedAmount
    /// Lines on the wheel per half turn.
    public var density: Double
    /// Width of the wheel's lines, in pixels.
    public var lineWidth: Double
    public var acceleration: Acceleration

    public init(
        name: String, amount: SpeedAmount, density: Double, lineWidth: Double, acceleration: Acceleration = .off
    ) {
        self.name = name
        self.amount = amount
        self.density = density
        self.lineWidth = lineWidth
        self.acceleration = acceleration
    }

    /// The three speeds of a control that names none.
    public static let defaults = [
        Speed(name: "coarse", amount: .scale(1), density: 20, lineWidth: 1, acceleration: .standard),
        Speed(name: "medium", amount: .scale(0.3), density: 8, lineWidth: 2),
        Speed(name: "fine", amount: .scale(0.05), density: 4, lineWidth: 3),
    ]

    /// The density of the speed at `index`, where it gives none of its own.
    public static func defaultDensity(at index: Int) -> Double {
        index == 0 ? 20 : index == 1 ? 8 : 4
    }

    /// The line width of the speed at `index`.
    public static func defaultLineWidth(at index: Int) -> Double {
        Double(min(index, 2) + 1)
    }
}

/// What a speed says of how far a turn goes.
public enum SpeedAmount: Equatable, Sendable {
    /// A fraction of the range for the control's `rangeTurns` revolutions, or for a drag along the wheel.
    case scale(Double)
    /// Value per detent, whatever the encoder's detents.
    case perDetent(Double)
    /// Value per revolution.
    case perTurn(Double)
}

/// Whether fast turning moves further than slow turning of the same angle.
public enum Acceleration: Equatable, Sendable {
    case off
    /// ×1 up to `from`, growing to the whole range in half a revolution at `full`, at most × `max`.
    case range(from: TurnsPerSecond, full: TurnsPerSecond, max: Double)

    /// `"range"` without numbers of its own.
    public static let standard = Acceleration.range(
        from: TurnsPerSecond(0.3), full: TurnsPerSecond(3), max: .infinity)
}

/// A rate of turning.
public struct TurnsPerSecond: Equatable, Comparable, Sendable {
    public var rate: Double

    public init(_ rate: Double) {
        self.rate = rate
    }

    public static func < (left: TurnsPerSecond, right: TurnsPerSecond) -> Bool { left.rate < right.rate }
}
