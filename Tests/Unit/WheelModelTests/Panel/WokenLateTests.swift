import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

/// A late wake-up makes no difference. Work is done in the order in which it was due, and each change has the time at
/// which it was due.
///
/// Steppers are excluded, because they do not repeat missed steps.
@Suite struct WokenLateTests {
    @Test("A panel that is woken late gives the same changes as one that is woken on time")
    func wokenLate() {
        #expect(
            counterexample("woken late", seed: 20_260_310) { generator in
                let panel = WokenLateTests.panel(&generator)
                var onTime = Follower(panel)
                var late = Follower(panel)
                var hands = Hands()
                for _ in 0..<generator.int(in: 2...25) {
                    let happening = hands.next(&generator)
                    onTime.wakeOnTime(until: happening.time)
                    onTime.apply(happening)
                    late.apply(happening)
                }
                let end = hands.time + .seconds(30)
                onTime.wakeOnTime(until: end)
                late.wake(at: end)
                return onTime.difference(from: late)
            } == nil)
    }

    private static func panel(_ generator: inout SeededGenerator) -> Panel {
        let number = NumberSettings(range: ValueRange(0, 100), initial: 50)
        let whole = NumberSettings(range: ValueRange(0, 100), step: 1, initial: 50)
        let controls = [
            ControlSettings(name: "a", quantity: .float(number.withoutAcceleration)),
            ControlSettings(
                name: "b", quantity: .int(whole.withoutAcceleration), commitAfter: .milliseconds(150)),
        ]
        let ramps = controls.indices.map { control in
            RampSettings(
                name: "ramp\(control)", control: control,
                motion: RampMotion(
                    from: generator.once(in: 3) ? 10 : nil, target: generator.once(in: 2) ? .to(90) : .by(20),
                    duration: .seconds(generator.pick([0.05, 0.3, 1])), holds: generator.once(in: 2)))
        }
        let inputs = ["knob", "key", "screen"].map {
            InputSettings(name: $0, controls: [0, 1], ramp: $0 == "key" ? 1 : nil, bindings: bindings(&generator))
        }
        var panel = Panel(PanelSettings(controls: controls, ramps: ramps, inputs: inputs))
        for input in inputs.indices { _ = panel.button(named: "", of: input) }
        let cell = Rect(x: 0, y: 0, width: 100, height: 100)
        panel.arrange(
            surface: Hands.screen,
            TouchLayout(
                targets: [
                    TouchTarget(.wheel(control: 0, .horizontal), area: cell),
                    TouchTarget(.rampButton(ramp: 0), area: cell.offset(by: Vector(dx: 100, dy: 0))),
                    TouchTarget(
                        .slider(control: 1, ramp: 1, length: 100), area: cell.offset(by: Vector(dx: 200, dy: 0))),
                    TouchTarget(.rampButton(ramp: 1), area: cell.offset(by: Vector(dx: 300, dy: 0))),
                ], size: Size(width: 400, height: 100)))
        return panel
    }

    private static func bindings(_ generator: inout SeededGenerator) -> ButtonBindings {
        let requests: [Request] = [
            .speed(.next), .moveFocus(by: 1), .reset(control: "a"), .commit(control: "b"),
            .set(Assignment(control: "a", value: .number(90)), SetManner()), .step(control: "b", count: 3),
            .toggleRamp("ramp0"), .toggleRamp("ramp1"), .toggleLock,
        ]
        let actions = [.emit] + requests.map(Action.request)
        return ButtonBindings(
            down: generator.pick(actions), click: generator.pick(actions), double: generator.pick(actions),
            long: generator.pick(actions), turn: generator.pick([.finestSpeed, .control(1), .none]))
    }

    /// An operation on a panel, with its time.
    private struct Happening {
        let time: Instant
        let act: (inout Panel, inout Changes) -> Void
    }

    /// Generates the next operations, independently of the panel.
    private struct Hands {
        private(set) var time = Instant(microseconds: 1_000_000)
        private var contacts: [TouchContact] = []

        static let screen = 2

        mutating func next(_ generator: inout SeededGenerator) -> Happening {
            time = time + Interval(microseconds: Int64(generator.pick([1, 30_000, 100_000, 400_000, 700_000])))
            time = time + Interval(microseconds: Int64(generator.int(in: 0...50_000)))
            return Happening(time: time, act: act(at: time, &generator))
        }

        private mutating func act(
            at time: Instant, _ generator: inout SeededGenerator
        ) -> (inout Panel, inout Changes) -> Void {
            let control = generator.int(in: 0...1)
            let input = generator.int(in: 0...1)
            switch generator.int(in: 0...14) {
            case 0, 1:
                let units = generator.pick([120, -120, 240, 15])
                return { $0.turn(input, by: units, at: time, into: &$1) }
            case 2, 3, 4: return { $0.press(input, button: 0, at: time, into: &$1) }
            case 5, 6, 7: return { $0.release(input, button: 0, at: time, into: &$1) }
            case 8:
                let value = GivenValue.number(Double(generator.int(in: 0...100)))
                let manner = SetManner(commits: generator.once(in: 2), unlessEditing: generator.once(in: 3))
                return { _ = try? $0.set([(control, value)], manner: manner, by: .client(1), at: time, into: &$1) }
            case 9:
                let motion = RampMotion(
                    target: .to(generator.pick([0, 100])), duration: .seconds(generator.pick([0.2, 2])))
                return { _ = try? $0.startRamp(motion, on: control, at: time, into: &$1) }
            case 10: return { _ = try? $0.pauseRamp(of: control, at: time, into: &$1) }
            case 11: return { _ = try? $0.resumeRamp(of: control, at: time, into: &$1) }
            default: return touch(at: time, &generator)
            }
        }

        private mutating func touch(
            at time: Instant, _ generator: inout SeededGenerator
        ) -> (inout Panel, inout Changes) -> Void {
            if contacts.isEmpty {
                let place = Point(x: Double(generator.int(in: 0...3)) * 100 + 50, y: 50)
                contacts = [TouchContact(id: generator.int(in: 0...9), position: place)]
            } else if generator.once(in: 2) {
                contacts = []
            } else {
                contacts[0].position.x += Double(generator.int(in: -20...20))
            }
            let frame = contacts
            return { $0.touch(surface: Hands.screen, contacts: frame, at: time, into: &$1) }
        }
    }

    private struct Follower {
        private var panel: Panel
        private var changes = Changes()

        init(_ panel: Panel) { self.panel = panel }

        mutating func wakeOnTime(until time: Instant) {
            while let deadline = panel.deadline, deadline <= time { panel.wake(at: deadline, into: &changes) }
        }

        mutating func wake(at time: Instant) { panel.wake(at: time, into: &changes) }

        mutating func apply(_ happening: Happening) { happening.act(&panel, &changes) }

        func difference(from other: Follower) -> String? {
            let (own, others) = (told, other.told)
            for (index, change) in own.enumerated() where index >= others.count || others[index] != change {
                return "on time: \(own[index...].prefix(3)), late: \(others.dropFirst(index).prefix(3))"
            }
            if others.count > own.count { return "late alone: \(others[own.count])" }
            let pairs = zip(panel.controls, other.panel.controls)
            return pairs.allSatisfy { $0.number == $1.number && $0.isEditing == $1.isEditing }
                ? nil : "they end elsewhere"
        }

        /// A late panel does not report the intermediate values of a ramp, so they are excluded.
        private var told: [Change] {
            changes.list.filter { change in
                if case .value(let value) = change.event { value.source != .ramp } else { true }
            }
        }
    }
}
