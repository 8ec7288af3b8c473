import ModelTestSupport
import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

/// An axis that reports its position moves any control that has two ends: over its whole range, and by the rule of each
/// takeover.
@Suite struct AxisPropertyTests {
    @Test func theWayGoesOverTheWholeRange() {
        let problem = counterexample("the way spans the range", seed: 20_261_122) { generator in
            guard var rig = Rig(&generator, .jump) else { return nil }
            let places = (0...generator.int(in: 1...300)).map { _ in generator.int(in: 0...rig.steps) }.sorted()
            var last = rig.value(at: 0)
            for place in [0] + places + [rig.steps] {
                let value = rig.value(at: place)
                if value < last { return "\(value) after \(last) on the way up, in \(rig.settings)" }
                if let wrong = rig.axis.controls[0].misplacement { return "\(wrong), in \(rig.settings)" }
                last = value
            }
            guard let ends = rig.ends else { return nil }
            let reached = [rig.value(at: 0), rig.value(at: rig.steps)]
            return reached == ends ? nil : "reached \(reached) and not \(ends), in \(rig.settings)"
        }
        #expect(problem == nil)
    }

    /// Whatever other sources do, the axis moves the value only after it has passed the value. A value never jumps
    /// further than the axis itself has moved.
    @Test func pickupTakesTheValueWhereTheAxisPassesIt() {
        let problem = counterexample("pickup", seed: 20_261_123) { generator in
            guard var rig = Rig(&generator, .pickup) else { return nil }
            for _ in 0..<generator.int(in: 1...30) {
                rig.disturb(&generator)
                let (start, before) = (rig.place, rig.number)
                let isOpen = !rig.panel.isLocked && rig.panel.focus(ofInput: 0) == 0
                rig.move(&generator)
                let (from, goal) = (rig.value(at: start), rig.value(at: rig.place))
                let hasPassed = min(from, goal) <= before && before <= max(from, goal)
                let expected = isOpen && start != rig.place && hasPassed ? goal : before
                if rig.number != expected {
                    return
                        "\(before) became \(rig.number), not \(expected), as the axis moved from \(from) to \(goal), "
                        + "in \(rig.settings)"
                }
                if (rig.number - before).magnitude > (goal - from).magnitude {
                    return "\(before) jumped to \(rig.number), further than from \(from) to \(goal), in \(rig.settings)"
                }
            }
            return nil
        }
        #expect(problem == nil)
    }

    /// The value moves in the direction of the axis, approaches it with each move, and meets it at the ends.
    @Test func scaleBringsAxisAndValueTogether() {
        let problem = counterexample("scale", seed: 20_261_124) { generator in
            guard var rig = Rig(&generator, .scale) else { return nil }
            for _ in 0..<generator.int(in: 1...30) {
                rig.disturb(&generator)
                let (start, before) = (rig.place, rig.panel.controls[0])
                let isOpen = !rig.panel.isLocked && rig.panel.focus(ofInput: 0) == 0
                rig.move(&generator)
                let (after, way) = (rig.panel.controls[0], Double(rig.place - start))
                guard isOpen, way != 0 else {
                    if after.number != before.number { return "a value moved without its axis, in \(rig.settings)" }
                    continue
                }
                if (after.number - before.number) * way < 0 {
                    return "\(before.number) became \(after.number) against the axis's way, in \(rig.settings)"
                }
                if rig.place == 0 || rig.place == rig.steps, after.number != rig.value(at: rig.place) {
                    return "\(after.number) at the axis's end, in \(rig.settings)"
                }
                guard after.step == nil else { continue }
                let distances = [(before, start), (after, rig.place)].map { control, place in
                    (control.fraction - Double(place) / Double(rig.steps)).magnitude
                }
                if distances[1] > distances[0] + 1e-6 {
                    return "\(before.number) became \(after.number), further from the axis, in \(rig.settings)"
                }
            }
            return nil
        }
        #expect(problem == nil)
    }
}

/// A panel with one axis and two controls, and a second panel, `axis`, whose value always follows the axis.
private struct Rig {
    let settings: ControlSettings
    /// The largest position of the axis, which counts from 0.
    let steps: Int
    var panel: Panel
    var axis: Panel
    var place: Int
    private var time = Instant(microseconds: 0)
    private var changes = Changes()

