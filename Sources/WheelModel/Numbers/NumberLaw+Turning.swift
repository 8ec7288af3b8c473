import Glibc
import WheelSettings

/// The distance that turns and drags move at each speed.
extension NumberLaw {
    /// Detents per revolution for fingers, for clients' turns and for drawing, which have no encoder.
    static let fingerDetents = 24

    /// The scale of a speed: the fraction of the range that a drag along the whole wheel covers.
    func scale(of speed: Int) -> Double {
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

    /// The value per revolution; on a control that is not linear, as a fraction of the range.
    func perTurn(of speed: Int) -> Double {
        if case .perOctave(let detents) = speeds[speed].amount {
            return perDetent(ofOctave: detents) * Double(NumberLaw.fingerDetents)
        }
        return NumberLaw.perTurn(speeds[speed], rangeTurns: rangeTurns, span: turnedSpan)
    }

    /// The fraction of a logarithmic range that a detent moves, if `detents` of them double the value.
    private func perDetent(ofOctave detents: Int) -> Double { log(2) / (logarithmicSpan * Double(detents)) }

    static func perTurn(_ speed: Speed, rangeTurns: Double, span: Double) -> Double {
        switch speed.amount {
        case .scale(let scale): span * scale / rangeTurns
        case .perDetent(let value): value * Double(fingerDetents)
        case .perTurn(let value): value
        // Only a range with two ends has octaves.
        case .perOctave: 0
        }
    }

    /// The value per detent of an encoder with `detents` per revolution; on a control that is not linear, as a fraction of
    /// the range.
    func perDetent(of speed: Int, detents: Int) -> Double {
        switch speeds[speed].amount {
        case .scale(let scale): turnedSpan * scale / (rangeTurns * Double(detents))
        case .perDetent(let value): value
        case .perTurn(let value): value / Double(detents)
        case .perOctave(let octave): perDetent(ofOctave: octave)
        }
    }

    /// The same as an exact fraction, if there is one.
    func exactPerDetent(of speed: Int, detents: Int) -> Fraction? {
        switch speeds[speed].amount {
        case .scale(let scale):
            let turn = Fraction(decimal: range.upper).flatMap { upper in
                Fraction(decimal: range.lower).flatMap { upper.minus($0) }
            }
            let divisor = Fraction(decimal: rangeTurns)?.times(Fraction(Int64(detents)))
            return turn.flatMap { turn in Fraction(decimal: scale).flatMap { turn.times($0) } }
                .flatMap { whole in divisor.flatMap { whole.divided(by: $0) } }
        case .perDetent(let value): return Fraction(decimal: value)
        case .perTurn(let value): return Fraction(decimal: value)?.divided(by: Fraction(Int64(detents)))
        case .perOctave: return nil
        }
    }

    /// log(upper / lower).
    var logarithmicSpan: Double { log(range.upper / range.lower) }

    /// The number of whole grid steps that one detent moves.
    func steps(perDetent value: Double, grid: Grid) -> Int64 {
        Int64(max(1, min((value / grid.step).rounded(), Double(Fraction.largest))))
    }

    /// The same for a detent of an encoder at a speed. A scale on positions is for fingers alone.
    func steps(perDetentAt speed: Int, detents: Int, grid: Grid) -> Int64 {
        if isOfPositions, case .scale = speeds[speed].amount { return 1 }
        return steps(perDetent: perDetent(of: speed, detents: detents), grid: grid)
    }

    /// The acceleration factor of a turn at `rate`, for an encoder with `detents` per revolution.
    func acceleration(of speed: Int, detents: Int, detentsPerStep: Int, rate: TurnsPerSecond) -> Double {
        guard case .range(let from, let full, let most) = speeds[speed].acceleration, range.isFinite, rate > from
        else { return 1 }
        let perDetent: Double
        if let grid, taper == .linear {
            perDetent = Double(steps(perDetentAt: speed, detents: detents, grid: grid)) * grid.step
        } else {
            perDetent = self.perDetent(of: speed, detents: detents)
        }
        let perRevolution = perDetent * Double(detents) / Double(detentsPerStep)
        let growth = max(1, 2 * turnedSpan / perRevolution)
        let part = min(max((rate.rate - from.rate) / (full.rate - from.rate), 0), 1)
        return min(pow(growth, part), most)
    }
}
