import ModelTestSupport
import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

/// Compares each published value with exact arithmetic, for controls whose settings are short decimals.
@Suite struct ExactValuesTests {
    @Test func everyPublishedValueIsTheDoubleNearestToTheExactOne() {
        let problem = counterexample("values beside exact fractions", seed: 20_261_123, cases: 4000) { generator in
            let control = ExactValuesTests.control(&generator)
            var panel = RandomControls.panel(control)
            var paper = PaperControl(control)
            var changes = Changes()
            var time = Instant(microseconds: 0)
            for count in 0..<12 {
                let move = count == 0 ? paper.set(&generator) : paper.move(&generator)
                time = time + .seconds(1)
                let before = panel.controls[0]
                changes.removeAll()
                guard paper.perform(move) else { return nil }
                ExactValuesTests.perform(move, on: &panel, at: time, into: &changes)
                let after = panel.controls[0]
                guard after.number == paper.value.double, after.rotations ?? 0 == paper.turns else {
                    return "\(move) led to \(after.number) after \(after.rotations ?? 0) turns, not to "
                        + "\(paper.value) after \(paper.turns), in \(control)"
                }
                let delta = paper.delta(from: before, to: after)
                for case .value(let value) in changes.list.map(\.event) {
                    guard let delta, delta != value.delta else { continue }
                    return "\(move) moved by \(value.delta), not by \(delta), in \(control)"
                }
            }
            return nil
        }
        #expect(problem == nil)
    }

    /// A turn by many detents has the same result as that many turns by one detent, in any range that a configuration
    /// may have.
    @Test func aTurnByManyDetentsIsAsManyTurns() {
        let problem = counterexample("many detents at once", seed: 20_261_124, cases: 3000) { generator in
            let control = ExactValuesTests.wideControl(&generator)
            var together = RandomControls.panel(control)
            var changes = Changes()
            let range = control.numberRange
            let most = NumberLimits.largestInteger
            let from = generator.pick([range.lower, range.upper, 0, (range.lower / 2 + range.upper / 2).rounded(), 7])
            _ = try? together.set(
                [(0, .number(min(max(from, -most), most)))], by: .client(1), at: Instant(microseconds: 0),
                into: &changes)
            var apart = together
            let speeds = control.speeds.count
            for turn in 1...4 {
                let time = Instant(microseconds: Int64(turn) * 1_000_000)
                let units = generator.pick([120, 120, 120, 60, 1])
                let count = generator.pick([1, 2, 3, 24, 25, 240]) * generator.pick([1, -1])
                let speed = generator.int(in: 0...speeds - 1)
                for _ in 0..<abs(count) {
                    apart.changeSpeed(of: 0, to: .named(control.speeds[speed].name), at: time, into: &changes)
                    apart.turn(0, by: units * count.signum(), at: time, into: &changes)
                    changes.removeAll()
                }
                together.changeSpeed(of: 0, to: .named(control.speeds[speed].name), at: time, into: &changes)
                together.turn(0, by: units * count, at: time, into: &changes)
                changes.removeAll()
                let (one, other) = (together.controls[0], apart.controls[0])
                if one.number != other.number || one.rotations != other.rotations {
                    return "\(units) units by \(count): \(one.number) at once, \(other.number) one by one, turns "
                        + "\(one.rotations ?? 0) and \(other.rotations ?? 0), in \(control)"
                }
            }
            return nil
        }
        #expect(problem == nil)
    }

    private static func perform(
        _ move: PaperControl.Move, on panel: inout Panel, at time: Instant, into changes: inout Changes
    ) {
        switch move {
        case .set(let value): _ = try? panel.set([(0, .number(value))], by: .client(1), at: time, into: &changes)
        case .turn(let units, let speed, let knob):
            panel.changeSpeed(
                of: 0, to: .named(panel.controls[0].settings.speeds[speed].name), at: time, into: &changes)
            panel.turn(knob, by: units, at: time, into: &changes)
        case .step(let count): panel.step(0, by: count, source: .client(1), at: time, into: &changes)
        case .ramp(let way):
            _ = try? panel.startRamp(
                RampMotion(target: .by(way), duration: .zero), on: 0, at: time, into: &changes)
        }
    }