    /// `nil` if the control's range does not have two ends.
    init?(_ generator: inout SeededGenerator, _ takeover: Takeover) {
        settings = Rig.control(&generator)
        let controls = [settings, ControlSettings(name: "other", quantity: settings.quantity)]
        func panel(_ takeover: Takeover) -> Panel {
            Panel(
                PanelSettings(
                    controls: controls,
                    inputs: [InputSettings(name: "pot", controls: [0, 1], takeover: takeover)]))
        }
        steps = generator.pick([1, 2, 7, 23, 255, 1023, 4095])
        self.panel = panel(takeover)
        axis = panel(.jump)
        place = generator.int(in: 0...steps)
        guard axis.controls[0].position != nil else { return nil }
    }

    private static func control(_ generator: inout SeededGenerator) -> ControlSettings {
        guard generator.once(in: 5) else {
            let isWhole = generator.once(in: 3)
            let number = RandomControls.number(&generator, isWhole: isWhole)
            return ControlSettings(name: "x", quantity: isWhole ? .int(number) : .float(number))
        }
        let list = PositionSettings(positions: (0..<generator.int(in: 1...9)).map { Position(name: "p\($0)") })
        return ControlSettings(name: "x", quantity: generator.once(in: 2) ? .choice(list) : .selection(list))
    }

    var number: Double { panel.controls[0].number }

    /// The value of the panel `axis` at this position of the axis.
    mutating func value(at place: Int) -> Double {
        axis.move(0, from: nil, to: Double(place) / Double(steps), at: time, into: &changes)
        changes.removeAll()
        return axis.controls[0].number
    }

    /// The values after a client has set the lower and the upper end; `nil` for a wrapping control, whose ends are the
    /// same point.
    var ends: [Double]? {
        guard panel.controls[0].rotations == nil else { return nil }
        var other = panel
        return [false, true].map { isUpper in
            var changes = Changes()
            let value: GivenValue =
                switch settings.quantity {
                case .float(let number), .int(let number): .number(isUpper ? number.range.upper : number.range.lower)
                case .choice(let list), .selection(let list): .position(isUpper ? list.positions.count - 1 : 0)
                }
            // A set does not move the cursor of a selection, so the position itself is the end.
            if case .position(let position) = value { return Double(position) }
            _ = try? other.set([(0, value)], by: .client(1), at: time, into: &changes)
            return other.controls[0].number
        }
    }

    /// Moves the axis: often by one step, sometimes anywhere.
    mutating func move(_ generator: inout SeededGenerator) {
        let next =
            generator.once(in: 4)
            ? generator.int(in: 0...steps) : min(max(place + generator.pick([-1, 1, 1, -2, 0]), 0), steps)
        time = time + .milliseconds(Int64(generator.int(in: 0...600)))
        let (start, end) = (Double(place) / Double(steps), Double(next) / Double(steps))
        panel.receive(.moved(from: start, to: end), from: 0, at: time, into: &changes)
        changes.removeAll()
        place = next
    }

    /// Sometimes changes the value, the focus or the lock by something other than the axis.
    mutating func disturb(_ generator: inout SeededGenerator) {
        switch generator.int(in: 0...19) {
        case 0: panel.step(0, by: generator.int(in: -9...9), source: .client(1), at: time, into: &changes)
        case 1: panel.turn(0, by: generator.int(in: -9...9) * 120, at: time, into: &changes)
        case 2: panel.reset(0, source: .client(1), at: time, into: &changes)
        case 3: panel.focus(0, on: generator.int(in: 0...1), at: time, into: &changes)
        case 4: panel.lock(generator.once(in: 2), at: time, into: &changes)
        case 5 where !settings.kind.hasPositions:
            let value = GivenValue.number(settings.kind == .int ? Double(generator.int(in: -99...99)) : number * 1.1)
            _ = try? panel.set([(0, value)], by: .client(1), at: time, into: &changes)
        default: break
        }
        changes.removeAll()
    }
}

extension Control {
    /// The place of the value in its range, 0 to 1. Each position of a choice or selection has an equal part of the
    /// range, and its place is the middle of this part.
    fileprivate var fraction: Double {
        guard settings.kind.hasPositions else { return position ?? 0 }
        return (number + 0.5) / Double(settings.positionList.count)
    }
}
