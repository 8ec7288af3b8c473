import Glibc
import WheelCore

/// The distance that turns and drags move at each speed.
extension ValueScale {
    /// Detents per revolution for fingers, for clients' turns and for drawing, which have no encoder.
    static let fingerDetents = 24

    /// The scale of a speed: the fraction of the range that a drag along the whole wheel covers.
    func wheelScale(of speed: Int) -> Double {
        switch speeds[speed].amount {
        case .scale(let scale): scale
        case .perOctave: perTurn(of: speed) * rangeTurns
        case .perDetent, .perTurn:
            range.isFinite && range.span > 0 ? perTurn(of: speed) * rangeTurns / range.span : 1
        }
    }

    /// The length of the range in the unit of turns: a value, or the whole range on a control that is not linear.
    var turnedSpan: Double { taper == .linear ? range.span : 1 }

    /// The value that a drag along the whole wheel covers; on a control that is not linear, as a fraction of the range.
    func perWheelLength(of speed: Int) -> Double {
        switch speeds[speed].amount {
        case .scale(let scale): turnedSpan * scale
        case .perDetent, .perTurn, .perOctave: perTurn(of: speed) * rangeTurns
        }
    }

    /// What the settings give for a speed: the value per detent or per revolution.
    static func amount(of speed: Speed, in range: ValueRange, taper: Taper, rangeTurns: Double) -> ExactNumber {
        switch speed.amount {
        case .scale(let scale):
            (taper == .linear ? range.exactSpan : ExactNumber(1)) * ExactNumber(scale) / ExactNumber(rangeTurns)
        case .perDetent(let value), .perTurn(let value): ExactNumber(value)
        case .perOctave(let detents): ExactNumber(log(2) / (log(range.upper / range.lower) * Double(detents)))
        }
    }

    /// The value per revolution; on a control that is not linear, as a fraction of the range.
    func perTurn(of speed: Int) -> Double {
        let amount = amounts[speed].value
        return speeds[speed].amount.isOfDetents ? amount * Double(ValueScale.fingerDetents) : amount
    }

    /// The value per detent of an encoder with `detents` per revolution; on a control that is not linear, as a fraction of
    /// the range.
    func perDetent(of speed: Int, detents: Int) -> Double {
        speeds[speed].amount.isOfDetents ? amounts[speed].value : amounts[speed].quotient(by: detents)
    }

    /// The same without rounding.
    func exactPerDetent(of speed: Int, detents: Int) -> ExactNumber {
        speeds[speed].amount.isOfDetents ? amounts[speed] : amounts[speed] / ExactNumber(detents)
    }

    /// log(upper / lower).
    var logarithmicSpan: Double { log(range.upper / range.lower) }

    /// The whole grid steps that one detent moves, if it is to move so many.
    static func wholeSteps(_ steps: Double) -> Int64 {
        Int64(max(1, min(steps.rounded(), Double(Fraction.largest))))
    }

    /// The whole grid steps that a detent of an encoder moves at a speed. A scale on positions is for fingers alone.
    func steps(perDetentAt speed: Int, detents: Int) -> Int64 {
        if speeds[speed].movesOneStep { return 1 }
        if isOfPositions, case .scale = speeds[speed].amount { return 1 }
        return steps(perDetentOf: speed, detents: detents)
    }

    /// The same, for fingers, too.
    func steps(perDetentOf speed: Int, detents: Int) -> Int64 {
        ValueScale.wholeSteps(strides[speed].quotient(by: speeds[speed].amount.isOfDetents ? 1 : detents))
    }

    /// The grid steps that a detent of a dial without detents moves.
    func stride(of speed: Int, detents: Int) -> StepRatio {
        StepRatio(strides[speed], over: speeds[speed].amount.isOfDetents ? 1 : detents)
    }

    /// The acceleration factor of a turn at `rate`, for an encoder with `detents` per revolution.
    func acceleration(of speed: Int, detents: Int, detentsPerStep: Int, rate: TurnsPerSecond) -> Double {
        guard case .range(let from, let full, let most) = speeds[speed].acceleration, range.isFinite, rate > from
        else { return 1 }
        let perDetent: Double
        if let grid, taper == .linear {
            perDetent = Double(steps(perDetentAt: speed, detents: detents)) * grid.step
        } else {
            perDetent = self.perDetent(of: speed, detents: detents)
        }
        let perRevolution = perDetent * Double(detents) / Double(detentsPerStep)
        let growth = max(1, 2 * turnedSpan / perRevolution)
        let part = min(max((rate.rate - from.rate) / (full.rate - from.rate), 0), 1)
        return min(pow(growth, part), most)
    }
}
