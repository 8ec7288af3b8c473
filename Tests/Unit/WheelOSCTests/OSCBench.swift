import BridgeTestSupport
import WheelConfiguration
import WheelCore
import WheelModel

@testable import WheelBridge
@testable import WheelOSC
@testable import WheelWire

/// A core of an instrument with the controls `cutoff` (10…1000, log), `wave` (saw, square, sine) and `open` (0 to
/// infinity). Records what the core sends.
struct OSCBench {
    var core: OSCCore
    var now = Instant(microseconds: 1_000_000)
    /// The messages of each packet, with the number of its destination.
    var packets: [(to: Int, messages: [OSCMessage])] = []
    var requests: [(request: Request, id: RequestID?)] = []
    var answer = OSCSending.sent

    static let client = 7

    /// `destinations` is the number of destinations in the table `[osc]`, which `configuration` continues.
    init(_ configuration: String = "", destinations: Int = 1) throws {
        let hosts = (0..<destinations).map { "'10.0.0.\($0 + 1):9000'" }.joined(separator: ", ")
        let text = "[osc]\nto = [\(hosts)]\n\(configuration)"
        let read = try BridgeFile.parse(Array(text.utf8), file: "bridges.toml", table: "osc") {
            OSCTable.read($0, mistakes: $1)
        }
        core = OSCCore(read.value ?? OSCSettings())
        core.connect(OSCBench.listing, client: OSCBench.client)
        work()
        try answerAll()
        packets = []
    }

    static var listing: Listing {
        var cutoff = ControlState()
        cutoff.name = "cutoff"
        cutoff.kind = .float
        cutoff.range = ValueRange(10, 1000)
        cutoff.taper = .log
        cutoff.value = .number(10)
        var wave = ControlState()
        wave.name = "wave"
        wave.kind = .choice
        wave.positions = ["saw", "square", "sine"].map { Position(name: $0) }
        wave.value = .position("saw")
        var open = ControlState()
        open.name = "open"
        open.kind = .int
        open.range = ValueRange(0, .infinity)
        open.step = 1
        open.value = .number(0)
        return Listing(controls: [cutoff, wave, open], inputs: [])
    }

    mutating func work(after pause: Interval = .milliseconds(5)) {
        now = now + pause
        let answer = answer
        core.sendMessages(at: now) { peer, messages in
            packets.append((peer, messages))
            return answer
        }
        core.sendRequests(at: now) { requests.append(($0, $1)) }
    }

    mutating func turn(_ control: String, to value: ControlValue, more: Bool = false) {
        core.receive(OSCBench.value(control, value, from: .input("knob"), more: more))
    }

    static func value(_ control: String, _ value: ControlValue, from source: EventSource, more: Bool = false) -> Event {
        Event(
            seq: 1, time: .distantPast,
            content: .value(
                ValueEvent(control: control, value: value, speed: "fine", source: source, delta: 0, isEditing: true)),
            hasMore: more)
    }

    mutating func press(_ gesture: ButtonGesture, button: String? = nil) {
        core.receive(Event(seq: 1, time: .distantPast, content: .press(input: "knob", button: button, gesture)))
    }

    @discardableResult
    mutating func receive(_ messages: OSCMessage..., from peer: Int = 0) -> Set<OSCCore.Complaint> {
        core.receive(OSCPacket.Content(messages: messages, isBundle: messages.count > 1), from: peer, at: now)
    }

    /// The daemon performs the requests so far, or refuses them.
    mutating func answerAll(refusing: String? = nil) throws {
        for (request, id) in requests {
            guard let id else { continue }
            if refusing == nil {
                for assignment in OSCBench.assignments(request) {
                    core.receive(OSCBench.value(assignment.control, assignment.value, from: .client(OSCBench.client)))
                }
            }
            _ = core.receive(try .made(to: id, refusing: refusing), at: now)
        }
        requests = []
    }

    static func assignments(_ request: Request) -> [Assignment] {
        if case .values(let all) = request["values"] { return all }
        guard case .value(let value) = request["value"], case .text(let control) = request["control"] else { return [] }
        return [Assignment(control: control, value: value)]
    }

    /// The packets so far: `0: /a 1.0 | /b 2`, one for each line.
    var shown: [String] {
        packets.map { packet in "\(packet.to): " + packet.messages.map(\.description).joined(separator: " | ") }
    }

    /// The requests so far: `cutoff=5.0`, `cutoff=5.0 wave=sine`, `commit cutoff`.
    var asked: [String] {
        requests.map { request, _ in
            guard request.operation == .set else { return "\(request.operation) \(request.text("control") ?? "")" }
            return OSCBench.assignments(request).map { assignment in
                switch assignment.value {
                case .number(let number): "\(assignment.control)=\(number)"
                case .position(let name): "\(assignment.control)=\(name)"
                default: "?"
                }
            }.joined(separator: " ")
        }
    }
}
