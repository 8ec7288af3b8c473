import ModelTestSupport
import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

/// An input with `detents_per_step` turns a stepped control like a plain knob that turns one detent for each full
/// group.
@Suite struct DetentGroupTests {
    @Test func aGroupOfDetentsIsOneDetent() {
        let problem = counterexample("groups of detents", seed: 20_261_221) { generator in
            var control = RandomControls.control(&generator)
            control.quantity = control.quantity.withoutAcceleration
            guard control.step != nil || control.positions != nil else { return nil }
            let count = generator.int(in: 2...64)
            var (panel, plain) = (
                DetentGroupTests.panel(control, detentsPerStep: count),
                DetentGroupTests.panel(control, detentsPerStep: 1)
            )
            var (changes, others) = (Changes(), Changes())
            var time = Instant(microseconds: 0)
            var begun = 0
            for move in 0..<generator.int(in: 1...30) {
                changes.removeAll()
                switch generator.int(in: 0...9) {
                case 0:
                    time = time + .milliseconds(800)
                    begun = 0
                case 1:
                    panel.changeSpeed(of: 0, to: .next, at: time, into: &changes)
                    plain.changeSpeed(of: 0, to: .next, at: time, into: &others)
                    if control.speeds.count > 1 { begun = 0 }
                case 2:
                    panel.reset(0, source: .client(1), at: time, into: &changes)
                    plain.reset(0, source: .client(1), at: time, into: &others)
                    begun = 0
                default:
                    let units = generator.pick([120, -120, 240, 15, -30, 1000, -5000])
                    time = time + .milliseconds(Int64(generator.int(in: 0...799)))
                    if begun.signum() == -units.signum() { begun = 0 }
                    begun += units
                    panel.turn(0, by: units, at: time, into: &changes)
                    plain.turn(0, by: begun / (count * 120) * 120, at: time, into: &others)
                    begun %= count * 120
                }
                let (value, expected) = (panel.controls[0].number, plain.controls[0].number)
                if value.bitPattern != expected.bitPattern {
                    return "\(value) instead of \(expected) after \(move + 1) moves, \(count) to a step, in \(control)"
                }
            }
            return nil
        }
        #expect(problem == nil)
    }

    private static func panel(_ control: ControlSettings, detentsPerStep: Int) -> Panel {
        Panel(
            PanelSettings(
                controls: [control],
                inputs: [InputSettings(name: "knob", controls: [0], detentsPerStep: detentsPerStep)]))
    }
}
