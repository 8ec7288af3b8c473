import ModelTestSupport
import Testing
import WheelCore

@testable import WheelModel
@testable import WheelTouch

/// -0 is not a separate value: no control has it, and a control at 0 that is set to -0 reports no change.
@Suite struct SignOfZeroTests {
    @Test func zeroHasNoSign() throws {
        let range = try ValueRange(text: "[-0, 5]")
        #expect(range.lower.sign == .plus)
        let upTo = try ValueRange(text: "(-5, -0.0]")
        #expect(upTo.upper.sign == .plus)
        let endless = ValueRange(-.infinity, .infinity)
        let controls = [
            ControlSettings(name: "float", quantity: .float(NumberSettings(range: endless, initial: -0.0))),
            ControlSettings(name: "range", quantity: .float(NumberSettings(range: range, initial: -0.0))),
            ControlSettings(
                name: "int", quantity: .int(NumberSettings(range: endless, step: 2, snaps: false, initial: -0.0))),
        ]
        var panel = Panel(PanelSettings(controls: controls, inputs: []))
        var changes = Changes()
        let zero = Instant(microseconds: 0)
        for index in controls.indices {
            #expect(panel.controls[index].number.sign == .plus)
            _ = try panel.set([(index, .number(-0.0))], by: .client(1), at: zero, into: &changes)
            panel.reset(index, source: .client(1), at: zero, into: &changes)
            #expect(Self.moves(in: changes).isEmpty)
            _ = try panel.set([(index, .number(1))], by: .client(1), at: zero, into: &changes)
            _ = try panel.set([(index, .number(-0.0))], by: .client(1), at: zero, into: &changes)
            #expect(panel.controls[index].number.sign == .plus)
            changes.removeAll()
        }
        // At the first tick the ramp's value is between 0 and -0.5, which an int rounds to 0.
        _ = try panel.startRamp(
            RampMotion(target: .to(-1), duration: .seconds(1000), curve: .linear), on: 2, at: zero, into: &changes)
        panel.wake(at: zero + .milliseconds(17), into: &changes)
        #expect(Self.moves(in: changes).isEmpty)
    }

    private static func moves(in changes: Changes) -> [ValueChange] {
        changes.list.compactMap {
            if case .value(let value) = $0.event { value } else { nil }
        }
    }
}
