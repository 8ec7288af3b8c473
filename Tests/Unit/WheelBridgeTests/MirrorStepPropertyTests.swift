import TestSupport
import Testing
import WheelCore
import WheelWire

@testable import WheelBridge

/// The property of `MirrorPropertyTests`, with three controls that the peer also sets in one step.
@Suite struct MirrorStepPropertyTests {
    private struct World {
        var mirror: Mirror
        var now = Instant(microseconds: 0)
        var values = [0.0, 0, 0]
        var inHand = [false, false, false]
        var peer = [0.0, 0, 0]
        /// Lines of the daemon that the mirror has not read.
        var lines: [Line] = []
        var asked: [(route: Int, request: Request)] = []
        var problem: String?

        enum Line {
            case event(Event)
            case reply(route: Int, isRefused: Bool)
        }

        static let names = ["a", "b", "c"]

        init() {
            mirror = Mirror(
                World.names.map { MirrorRoute(control: $0, numbers: .values) }, interval: .milliseconds(5))
            _ = mirror.connect(World.names.map { Sample.float($0, value: 0) }, client: Sample.client)
        }

        mutating func work() {
            mirror.sendNumbers(at: now) {
                peer[$0] = $1
                return $1
            }
            mirror.sendRequests(at: now) { asked.append(($0, $1)) }
        }

        /// The daemon performs the next request completely, or refuses it.
        mutating func answer() {
            guard !asked.isEmpty else { return }
            let (route, request) = asked.removeFirst()
            guard request.operation == .set else { return }
            var assignments: [Assignment] = []
            if case .values(let all) = request["values"] { assignments = all }
            if case .value(let value) = request["value"] {
                assignments = [Assignment(control: World.names[route], value: value)]
            }
            let indices = assignments.compactMap { World.names.firstIndex(of: $0.control) }
            if Set(indices).count != assignments.count { problem = "a control is named twice: \(assignments)" }
            guard !indices.contains(where: { inHand[$0] }) else {
                return lines.append(.reply(route: route, isRefused: true))
            }
            for (index, assignment) in zip(indices, assignments) {
                guard case .number(let number) = assignment.value, number != values[index] else { continue }
                values[index] = number
                lines.append(
                    .event(Sample.value(assignment.control, assignment.value, from: .client(Sample.client))))
            }
            lines.append(.reply(route: route, isRefused: false))
        }

        mutating func read() {
            guard !lines.isEmpty else { return }
            switch lines.removeFirst() {
            case .event(let event): mirror.receive(event)
            case .reply(let route, let isRefused): mirror.answered(route, isRefused: isRefused, at: now)
            }
        }

        mutating func turn(_ index: Int, to number: Double) {
            inHand[index] = true
            values[index] = number
            lines.append(.event(Sample.value(World.names[index], .number(number), from: .input("knob"))))
        }

        mutating func letGo() {
            for index in inHand.indices where inHand[index] {
                inHand[index] = false
                lines.append(.event(Sample.commit(World.names[index], .number(values[index]), from: .input("knob"))))
            }
        }

        mutating func receive(_ numbers: [(route: Int, number: Double)]) {
            for (route, number) in numbers { peer[route] = number }
            mirror.receive(together: numbers.map { (route: $0.route, heard: HeardNumber($0.number)) }, at: now)
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

    @Test func bothSidesEndWithTheSameValues() {
        let problem = counterexample("a mirror of steps comes to rest with both sides equal", seed: 6, cases: 4000) {
            random in
            var world = World()
            for _ in 0..<random.choice(80) {
                switch random.choice(8) {
                case 0: world.turn(random.choice(3), to: Double(random.choice(100)))
                case 1: world.letGo()
                case 2: world.receive([(route: random.choice(3), number: Double(random.choice(100)))])
                case 3:
                    let first = random.choice(3)
                    let routes = random.once(in: 2) ? [0, 1, 2] : [first, (first + 1) % 3]
                    world.receive(routes.map { (route: $0, number: Double(random.choice(100))) })
                case 4: world.answer()
                case 5: world.read()
                case 6: world.work()
                default: world.now = world.now + .milliseconds(Int64(random.choice(8)))
                }
            }
            world.settle()
            if let problem = world.problem { return problem }
            guard world.values == world.peer else { return "the controls have \(world.values), the peer \(world.peer)" }
            return world.mirror.deadline == nil ? nil : "it is not at rest"
        }
        #expect(problem == nil)
    }
}
