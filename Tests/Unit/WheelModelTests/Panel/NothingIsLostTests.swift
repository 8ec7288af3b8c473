import ModelTestSupport
import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

/// For any input, a value stays in its range and on its grid, and every change ends in exactly one commit.
@Suite struct NothingIsLostTests {
    @Test func anyInputsInAnyOrder() {
        #expect(
            counterexample("any inputs", seed: 20_260_201) { generator in
                var panel = somePanel(&generator)
                for input in 0...1 { for name in ["", "KEY_A"] { _ = panel.button(named: name, of: input) } }
                var changes = Changes()
                var ledger = Ledger(panel)
                var time = Instant(microseconds: 1_000_000)
                for _ in 0..<generator.int(in: 1...40) {
                    time = later(than: time, &generator)
                    changes.removeAll()
                    act(on: &panel, at: time, &generator, &changes)
                    ledger.record(changes, of: panel)
                    if let problem = ledger.problem { return problem }
                }
                changes.removeAll()
                for client in 0...2 { panel.clientLeft(client, at: time, into: &changes) }
                ledger.record(changes, of: panel)
                // Lets all pending work finish, even if it schedules more work.
                for _ in 0..<10_000 {
                    guard let deadline = panel.deadline else { break }
                    changes.removeAll()
                    panel.wake(at: deadline, into: &changes)
                    ledger.record(changes, of: panel)
                }
                if panel.deadline != nil { return "the panel never comes to rest" }
                ledger.close()
                return ledger.problem
            } == nil)
    }

    private func somePanel(_ generator: inout SeededGenerator) -> Panel {
        let controls = (0..<generator.int(in: 1...4)).map { RandomControls.control(&generator, name: "c\($0)") }
        let all = Array(controls.indices)
        let inputs = (0..<2).map { index in
            InputSettings(
                name: "knob\(index)", controls: all, detents: generator.int(in: 1...400),
                isDetentless: generator.once(in: 3), takeover: generator.pick(Takeover.allCases),
                ramp: index == 1 && generator.once(in: 2) ? 0 : nil,
                bindings: bindings(&generator, controls: controls))
        }
        let numbers = all.filter { controls[$0].kind == .float || controls[$0].kind == .int }
        let ramps = numbers.prefix(1).map { RampSettings(name: "ramp", control: $0, motion: motion(&generator)) }
        let pages = [PageSettings(name: "one", controls: all, inputs: [0]), PageSettings(name: "two", controls: [0])]
        return Panel(
            PanelSettings(
                controls: controls, ramps: ramps,
                inputs: ramps.isEmpty ? inputs.map { InputSettings(name: $0.name, controls: all) } : inputs,
                pages: generator.once(in: 2) ? pages : []))
    }

    private func bindings(_ generator: inout SeededGenerator, controls: [ControlSettings]) -> ButtonBindings {
        let last = controls[controls.count - 1]
        let name = last.name
        let requests: [Request] = [
            .speed(.next), .moveFocus(by: 1), .moveFocus(by: -1), .focus(control: name), .page(.next), Request(.reset),
            .commit(control: name), .set(Assignment(control: name, value: .number(1)), SetManner()),
            .step(control: name, count: -2), Request(.set, control: name, ["by": .integer(1)]),
            .toggle(control: name, position: last.positions?.positions.first?.name ?? ""), Request(.select),
            Request(.toggle),
            .lock(true), .lock(false), .toggleLock,
        ]
        let actions = [.emit, .none] + requests.map(Action.request)
        return ButtonBindings(
            down: generator.pick(actions), up: generator.pick(actions), click: generator.pick(actions),
            double: generator.pick(actions), long: generator.pick(actions),
            turn: generator.pick([.finestSpeed, .speed("speed1"), .control(controls.count - 1), .none]),
            held: generator.pick([
                [], [HeldEffect(.speed("speed1"), .everyControl)], [HeldEffect(.lock, .controls([controls.count - 1]))],
            ]))
    }

    private func motion(_ generator: inout SeededGenerator) -> RampMotion {
        RampMotion(
            from: generator.once(in: 3) ? strange(&generator) : nil,
            target: generator.once(in: 2) ? .by(strange(&generator)) : .to(strange(&generator)),
            duration: .seconds(generator.pick([0, 0.001, 0.3, 2])),
            curve: generator.pick([.linear, .easeInOut, .bezier(x1: 0.5, y1: -3, x2: 0.5, y2: 4)]),
            holds: generator.once(in: 2))
    }

    private func strange(_ generator: inout SeededGenerator) -> Double {
        switch generator.int(in: 0...9) {
        case 0: .nan
        case 1: .infinity
        case 2: -.infinity
        case 3, 4, 5: generator.finiteNumber()
        default: generator.double(in: -10_000...10_000)
        }
    }

    private func later(than time: Instant, _ generator: inout SeededGenerator) -> Instant {
        switch generator.int(in: 0...30) {
        case 0: Instant(microseconds: time.microseconds - Int64(generator.int(in: 0...5_000_000)))
        case 1: time + .seconds(20)
        default: time + Interval(microseconds: Int64(generator.int(in: 0...300_000)))
        }
    }

    private func act(
        on panel: inout Panel, at time: Instant, _ generator: inout SeededGenerator, _ changes: inout Changes
    ) {
        let control = generator.int(in: 0...panel.controls.count - 1)
        let client = generator.int(in: 0...2)
        let input = generator.int(in: 0...1)
        switch generator.int(in: 0...20) {
        case 0 where generator.once(in: 2):
            let start = generator.once(in: 8) ? nil : Double(generator.int(in: 0...100)) / 100
            let end = Double(generator.int(in: 0...100)) / 100
            panel.move(input, from: start, to: end, at: time, into: &changes)
        case 0, 1, 2:
            let units = generator.once(in: 4) ? generator.pick(Extremes.integers) : generator.int(in: -240...240)
            panel.turn(input, by: units, at: time, into: &changes)
        case 3, 4:
            let manner = SetManner(commits: generator.once(in: 2), unlessEditing: generator.once(in: 4))
            _ = try? panel.set(
                [(control, .number(strange(&generator)))], manner: manner, by: .client(client), at: time, into: &changes
            )
        case 5:
            _ = try? panel.set(
                [(control, .positions([0])), (0, .number(1))], by: .client(client), at: time, into: &changes)
        case 6:
            _ = try? panel.turn(control, detents: strange(&generator), by: .client(client), at: time, into: &changes)
        case 7:
            panel.step(
                control, by: generator.pick([1, -1, 3, .max, .min]), source: .client(client), at: time,
                into: &changes)
        case 8: panel.reset(control, source: .client(client), at: time, into: &changes)
        case 9: panel.commit(control, at: time, into: &changes)
        case 10: _ = try? panel.mark(0, of: control, toggling: true, source: .client(client), at: time, into: &changes)
        case 11: _ = try? panel.startRamp(motion(&generator), on: control, at: time, into: &changes)
        case 12:
            _ = try? panel.scrubRamp(
                of: control, to: strange(&generator), by: .client(client), at: time, into: &changes)
        case 13:
            _ = try? panel.pauseRamp(of: control, at: time, into: &changes)
            if generator.once(in: 2) { _ = try? panel.resumeRamp(of: control, at: time, into: &changes) }
        case 14: _ = try? panel.cancelRamp(of: control, at: time, into: &changes)
        case 15:
            panel.changeSpeed(of: control, to: .next, at: time, into: &changes)
            panel.focus(input, on: control, at: time, into: &changes)
            panel.show(.next, at: time, into: &changes)
        case 16, 17:
            panel.press(input, button: generator.int(in: 0...1), at: time, into: &changes)
        case 18, 19:
            panel.release(input, button: generator.int(in: 0...1), at: time, into: &changes)
        default:
            panel.detach(input, at: time, into: &changes)
            panel.begin(
                input, button: generator.int(in: 0...1), isDown: generator.once(in: 2), at: time, into: &changes)
            panel.lock(control, generator.once(in: 4), at: time, into: &changes)
            panel.lock(generator.once(in: 3), at: time, into: &changes)
            panel.clientLeft(client, at: time, into: &changes)
        }
    }
}
