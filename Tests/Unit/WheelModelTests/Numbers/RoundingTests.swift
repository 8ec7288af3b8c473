import ModelTestSupport
import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

/// A speed with `round` stops at multiples of its step.
@Suite struct RoundingTests {
    /// Turning forth and back between multiples gives the same Double, whether a detent is turned at once or in parts.
    @Test func forthAndBackBetweenMultiplesAgreeToTheBit() {
        let problem = counterexample("round, forth and back", seed: 20_261_201) { generator in
            guard var panel = RoundingTests.panel(&generator) else { return nil }
            var changes = Changes()
            // This turn leads to the first multiple.
            RoundingTests.turn(&panel, by: generator.pick([-120, 120]), into: &changes)
            if changes.contains(where: \.isLimit) { return nil }
            var values = [panel.controls[0].number]
            let direction = generator.pick([1, -1])
            var path: [Int] = []
            for _ in 0..<generator.int(in: 1...8) {
                let detents = generator.int(in: 1...4)
                RoundingTests.turn(&panel, by: direction * detents * 120, into: &changes)
                if changes.contains(where: \.isLimit) { return nil }
                path.append(detents)
                values.append(panel.controls[0].number)
            }
            for detents in path.reversed() {
                let expected = values.removeLast()
                guard panel.controls[0].number.bitPattern == expected.bitPattern else {
                    return
                        "came back to \(panel.controls[0].number) instead of \(expected) in \(panel.controls[0].settings)"
                }
                for _ in 0..<detents * 2 { RoundingTests.turn(&panel, by: -direction * 60, into: &changes) }
            }
            return panel.controls[0].number.bitPattern == values[0].bitPattern
                ? nil : "did not come back to \(values[0])"
        }
        #expect(problem == nil)
    }

    /// A detent moves to the next multiple in its direction, and never past that multiple.
    @Test func aDetentGoesToTheNextMultiple() {
        let problem = counterexample("round to the next multiple", seed: 20_261_202) { generator in
            guard var panel = RoundingTests.panel(&generator), let number = panel.controls[0].settings.number,
                case .perDetent(let step) = number.speeds[0].amount
            else { return nil }
            var changes = Changes()
            let before = panel.controls[0].number
            let direction = generator.pick([1.0, -1])
            RoundingTests.turn(&panel, by: Int(direction) * 120, into: &changes)
            let after = panel.controls[0].number
            let told = "\(before) became \(after) by \(direction) of \(step) in \(number)"
            guard !changes.contains(where: \.isLimit) else { return nil }
            let count = (after / step).rounded()
            if (after - count * step).magnitude > 1e-9 * max(1, after.magnitude) { return "off the multiples: \(told)" }
            if number.wraps { return nil }
            let way = (after - before) * direction
            let nearest = (before / step).rounded()
            let isMultiple = (before - nearest * step).magnitude < 1e-9 * max(1, before.magnitude)
            if way <= 0 || way > step * (1 + 1e-9) { return "not the next one: \(told)" }
            return isMultiple && (way - step).magnitude > 1e-9 * max(1, after.magnitude)
                ? "not by the step: \(told)" : nil
        }
        #expect(problem == nil)
    }

    /// A panel with a number at any value, whose only speed has `round`; `nil` if the number cannot have such a speed.
    private static func panel(_ generator: inout SeededGenerator) -> Panel? {
        let isWhole = generator.once(in: 3)
        var number = RandomControls.number(&generator, isWhole: isWhole)
        guard number.taper == .linear else { return nil }
        let step = number.step ?? (isWhole ? 1 : nil)
        // The grid must contain 0, as the configuration requires.
        if let step, number.snaps, step != 1 || !isWhole, number.range.lower.isFinite {
            let count = (number.range.lower / step).rounded()
            guard (count * step - number.range.lower).magnitude <= number.range.lower.magnitude * 1e-12 else {
                return nil
            }
        }
        let amount: Double
        if let step {
            amount = step * Double(generator.int(in: 1...12))
        } else {
            amount = generator.pick([0.1, 0.5, 1, 7, 25, 1.0 / 3])
        }
        if number.range.isFinite, amount > number.range.span / 2 { return nil }
        number.speeds = [Speed(name: "round", amount: .perDetent(amount), density: 20, lineWidth: 1, rounds: true)]
        var panel = RandomControls.panel(
            ControlSettings(name: "x", quantity: isWhole ? .int(number) : .float(number)), detents: [24])
        var changes = Changes()
        let lower = number.range.lower.isFinite ? number.range.lower : -100
        let upper = number.range.upper.isFinite ? number.range.upper : lower + 200
        let value = lower + generator.double(in: 0...1) * (upper - lower)
        let given = isWhole ? value.rounded() : generator.once(in: 2) ? value : (value * 100).rounded() / 100
        _ = try? panel.set([(0, .number(given))], by: .client(1), at: Instant(microseconds: 0), into: &changes)
        return panel
    }

    private static func turn(_ panel: inout Panel, by units: Int, into changes: inout Changes) {
        changes.removeAll()
        panel.turn(0, by: units, at: Instant(microseconds: 0), into: &changes)
    }
}
