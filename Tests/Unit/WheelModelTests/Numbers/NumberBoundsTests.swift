import ModelTestSupport
import TestSupport
import Testing
import WheelCore

@testable import WheelModel
@testable import WheelTouch

/// For any number that a configuration may define, and any operation by a hand, a client or a ramp, the value is
/// finite, in its range and on its grid.
@Suite struct NumberBoundsTests {
    @Test func anyNumberStaysInItsRangeAndOnItsGrid() {
        #expect(
            counterexample("bounds of numbers", seed: 20_261_121, cases: 2000) { generator in
                let control = BoundaryNumbers.control(&generator)
                var hand = BoundaryHand(control)
                for _ in 0..<30 {
                    if let problem = hand.act(&generator) { return "\(problem) in \(control)" }
                }
                return nil
            } == nil)
    }

    /// A move between two very close Doubles is not reported as a move by 0.
    @Test(
        arguments: [
            (.leastNonzeroMagnitude, 0), (1, 1.0.nextDown), (-.leastNormalMagnitude, .leastNormalMagnitude),
            (1e30, 1e30.nextUp),
        ] as [(Double, Double)])
    func differentNumbersHaveADifference(_ left: Double, _ right: Double) {
        #expect(DecimalPlaces.difference(left, right) != 0)
        #expect(DecimalPlaces.difference(right, left) == -DecimalPlaces.difference(left, right))
    }

    /// The value is still on the grid after a thousand million turns.
    @Test func valuesStayOnTheGridAfterManyTurns() {
        let number = NumberSettings(
            range: ValueRange(0, 1, includesUpper: false), step: 0.1, wraps: true,
            speeds: [Speed(name: "only", amount: .perTurn(1000), density: 20, lineWidth: 1)])
        var panel = RandomControls.panel(ControlSettings(name: "x", quantity: .float(number)))
        var changes = Changes()
        let zero = Instant(microseconds: 0)
        for _ in 0..<40 {
            changes.removeAll()
            _ = try? panel.turn(0, detents: 1e9 + 7, by: .client(1), at: zero, into: &changes)
            let value = panel.controls[0].number
            #expect((value * 10).rounded() / 10 == value)
        }
        #expect(panel.controls[0].rotations == NumberLimits.mostTurns)
        _ = try? panel.turn(0, detents: -0.24, by: .client(1), at: zero, into: &changes)
        #expect((panel.controls[0].rotations ?? 0) < NumberLimits.mostTurns)
    }

    @Test func aCurveBeyondItsLimitsIsRefused() {
        for (y1, y2) in [(1e308, 0), (0, -1e308), (1000.5, 0), (.nan, 0), (0, .infinity)] {
            let control = ControlSettings(name: "bpm", quantity: .int(NumberSettings(range: ValueRange(20, 300))))
            var panel = RandomControls.panel(control)
            var changes = Changes()
            let curve = AnimationCurve.bezier(x1: 0.3, y1: y1, x2: 0.7, y2: y2)
            #expect(AnimationCurve(numbers: [0.3, y1, 0.7, y2]) == nil)
            #expect(throws: CommandRefusal.refused(.outOfKind(.curveBeyondLimits), panel.settings.controls[0])) {
                try panel.startRamp(
                    RampMotion(target: .to(100), curve: curve), on: 0, at: Instant(microseconds: 0), into: &changes)
            }
            #expect(changes.isEmpty)
        }
    }

    @Test func restoredTurnsStayWithinTheirLimit() {
        let number = NumberSettings(range: ValueRange(0, 360, includesUpper: false), wraps: true)
        var panel = RandomControls.panel(ControlSettings(name: "x", quantity: .float(number)))
        panel.restore(0, Instrument.Remembered(value: .number(12), rotations: .max))
        #expect(panel.controls[0].rotations == NumberLimits.mostTurns)
        panel.restore(0, Instrument.Remembered(value: .number(1e300), rotations: .min))
        #expect(panel.controls[0].number == 12)
        #expect(panel.controls[0].rotations == -NumberLimits.mostTurns)
    }
}

/// Performs random operations on a number and checks it.
struct BoundaryHand {
    private var panel: Panel
    private var changes = Changes()
    private var time = Instant(microseconds: 0)

