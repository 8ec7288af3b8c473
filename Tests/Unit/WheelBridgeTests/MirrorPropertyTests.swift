import TestSupport
import Testing
import WheelCore
import WheelWire

@testable import WheelBridge

@Suite struct MirrorPropertyTests {
    /// A daemon with one control and a hand on it, a peer, and delayed lines between them.
    private struct World {
        var mirror: Mirror
        var now = Instant(microseconds: 0)
        var value = 0.0
        var isInHand = false
        var peer = 0.0
        /// Lines of the daemon that the mirror has not read.
        var lines: [Line] = []
        var asked: [Request] = []
        var problem: String?

        enum Line {
            case event(Event)
            case reply(isRefused: Bool)
        }

        init() {
            mirror = Mirror(
                [MirrorRoute(control: "gain", numbers: .whole(upTo: 127))], interval: .milliseconds(5))
            _ = mirror.connect([World.control(0)], client: Sample.client)
        }

        /// A control with a grid, so that some values snap.
        static func control(_ value: Double) -> ControlState {
            Sample.float("gain", ValueRange(0, 100), value: value, step: 7)
        }

        mutating func work() {
            mirror.sendNumbers(at: now) {
                peer = $1
                return $1
            }
            mirror.sendRequests(at: now) { asked.append($1) }
        }

        mutating func answer() {
            guard !asked.isEmpty else { return }
            let request = asked.removeFirst()
            guard request.operation == .set, case .value(.number(let wanted)) = request["value"] else { return }
            guard !isInHand else { return lines.append(.reply(isRefused: true)) }
            let snapped = min((wanted / 7).rounded() * 7, 98)
            if snapped != value {
                value = snapped
                lines.append(.event(Sample.value("gain", .number(value), from: .client(Sample.client))))
            }
            lines.append(.reply(isRefused: false))
        }

        mutating func read() {
            guard !lines.isEmpty else { return }
            switch lines.removeFirst() {
            case .event(let event): mirror.receive(event)
            case .reply(let isRefused): mirror.answered(0, isRefused: isRefused, at: now)
            }
        }

        mutating func turn(to number: Double) {
            isInHand = true
            value = number
            lines.append(.event(Sample.value("gain", .number(number), from: .input("knob"))))
        }

        mutating func letGo() {
            guard isInHand else { return }
            isInHand = false
            lines.append(.event(Sample.commit("gain", .number(value), from: .input("knob"))))
        }

        mutating func settle() {
            letGo()
            for _ in 0..<200 {
                now = now + .milliseconds(10)
                work()
                answer()
                while !lines.isEmpty { read() }
            }
        }
    }

    @Test func bothSidesEndWithTheSameValue() {
        let problem = counterexample("a mirror comes to rest with both sides equal", seed: 5, cases: 4000) { random in
            var world = World()
            var lastMover = "nobody"
            for _ in 0..<random.choice(60) {
                switch random.choice(7) {
                case 0:
                    world.turn(to: Double(random.choice(15) * 7))
                    lastMover = "hand"
                case 1: world.letGo()
                case 2:
                    world.peer = Double(random.choice(128))
                    world.mirror.receive(HeardNumber(world.peer), on: 0, at: world.now)
                    lastMover = "peer"
                case 3: world.answer()
                case 4: world.read()
                case 5: world.work()
                default: world.now = world.now + .milliseconds(Int64(random.choice(8)))
                }
            }
            world.settle()
            guard let scale = PeerScale(.whole(upTo: 127), of: World.control(0)) else { return "no scale" }
            let expected = scale.number(for: .number(world.value)) ?? -1
            // The control may have snapped to a grid point, while the peer keeps the number that it has sent.
            guard (expected - world.peer).magnitude <= 5 else {
                return
                    "the control has \(world.value), which is \(expected), and the peer \(world.peer); last: \(lastMover)"
            }
            return world.mirror.deadline == nil ? nil : "it is not at rest"
        }
        #expect(problem == nil)
    }
}
