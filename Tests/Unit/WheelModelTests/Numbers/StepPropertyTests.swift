import ModelTestSupport
import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

/// A control with a step moves by whole steps, with any taper and from any set value.
@Suite struct StepPropertyTests {
    @Test func aDetentMovesWholeSteps() {
        let problem = counterexample("a detent moves whole steps", seed: 20_260_411) { generator in
            guard var panel = StepPropertyTests.steppedPanel(&generator), let number = panel.number,
                let step = number.step
            else { return nil }
            var changes = Changes()
            let zero = Instant(microseconds: 0)
            _ = try? panel.set(
                [(0, .number(StepPropertyTests.inside(panel, &generator)))], by: .client(1), at: zero, into: &changes)
            for turn in 1...3 {
                let before = panel.controls[0]
                changes.removeAll()
                panel.turn(0, by: 120, at: Instant(microseconds: Int64(turn) * 1_000_000), into: &changes)
                let after = panel.controls[0]
                // A turn to an end or across the wrap is not checked: the end may be closer than a step, and the grid
                // begins anew after the wrap.
                if changes.contains(where: \.isLimit) || after.rotations != before.rotations { return nil }
                let steps = (after.number - before.number) / step
                let tolerance = 8 * max(after.number.ulp, before.number.ulp) / step
                guard steps.rounded() >= 1, (steps - steps.rounded()).magnitude <= tolerance else {
                    return "\(before.number) became \(after.number), \(steps) steps, in \(number)"
                }
            }
            return nil
        }
        #expect(problem == nil)
    }

    @Test func aSetBeyondAWrappingRangeGoesAround() {
        let problem = counterexample("a set goes around", seed: 20_260_412) { generator in
            var number = RandomControls.number(&generator)
            guard number.wraps else { return nil }
            // With snapping, the distance of a whole rotation could differ from the width of the range.
            if number.step != nil { number.snaps = false }
            var panel = RandomControls.panel(ControlSettings(name: "x", quantity: .float(number)))
            var changes = Changes()
            let value = RandomControls.decimal(&generator)
            _ = try? panel.set([(0, .number(value))], by: .client(1), at: Instant(microseconds: 0), into: &changes)
            let turns = (value - panel.controls[0].number) / number.range.span
            guard (turns - turns.rounded()).magnitude < 1e-9, panel.controls[0].rotations == Int(turns.rounded()) else {
                return "\(value) became \(panel.controls[0].number), \(turns) turns away, in \(number)"
            }
            return nil
        }
        #expect(problem == nil)
    }

    @Test func anIntIsAlwaysAnInteger() {
        let problem = counterexample("ints are whole", seed: 20_260_413) { generator in
            let number = RandomControls.number(&generator, isWhole: true)
            var panel = RandomControls.panel(ControlSettings(name: "x", quantity: .int(number)))
            var changes = Changes()
            let zero = Instant(microseconds: 0)
            let value = generator.finiteNumber().rounded()
            _ = try? panel.set([(0, .number(value))], by: .client(1), at: zero, into: &changes)
            if let wrong = panel.controls[0].misplacement { return "set \(value): \(wrong) in \(number)" }
            let motion = RampMotion(target: .to(RandomControls.decimal(&generator)), holds: true)
            _ = try? panel.startRamp(motion, on: 0, at: zero, into: &changes)
            _ = try? panel.scrubRamp(of: 0, to: generator.double(in: 0...1), by: .client(1), at: zero, into: &changes)
            return panel.controls[0].misplacement.map { "ramp from \(value) by \(motion): \($0) in \(number)" }
        }
        #expect(problem == nil)
    }

    // MARK: Random input

    private static func steppedPanel(_ generator: inout SeededGenerator) -> Panel? {
        let isWhole = generator.once(in: 3)
        var number = RandomControls.number(&generator, isWhole: isWhole)
        if isWhole, number.step == nil { number.step = 1 }
        guard number.step != nil, number.range.isFinite else { return nil }
        let quantity: Quantity = isWhole ? .int(number) : .float(number)
        return RandomControls.panel(ControlSettings(name: "x", quantity: quantity))
    }

    private static func inside(_ panel: Panel, _ generator: inout SeededGenerator) -> Double {
        let range = panel.controls[0].settings.numberRange
        let value = range.lower + generator.double(in: 0...0.9) * range.span
        return panel.controls[0].settings.kind == .int ? value.rounded() : (value * 100).rounded() / 100
    }
}

extension Panel {
    fileprivate var number: NumberSettings? {
        switch controls[0].settings.quantity {
        case .float(let number), .int(let number): number
        case .choice, .selection: nil
        }
    }
}