    /// A linear number whose settings are short decimals.
    private static func control(_ generator: inout SeededGenerator) -> ControlSettings {
        let isWhole = generator.once(in: 4)
        let places = isWhole ? 0 : generator.int(in: 0...4)
        let power = (0..<places).reduce(1) { value, _ in value * 10 }
        func decimal(_ range: ClosedRange<Int>) -> Double { Double(generator.int(in: range)) / Double(power) }
        let lower = decimal(-100_000...100_000)
        let upper = (Rational(lower) + Rational(decimal(10...100_000))).double
        let width = (Rational(upper) - Rational(lower)).double
        let wraps = generator.once(in: 2)
        let includesLower = !wraps || generator.once(in: 2)
        var step: Double?
        if generator.once(in: 2) { step = [decimal(1...9), decimal(1...500)].first { $0 <= width / 2 } }
        let speeds = (0..<generator.int(in: 1...3)).map { index in
            let amount: SpeedAmount =
                switch generator.int(in: 0...2) {
                case 0: .scale(generator.pick([1, 0.3, 0.05, 0.7]))
                case 1: .perDetent(decimal(1...999))
                default: .perTurn(decimal(1...999))
                }
            return Speed(name: "speed\(index)", amount: amount, density: 20, lineWidth: 1)
        }
        let stepper = generator.once(in: 2) ? nil : decimal(1...10)
        let number = NumberSettings(
            range: ValueRange(lower, upper, includesLower: includesLower, includesUpper: !wraps || !includesLower),
            step: step, snaps: generator.once(in: 2), wraps: wraps, speeds: speeds,
            rangeTurns: generator.pick([1, 2, 0.5, 10, 7]), stepper: stepper)
        return ControlSettings(name: "x", quantity: isWhole ? .int(number) : .float(number))
    }

    /// A stepped number, often with the widest range in which integers are exact.
    private static func wideControl(_ generator: inout SeededGenerator) -> ControlSettings {
        let most = 1 << 53
        let ends = [-most, -most + 1, -1_000_000_007, -10, 0, 1, 360, 1_000_000_007, most / 3, most - 1, most]
        let lower = generator.pick(ends.dropLast(3) as [Int])
        let upper = generator.pick(ends.filter { $0 > lower + 20 })
        let wraps = generator.once(in: 2)
        let speeds = (0..<generator.int(in: 1...3)).map { index in
            let amount: SpeedAmount =
                switch generator.int(in: 0...2) {
                case 0: .scale(generator.pick([1, 0.3, 0.05]))
                case 1: .perDetent(generator.pick([1, 7, 1e9 + 7, 4e15, 4e15 + 1]))
                default: .perTurn(generator.pick([1, 360, 1e15]))
                }
            return Speed(name: "speed\(index)", amount: amount, density: 20, lineWidth: 1)
        }
        let number = NumberSettings(
            range: ValueRange(Double(lower), Double(upper), includesUpper: !wraps),
            step: generator.pick([nil, 2, 7]), snaps: generator.once(in: 2), wraps: wraps, speeds: speeds)
        return ControlSettings(name: "x", quantity: .int(number))
    }
}

/// Computes the values of a linear number with exact fractions, without the code of the program.
private struct PaperControl {
    enum Move {
        case set(Double)
        case turn(units: Int, speed: Int, knob: Int)
        case step(Int)
        case ramp(by: Double)
    }

    private let number: NumberSettings
    private let lower: Rational
    private let upper: Rational
    private let step: Rational?
    private let snaps: Bool
    private let isWhole: Bool
    /// The grid point with the index 0.
    private let origin: Rational
    /// The indices of the grid points, if values snap.
    private let places: ClosedRange<Int128>
    private(set) var value: Rational
    private(set) var turns = 0

    init(_ control: ControlSettings) {
        switch control.quantity {
        case .int(let settings): (number, isWhole) = (settings, true)
        case .float(let settings): (number, isWhole) = (settings, false)
        case .choice, .selection: fatalError("only numbers")
        }
        (lower, upper) = (Rational(number.range.lower), Rational(number.range.upper))
        step = number.step.map { Rational($0) } ?? (isWhole ? Rational(1) : nil)
        snaps = step != nil && (number.snaps || isWhole && step == Rational(1))
        origin = isWhole && step == Rational(1) ? Rational(0) : lower
        let stride = step ?? Rational(1)
        let first = -((origin - lower) / stride).floor
        let last = ((upper - origin) / stride).floor
        let isOnUpper = Rational(last) * stride + origin == upper
        let start = number.range.includesLower ? first : first + 1
        let end = isOnUpper && !number.range.includesUpper ? last - 1 : last
        places = step == nil ? 0...0 : start...end
        value = Rational(number.initial)
    }

