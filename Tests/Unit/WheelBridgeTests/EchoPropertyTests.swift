import TestSupport
import Testing
import WheelCore
import WheelWire

@testable import WheelBridge

@Suite struct EchoPropertyTests {
    /// A daemon with a control that ramps, and a peer that sends each number back after up to half a second, in any
    /// order.
    private struct World {
        var mirror: Mirror
        let scale: PeerScale
        var now = Instant(microseconds: 1_000_000)
        var value: Double
        var speed: Double
        var peer: Double?
        var sent: [(number: Double, at: Instant)] = []
        var echoes: [(number: Double, at: Instant)] = []
        /// The last number that the peer has sent as a change, not as an echo. The daemon must set it.
        var wanted: ControlValue?
        var problem: String?

        static func make(_ random: inout SeededGenerator) -> World? {
            let numbers = random.pick([PeerScale.Numbers.whole(upTo: 127), .whole(upTo: 16383), .values, .fraction])
            let value = Double(random.choice(101))
            let control = Sample.float("gain", value: value)
            guard let scale = PeerScale(numbers, of: control) else { return nil }
            let route = MirrorRoute(control: "gain", numbers: numbers, mayEcho: true)
            var mirror = Mirror([route], interval: .milliseconds(5))
            _ = mirror.connect([control], client: Sample.client)
            let speed = Double(random.choice(41) - 20) / 20
            return World(mirror: mirror, scale: scale, value: value, speed: speed)
        }

        init(mirror: Mirror, scale: PeerScale, value: Double, speed: Double) {
            self.mirror = mirror
            self.scale = scale
            self.value = value
            self.speed = speed
        }

        mutating func work(_ random: inout SeededGenerator) {
            now = now + .milliseconds(5)
            if speed != 0 {
                value = min(max(value + speed, 0), 100)
                mirror.receive(Sample.value("gain", .number(value), from: .ramp))
            }
            while let index = echoes.firstIndex(where: { $0.at <= now }) {
                mirror.receive(HeardNumber(echoes.remove(at: index).number), on: 0, at: now)
            }
            mirror.sendNumbers(at: now) {
                peer = $1
                sent.append(($1, now))
                for _ in 0...random.choice(2) {
                    echoes.append(($1, now + .milliseconds(Int64(random.choice(500)))))
                }
                return $1
            }
            mirror.sendRequests(at: now) { _, request in
                guard request.operation == .set, case .value(let new) = request["value"] else { return }
                guard new == wanted, case .number(let number) = new else {
                    problem = "an echo has set \(new)"
                    return
                }
                wanted = nil
                value = number
            }
            guard wanted == nil, speed == 0 else { return }
            // No ramp runs, because the bridge's request has ended it. The event has the bridge as its source.
            mirror.receive(Sample.value("gain", .number(value), from: .client(Sample.client)))
            mirror.answered(0, isRefused: false, at: now)
        }

        /// Turns the peer's own knob to a number that the peer was not sent lately.
        mutating func move(_ random: inout SeededGenerator) {
            guard let number = scale.number(for: .number(Double(random.choice(1001)) / 10)), number != peer,
                !sent.contains(where: { $0.number == number && now - $0.at <= SentNumbers.echo })
            else { return }
            speed = 0
            peer = number
            wanted = scale.value(for: number)
            if !mirror.receive(HeardNumber(number), on: 0, at: now) {
                problem = "the peer's own \(number) is not taken"
            }
        }
    }

    @Test func echoesNeverMoveTheControlAndThePeerDoes() {
        let problem = counterexample("late echoes move nothing", seed: 11, cases: 600) { random in
            guard var world = World.make(&random) else { return "no scale" }
            for _ in 0..<150 {
                world.work(&random)
                if random.once(in: 100) { world.move(&random) }
                if random.once(in: 50) { world.speed = Double(random.choice(41) - 20) / 20 }
                if let problem = world.problem { return problem }
            }
            world.speed = 0
            for _ in 0..<600 {
                world.work(&random)
                if let problem = world.problem { return problem }
            }
            guard world.peer == world.scale.number(for: .number(world.value)) else {
                return "the control has \(world.value), and the peer \(world.peer ?? -1)"
            }
            return world.mirror.deadline == nil ? nil : "it is not at rest"
        }
        #expect(problem == nil)
    }
}
