import BridgeTestSupport
import TestSupport
import Testing
import WheelCore
import WheelModel

@testable import WheelBridge
@testable import WheelOSC
@testable import WheelWire

/// Simulates a core, a daemon with three controls that hands turn, and three programs: two receive the values, and all
/// three send numbers. The core reads the daemon's lines late.
@Suite struct OSCPropertyTests {
    private struct World {
        var core: OSCCore
        var now = Instant(microseconds: 1_000_000)
        var values = [0.0, 0, 0]
        var inHand = [false, false, false]
        /// The values that each destination has.
        var peers = [[0.0, 0, 0], [0.0, 0, 0]]
        /// A destination that accepts nothing.
        var absent: Int?
        /// Lines of the daemon that the core has not read.
        var lines: [Line] = []
        var asked: [(request: Request, id: RequestID?)] = []

        enum Line {
            case event(Event)
            case reply(RequestID, isRefused: Bool)
        }

        static let names = ["a", "b", "c"]

        init() {
            var settings = OSCSettings()
            settings.destinations = ["x:1", "y:2"].compactMap { OSCDestination($0) }
            core = OSCCore(settings)
            core.connect(
                Listing(controls: World.names.map(World.control), inputs: []), client: OSCBench.client)
        }

        static func control(_ name: String) -> ControlState {
            var state = ControlState()
            state.name = name
            state.kind = .float
            state.range = ValueRange(0, 100)
            state.value = .number(0)
            return state
        }

        mutating func work() {
            core.sendMessages(at: now) { peer, messages in
                guard peer != absent else { return .refused }
                for message in messages {
                    guard let index = World.names.firstIndex(where: { message.address == "/wheeld/\($0)" }),
                        let number = message.arguments.first?.number
                    else { continue }
                    peers[peer][index] = number
                }
                return .sent
            }
            core.sendRequests(at: now) { asked.append(($0, $1)) }
        }

        /// The daemon performs the next request completely, or refuses it.
        mutating func answer() throws {
            guard !asked.isEmpty else { return }
            let (request, id) = asked.removeFirst()
            guard request.operation == .set, let id else { return }
            let assignments = OSCBench.assignments(request)
            let indices = assignments.compactMap { World.names.firstIndex(of: $0.control) }
            let isRefused = indices.contains { inHand[$0] }
            if !isRefused {
                for (index, assignment) in zip(indices, assignments) {
                    guard case .number(let number) = assignment.value, number != values[index] else { continue }
                    values[index] = number
                    lines.append(
                        .event(OSCBench.value(assignment.control, assignment.value, from: .client(OSCBench.client))))
                }
            }
            lines.append(.reply(id, isRefused: isRefused))
        }

        mutating func read() throws {
            guard !lines.isEmpty else { return }
            switch lines.removeFirst() {
            case .event(let event): core.receive(event)
            case .reply(let id, let isRefused):
                _ = core.receive(try .made(to: id, refusing: isRefused ? "editing" : nil), at: now)
            }
        }

        mutating func turn(_ index: Int, to number: Double) {
            inHand[index] = true
            values[index] = number
            lines.append(.event(OSCBench.value(World.names[index], .number(number), from: .input("knob"))))
        }

        mutating func letGo() {
            inHand = [false, false, false]
        }

        mutating func receive(_ routes: [Int], _ number: Double, from peer: Int) {
            for route in routes where peer < peers.count { peers[peer][route] = number }
            let messages = routes.map { OSCMessage("/wheeld/\(World.names[$0])", [.float(Float(number))]) }
            _ = core.receive(OSCPacket.Content(messages: messages, isBundle: routes.count > 1), from: peer, at: now)
        }

        mutating func comeBack() {
            guard let peer = absent else { return }
            absent = nil
            core.open(peer, at: now)
        }

        mutating func settle() throws {
            letGo()
            comeBack()
            for _ in 0..<200 {
                now = now + .milliseconds(10)
                work()
                try answer()
                while !lines.isEmpty { try read() }
            }
        }

        var problem: String? {
            guard peers.allSatisfy({ $0 == values }) else {
                return "the controls have \(values), the programs \(peers)"
            }
            return core.deadline(at: now) == nil ? nil : "it is not at rest"
        }
    }

    @Test func allProgramsEndWithTheValuesOfTheControls() {
        let problem = counterexample("all programs come to rest with the same values", seed: 7, cases: 3000) { random in
            do {
                var world = World()
                for _ in 0..<random.choice(80) {
                    switch random.choice(9) {
                    case 0: world.turn(random.choice(3), to: Double(random.choice(5)))
                    case 1: world.letGo()
                    case 2, 3:
                        let first = random.choice(3)
                        let routes = random.pick([[first], [first, (first + 1) % 3], [0, 1, 2]])
                        let peer = random.choice(3)
                        if peer != world.absent { world.receive(routes, Double(random.choice(5)), from: peer) }
                    case 4: try world.answer()
                    case 5: try world.read()
                    case 6: world.work()
                    case 7:
                        if world.absent == nil { world.absent = random.choice(2) } else { world.comeBack() }
                    default: world.now = world.now + .milliseconds(Int64(random.choice(8)))
                    }
                }
                try world.settle()
                return world.problem
            } catch {
                return "\(error)"
            }
        }
        #expect(problem == nil)
    }
}
