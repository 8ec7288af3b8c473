import ModelTestSupport
import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

/// Checks buttons that hold speeds and locks, in any order, with losses and reloads, against a plain list of the held
/// buttons.
@Suite struct HeldEffectTests {
    private static let controls = 4
    private static let buttons = ["", "KEY_A", "KEY_B"]

    @Test func whatIsHeldIsWhatButtonsHold() {
        #expect(
            counterexample("held effects", seed: 20_261_122, cases: 2000) { generator in
                var run = Run(settings(&generator))
                for _ in 0..<generator.int(in: 1...60) {
                    run.act(&generator)
                    if let problem = run.problem { return problem }
                }
                run.releaseAll(byLoss: generator.once(in: 2))
                return run.problem ?? (run.isFree ? nil : "something is left held")
            } == nil)
    }

    private func settings(_ generator: inout SeededGenerator) -> PanelSettings {
        let controls = (0..<Self.controls).map { index in
            let speeds = ["one", "two", "three"].prefix(index + 1).enumerated().map {
                Speed(name: $1, amount: .perDetent(Double($0 + 1)), density: 20, lineWidth: 1)
            }
            return ControlSettings(
                name: "c\(index)", quantity: .float(NumberSettings(range: ValueRange(-1e9, 1e9), speeds: speeds)))
        }
        let inputs = (0..<2).map { index in
            InputSettings(
                name: "knob\(index)", controls: Array(controls.indices),
                buttons: Self.buttons.map { name in
                    NamedButton(
                        name: name,
                        bindings: ButtonBindings(held: (0..<generator.int(in: 0...2)).map { _ in effect(&generator) }))
                })
        }
        return PanelSettings(controls: controls, inputs: inputs, isLocked: generator.once(in: 4))
    }

    private func effect(_ generator: inout SeededGenerator) -> HeldEffect {
        let some = (0..<Self.controls).filter { _ in Bool.random(using: &generator) }
        let reach = generator.pick([HeldEffect.Reach.everyControl, .controls(some)])
        switch generator.int(in: 0...4) {
        case 0: return HeldEffect(.lock, .panel)
        case 1: return HeldEffect(.lock, reach)
        default: return HeldEffect(.speed(generator.pick(["one", "two", "three"])), reach)
        }
    }

    /// A panel, and its expected state.
    private struct Run {
        var panel: Panel
        var changes = Changes()
        var time = Instant(microseconds: 0)
        /// The held buttons in the order of their presses, without those that a reload has released.
        var held: [(input: Int, button: Int)] = []
        var lock: Bool
        var locks = [Bool](repeating: false, count: HeldEffectTests.controls)
        /// The lock according to the events.
        var toldLock: Bool
        var toldLocks = [Bool](repeating: false, count: HeldEffectTests.controls)

        init(_ settings: PanelSettings) {
            panel = Panel(settings)
            lock = settings.isLocked
            toldLock = lock
        }

        mutating func act(_ generator: inout SeededGenerator) {
            time = time + .milliseconds(Int64(generator.int(in: 0...500)))
            let input = generator.int(in: 0...1)
            let button = generator.int(in: 0...2)
            let control = generator.int(in: 0...(HeldEffectTests.controls - 1))
            let locks = Bool.random(using: &generator)
            switch generator.int(in: 0...12) {
            case 0...4: press(input, button)
            case 5...7: release(input, button)
            case 8: lose(input)
            case 9:
                lock = locks
                panel.lock(locks, at: time, into: &changes)
            case 10:
                self.locks[control] = locks
                panel.lock(control, locks, at: time, into: &changes)
            case 11 where generator.once(in: 3): reload()
            default: panel.turn(input, by: 120, at: time, into: &changes)
            }
            record()
        }

        private func isDown(_ input: Int, _ button: Int) -> Bool {
            panel.heldButtons(of: input).contains(HeldEffectTests.buttons[button])
        }

        private mutating func press(_ input: Int, _ button: Int) {
            if !isDown(input, button) { held.append((input, button)) }
            panel.press(input, button: button, at: time, into: &changes)
        }

        private mutating func release(_ input: Int, _ button: Int) {
            held.removeAll { $0 == (input, button) }
            panel.release(input, button: button, at: time, into: &changes)
        }

        private mutating func lose(_ input: Int) {
            held.removeAll { $0.input == input }
            panel.detach(input, at: time, into: &changes)
        }

        private mutating func reload() {
            held = []
            panel.commitAll(at: time, into: &changes)
            var next = Panel(panel.settings)
            next.adopt(panel, Continuity(from: panel.settings, toReloaded: next.settings), at: time, into: &changes)
            panel = next
        }

        mutating func releaseAll(byLoss: Bool) {
            for input in 0...1 {
                if byLoss { lose(input) }
                for button in 0...2 { release(input, button) }
            }
            lock = false
            panel.lock(false, at: time, into: &changes)
            for control in locks.indices {
                locks[control] = false
                panel.lock(control, false, at: time, into: &changes)
            }
            record()
        }

        private mutating func record() {
            for change in changes.list {
                guard case .lock(let isLocked, let control) = change.event else { continue }
                if let control { toldLocks[control] = isLocked } else { toldLock = isLocked }
            }
            changes.removeAll()
        }

        private func effects() -> [HeldEffect] {
            held.flatMap { panel.settings.inputs[$0.input].buttons[$0.button].bindings.held }
        }

        var problem: String? {
            let effects = effects()
            let isLocked = lock || effects.contains { $0.reach == .panel }
            guard panel.isLocked == isLocked, toldLock == isLocked else { return "the panel's lock: \(held)" }
            for (index, control) in panel.controls.enumerated() {
                let acting = effects.filter { $0.covers(index) }
                let isLocked = locks[index] || acting.contains { $0.kind == .lock }
                guard control.isLocked == isLocked, toldLocks[index] == isLocked else {
                    return "the lock of \(index): \(held)"
                }
                var speed = control.speed
                for case .speed(let name) in acting.map(\.kind) {
                    speed = control.settings.speeds.firstIndex { $0.name == name } ?? speed
                }
                guard control.actingSpeed == speed else { return "the speed of \(index): \(held)" }
            }
            return nil
        }

        var isFree: Bool {
            !panel.isLocked && panel.controls.allSatisfy { !$0.isLocked && $0.actingSpeed == $0.speed }
        }
    }
}