    private var turn: Rational {
        snaps ? Rational(places.upperBound - places.lowerBound + 1) * (step ?? Rational(1)) : upper - lower
    }

    func set(_ generator: inout SeededGenerator) -> Move { .set(given(lower + part(&generator))) }

    /// A move whose numbers are short decimals.
    func move(_ generator: inout SeededGenerator) -> Move {
        let speed = generator.int(in: 0...number.speeds.count - 1)
        switch generator.int(in: 0...5) {
        case 0: return set(&generator)
        case 1: return .step(generator.pick([1, -1, 1, -1, 3, -30]))
        case 2: return .ramp(by: given(part(&generator) - (upper - lower) / Rational(2)))
        default:
            let units = step == nil && generator.once(in: 4) ? 60 : 120
            return .turn(units: units * generator.int(in: -9...9), speed: speed, knob: generator.int(in: 0...1))
        }
    }

    private func part(_ generator: inout SeededGenerator) -> Rational {
        (upper - lower) * Rational(Int128(generator.int(in: -20...120)), over: 100)
    }

    private func given(_ number: Rational) -> Double { isWhole ? Double(number.rounded) : number.double }

    /// Returns false if the result is not clear: the value is between two points of the grid, or has too many digits.
    mutating func perform(_ move: Move) -> Bool {
        switch move {
        case .set(let value): return put(Rational(value))
        case .ramp(let way):
            guard isShort(value), way != 0 else { return false }
            return put(value + Rational(way))
        case .turn(let units, let speed, let knob):
            let detents = knob == 0 ? 24 : 20
            var amount: Rational
            switch number.speeds[speed].amount {
            case .scale(let scale):
                amount = (upper - lower) * Rational(scale) / Rational(number.rangeTurns) / Rational(detents)
            case .perDetent(let value): amount = Rational(value)
            case .perTurn(let value): amount = Rational(value) / Rational(detents)
            case .perOctave: return false
            }
            if let step { amount = Rational(max(1, (amount / step).rounded)) * step }
            go(by: amount * Rational(Int128(units), over: 120))
        case .step(let count):
            var amount = number.stepper.map { Rational($0) } ?? step ?? (upper - lower) / Rational(100)
            if let step { amount = Rational(max(1, (amount / step).rounded)) * step }
            go(by: amount * Rational(count))
        }
        return true
    }

    private mutating func go(by way: Rational) {
        guard number.wraps else {
            let (first, last) = snaps ? (point(places.lowerBound), point(places.upperBound)) : (lower, upper)
            value = min(max(value + way, first), last)
            return
        }
        wrap(value + way)
    }

    private mutating func wrap(_ wanted: Rational) {
        let start = snaps ? point(places.lowerBound) : lower
        var around = ((wanted - start) / turn).floor
        if !snaps, !number.range.includesLower, wanted - start == Rational(around) * turn { around -= 1 }
        value = wanted - Rational(around) * turn
        turns += Int(around)
    }

    private mutating func put(_ wanted: Rational) -> Bool {
        var wanted = wanted
        if snaps, let step {
            let place = (wanted - origin) / step
            guard (place - Rational(place.floor)) != Rational(1, over: 2) else { return false }
            wanted = point(number.wraps ? place.rounded : min(max(place.rounded, places.lowerBound), places.upperBound))
        }
        guard number.wraps else {
            value = min(max(wanted, lower), upper)
            return isShort(value)
        }
        wrap(wanted)
        return isShort(value)
    }

    private func point(_ place: Int128) -> Rational { origin + Rational(place) * (step ?? Rational(1)) }

    /// Whether the value is a decimal of at most 15 digits.
    private func isShort(_ value: Rational) -> Bool { Rational(value.double) == value }

    /// The exact delta between two values; nil if a value has too many digits.
    func delta(from before: Control, to after: Control) -> Double? {
        guard [before, after].allSatisfy({ "\($0.number)".count < 16 }) else { return nil }
        let around = (after.rotations ?? 0) - (before.rotations ?? 0)
        return (Rational(after.number) - Rational(before.number) + Rational(around) * turn).double
    }
}