    init(_ control: ControlSettings) {
        panel = Panel(
            PanelSettings(
                controls: [control],
                inputs: [
                    InputSettings(name: "knob", controls: [0]),
                    InputSettings(name: "dial", controls: [0], detents: 400, isDetentless: true),
                ]))
    }

    /// The problem after another move, if any.
    mutating func act(_ generator: inout SeededGenerator) -> String? {
        changes.removeAll()
        time = time + .milliseconds(Int64(generator.int(in: 0...700)))
        let number = BoundaryNumbers.any(&generator)
        let what: String
        switch generator.int(in: 0...9) {
        case 0, 1:
            what = "set \(number)"
            _ = try? panel.set([(0, .number(number))], by: .client(1), at: time, into: &changes)
        case 2:
            let units = generator.pick([1, -1, 30, -60, 120, -120, 1 << 40, -1 << 40, .max, .min])
            what = "turn \(units)"
            panel.turn(generator.int(in: 0...1), by: units, at: time, into: &changes)
        case 3:
            what = "turn by a client \(number)"
            _ = try? panel.turn(0, detents: number, by: .client(1), at: time, into: &changes)
        case 4:
            let count = generator.pick([1, -1, 1000, 1 << 53, -1 << 53, .max, .min])
            what = "step \(count)"
            panel.step(0, by: count, source: .client(1), at: time, into: &changes)
        case 5, 6:
            let motion = RampMotion(
                from: generator.once(in: 2) ? BoundaryNumbers.any(&generator) : nil,
                target: generator.once(in: 2) ? .to(number) : .by(number),
                duration: generator.pick([.zero, .milliseconds(1), .seconds(1), .seconds(1e9)]),
                curve: generator.pick([.linear, .easeInOut, .bezier(x1: 0, y1: 1000, x2: 1, y2: -1000)]), holds: true)
            what = "ramp \(motion)"
            _ = try? panel.startRamp(motion, on: 0, at: time, into: &changes)
        case 7, 8:
            let fraction = generator.pick([0, 1, 0.5, .leastNonzeroMagnitude, 0.3, 1.0.nextDown, -1, 1e300])
            what = "scrub \(fraction)"
            _ = try? panel.scrubRamp(of: 0, to: fraction, by: .client(1), at: time, into: &changes)
        default:
            what = "reset and cycle the speed"
            panel.reset(0, source: .client(1), at: time, into: &changes)
            panel.changeSpeed(of: 0, to: .next, at: time, into: &changes)
        }
        return problem.map { "\($0) after \(what)" }
    }

    private var problem: String? {
        let control = panel.controls[0]
        let number = control.number
        if number == 0, number.sign == .minus { return "zero has a sign" }
        guard number.isFinite, control.settings.numberRange.contains(number) else { return "\(number) is out of range" }
        if control.scale.settled(number) != number {
            return "\(number) is off its grid, \(control.scale.settled(number)) is on it"
        }
        if control.kind == .int, number != number.rounded() { return "\(number) is not whole" }
        if (control.rotations ?? 0).magnitude > NumberLimits.mostTurns { return "\(control.rotations ?? 0) turns" }
        guard control.position?.isFinite ?? true else { return "the position is none" }
        var last: Double?
        for change in changes.list {
            guard case .value(let value) = change.event else { continue }
            guard value.delta.isFinite, value.delta != 0 else { return "it has moved by \(value.delta)" }
            switch value.reading {
            case .number(let number): last = number
            case .integer(let integer): last = Double(integer)
            case .position, .selection: return "a number is told as a position"
            }
        }
        if let last, last != number {
            return "\(last) was told, but it is \(number)"
        }
        return nil
    }
}

/// Numbers at the limits of what a configuration permits, and numbers of clients beyond these limits.
enum BoundaryNumbers {
    /// A number that a client may send.
    static func any(_ generator: inout SeededGenerator) -> Double {
        switch generator.int(in: 0...5) {
        case 0:
            generator.pick([
                0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude, 1e300, -1e300, 1.7e308,
                -1.7e308,
            ])
        case 1: generator.pick([9_007_199_254_740_991, 9_007_199_254_740_992, 9_007_199_254_740_994, 1e11, -3.6e11])
        case 2: Double(bitPattern: generator.next())
        case 3: inside(&generator)
        default: RandomControls.decimal(&generator)
        }
    }

