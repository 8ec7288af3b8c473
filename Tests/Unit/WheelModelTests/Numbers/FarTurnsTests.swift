import ModelTestSupport
import TestSupport
import Testing
import WheelCore

@testable import WheelModel
@testable import WheelTouch

/// A control that wraps counts its rotations. The sum of its value and all rotations may be too large for an exact
/// Double.
@Suite struct FarTurnsTests {
    /// The published delta of an int is exact, for any width of the range and any number of turns.
    @Test(
        arguments: [
            // The width of the range is 2^53 + 1.
            ("[-9007199254740992, 1)", 0, 0, 1, 1), ("[-9007199254740992, 1)", 0, 0, -9_007_199_254_740_992, -1 << 53),
            ("(-9007199254740992, 2]", 0, 2, 3, 1), ("[-9007199254740992, 9007199254740992)", 0, -5, 6, 11),
            // The total with the rotations exceeds 2^53.
            ("[213, 1000000000000000)", -213, 299, 284, -15), ("[213, 1000000000000000)", 1_000_000_000, 213, 214, 1),
            ("[0, 1000000000)", 1_000_000_000, 5, -3, -8),
            ("(0, 1000000000]", -1_000_000_000, 1_000_000_000, 1, -999_999_999),
        ] as [(String, Int, Int, Int, Int)])
    func anIntTellsHowFarItHasMoved(_ range: String, turns: Int, from: Int, to: Int, by way: Int) throws {
        let settings = NumberSettings(range: try ValueRange(text: range), wraps: true)
        var panel = RandomControls.panel(ControlSettings(name: "x", quantity: .int(settings)))
        panel.restore(0, Instrument.Remembered(value: .number(Double(from)), rotations: turns))
        var changes = Changes()
        let zero = Instant(microseconds: 0)
        _ = try panel.set([(0, .number(Double(to)))], by: .client(1), at: zero, into: &changes)
        #expect(Self.moves(in: changes).map(\.delta) == [Double(way)])
    }

    @Test func aWideIntWrapsExactly() {
        let limit = 1 << 53
        let problem = counterexample("wide wrapping ints", seed: 20_261_121, cases: 2000) { generator in
            let lower = -limit + generator.int(in: 0...3)
            let upper = generator.pick([lower + 10, 1, 2, limit / 2, limit - 1, limit]) - generator.int(in: 0...1)
            let range = ValueRange(Double(lower), Double(upper), includesUpper: false)
            var control = Control(
                ControlSettings(name: "x", quantity: .int(NumberSettings(range: range, wraps: true))))
            let value = generator.pick([limit, upper, lower, 0, -limit]) + generator.int(in: -20...20)
            guard value.magnitude <= limit.magnitude else { return nil }
            _ = control.value.put(Double(value))
            let count = upper - lower
            let turns = Int((Double(value - lower) / Double(count)).rounded(.down))
            // The quotient of Doubles may be off by one.
            let right = (turns - 1...turns + 1).first { lower..<upper ~= value - $0 * count } ?? .max
            guard right.magnitude <= NumberLimits.mostTurns, right != .max else { return nil }
            guard Int(control.number) == value - right * count, control.rotations == right else {
                return "\(value) in [\(lower), \(upper)) is \(control.number) after \(control.rotations ?? 0) turns"
            }
            return nil
        }
        #expect(problem == nil)
    }

    /// After any number of rotations, a ramp by 0 or to the current value moves nothing, and a ramp by whole turns
    /// returns to the same Double.
    @Test(arguments: [0, 3, -9_007_199, NumberLimits.mostTurns - 7, -NumberLimits.mostTurns])
    func aRampKeepsTheDigitsOfItsNumber(_ turns: Int) throws {
        let settings = NumberSettings(range: ValueRange(0, 1, includesUpper: false), wraps: true)
        var panel = RandomControls.panel(ControlSettings(name: "x", quantity: .float(settings)))
        panel.restore(0, Instrument.Remembered(value: .number(369.92), rotations: turns))
        let number = panel.controls[0].number
        var changes = Changes()
        let zero = Instant(microseconds: 0)
        for target in [RampTarget.by(0), .by(-0.0), .to(number)] {
            _ = try panel.startRamp(RampMotion(target: target), on: 0, at: zero, into: &changes)
            panel.wake(at: zero + .seconds(2), into: &changes)
            #expect(Self.moves(in: changes).isEmpty)
        }
        for way in [1.0, 7, -7, 123_456_789] where (turns + Int(way)).magnitude <= NumberLimits.mostTurns.magnitude {
            changes.removeAll()
            _ = try panel.startRamp(
                RampMotion(target: .by(way), duration: .zero), on: 0, at: zero + .seconds(3), into: &changes)
            #expect(Self.moves(in: changes).map(\.delta) == [way])
            #expect(panel.controls[0].number == number)
            _ = try panel.startRamp(
                RampMotion(target: .by(-way), duration: .zero), on: 0, at: zero + .seconds(3), into: &changes)
            #expect(panel.controls[0].number == number)
            #expect(panel.controls[0].rotations == turns)
        }
    }

    /// After a reload without `wrap`, the delta contains the dropped rotations.
    @Test func aReloadWithoutWrapReportsTheDroppedTurns() {
        func panel(wraps: Bool) -> Panel {
            RandomControls.panel(
                ControlSettings(
                    name: "x",
                    quantity: .float(NumberSettings(range: ValueRange(0, 360, includesUpper: false), wraps: wraps))))
        }
        var old = panel(wraps: true)
        old.restore(0, Instrument.Remembered(value: .number(10), rotations: 2))
        var new = panel(wraps: false)
        var changes = Changes()
        new.adopt(
            old, Continuity(from: old.settings, toReloaded: new.settings), at: Instant(microseconds: 0), into: &changes)
        #expect(Self.moves(in: changes).map(\.delta) == [-720])
    }

    private static func moves(in changes: Changes) -> [ValueChange] {
        changes.list.compactMap {
            if case .value(let value) = $0.event { value } else { nil }
        }
    }
}