    /// A number that a configuration may contain.
    private static func inside(_ generator: inout SeededGenerator) -> Double {
        var number = Double(generator.int(in: -9999...9999))
        for _ in 0..<generator.int(in: 0...24) { number *= 10 }
        for _ in 0..<generator.int(in: 0...24) { number /= 10 }
        return NumberLimits.holds(number) ? number : 1
    }

    private static func whole(_ generator: inout SeededGenerator) -> Double {
        let number = generator.once(in: 3) ? generator.pick([1, -1]) * NumberLimits.largestInteger : inside(&generator)
        return min(max(number.rounded(), -NumberLimits.largestInteger), NumberLimits.largestInteger)
    }

    static func control(_ generator: inout SeededGenerator) -> ControlSettings {
        let isInteger = generator.once(in: 3)
        while true {
            guard let number = number(&generator, isInteger: isInteger) else { continue }
            return ControlSettings(name: "x", quantity: isInteger ? .int(number) : .float(number))
        }
    }

    /// Settings that a configuration accepts, or `nil`.
    private static func number(_ generator: inout SeededGenerator, isInteger: Bool) -> NumberSettings? {
        func any() -> Double { isInteger ? whole(&generator) : inside(&generator) }
        var lower = any()
        var upper = generator.once(in: 3) ? lower + any().magnitude : any()
        if isInteger { upper = min(upper, NumberLimits.largestInteger) }
        (lower, upper) = (min(lower, upper), max(lower, upper))
        let isSquare = upper > 0 && generator.once(in: 4)
        if isSquare { lower = 0 }
        if !isSquare, generator.once(in: 8) { lower = -.infinity }
        if !isSquare, generator.once(in: 8) { upper = .infinity }
        let range = ValueRange(lower, upper, includesLower: generator.once(in: 2), includesUpper: generator.once(in: 2))
        let isFinite = range.isFinite
        let steps: Double? = generator.once(in: 2) ? any().magnitude : nil
        let isLog = isFinite && lower > 0 && generator.once(in: 2)
        let amount: SpeedAmount =
            isLog && generator.once(in: 3)
            ? .perOctave(generator.pick([1, 12, 1000]))
            : isLog || isSquare || (isFinite && generator.once(in: 2))
                ? .scale(generator.pick([1, 0.05, 1e-6, 1000])) : .perDetent(max(any().magnitude, 1e-30))
        let settings = NumberSettings(
            range: range, step: steps, snaps: !generator.once(in: 3),
            wraps: range.isHalfOpen && !isLog && !isSquare && generator.once(in: 2),
            taper: isSquare ? .square : isLog ? .log : .linear,
            speeds: [
                Speed(name: "one", amount: amount, density: 20, lineWidth: 1, acceleration: .standard),
                Speed(name: "two", amount: amount, density: 20, lineWidth: 1),
            ], rangeTurns: generator.pick([1, 1000, 1e-30, 0.3]))
        return isSound(settings, isInteger: isInteger) ? settings : nil
    }

    /// The checks of the configuration, repeated here, so that the test detects if one of them is removed.
    private static func isSound(_ settings: NumberSettings, isInteger: Bool) -> Bool {
        let range = settings.range
        guard range.lower < range.upper, !NumberLimits.isTooNarrow(range) else { return false }
        guard [range.lower, range.upper].allSatisfy({ !$0.isFinite || NumberLimits.holds($0) }) else { return false }
        let limit = NumberLimits.largestInteger
        if isInteger, min(range.upper, limit) - max(range.lower, -limit) < 2 { return false }
        if let step = settings.step {
            guard step > 0, NumberLimits.holds(step), isInteger || !NumberLimits.isTooFine(step, in: range),
                !range.isFinite || step * 2 < range.span
            else { return false }
            return true
        }
        guard !isInteger else { return true }
        switch settings.speeds[0].amount {
        case .scale(let scale):
            return !NumberLimits.isTooFine(range.span * scale / (settings.rangeTurns * 24), in: range)
        case .perOctave: return true
        case .perDetent(let value), .perTurn(let value): return !NumberLimits.isTooFine(value, in: range)
        }
    }
}
