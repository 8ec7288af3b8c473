import BridgeTestSupport
import WheelConfiguration
import WheelCore
import WheelModel

@testable import WheelBridge
@testable import WheelMQTT
@testable import WheelWire

/// A core of the instrument `lab`, whose controls are `gain` (0…127, whole numbers) and `wave` (saw, square, sine).
/// Records what the core sends to the broker and to the daemon.
struct CoreBench {
    var core: MQTTCore
    var now = Instant(microseconds: 1_000_000)
    /// The messages as `gain/value=5`, with `!` after messages that must be acknowledged.
    var shown: [String] = []
    var messages: [MQTTMessage] = []
    var requests: [(request: Request, id: RequestID?)] = []
    /// The numbers of messages that are not acknowledged yet.
    var unacknowledged: [Int32] = []
    var hasRoom = true
    var number: Int32 = 0

    static let client = 7

    init(_ configuration: String = "", isBrokerThere: Bool = true, hearsItself: Bool = true) throws {
        let read = try BridgeFile.parse(Array("[mqtt]\n\(configuration)".utf8), file: "bridges.toml", table: "mqtt") {
            MQTTTable.read($0, mistakes: $1)
        }
        core = MQTTCore(read.value ?? MQTTSettings(), name: "lab")
        core.connect(CoreBench.listing, client: CoreBench.client)
        guard isBrokerThere else { return }
        core.brokerCame(at: now)
        work()
        if hearsItself {
            // Ends the echo check, so that the tests do not see its messages.
            work(after: EchoCheck.pause)
            receive("status", "online")
        }
        shown = []
        messages = []
        unacknowledged = []
    }

    static var listing: Listing {
        var gain = ControlState()
        gain.name = "gain"
        gain.kind = .int
        gain.range = ValueRange(0, 127)
        gain.step = 1
        gain.taper = .linear
        gain.speed = "fine"
        var wave = ControlState()
        wave.name = "wave"
        wave.kind = .choice
        wave.positions = ["saw", "square", "sine"].map { Position(name: $0) }
        wave.value = .position("saw")
        wave.speed = "fine"
        return Listing(controls: [gain, wave], inputs: [])
    }

    mutating func work(after pause: Interval = .milliseconds(20)) {
        now = now + pause
        core.sendMessages(at: now) { message in
            guard hasRoom else { return nil }
            number += 1
            messages.append(message)
            let topic = message.topic.hasPrefix("wheeld/lab/") ? String(message.topic.dropFirst(11)) : message.topic
            shown.append("\(topic)=\(message.payload)" + (message.isAcknowledged ? "!" : ""))
            if message.isAcknowledged { unacknowledged.append(number) }
            return number
        }
        core.sendRequests(at: now) { requests.append(($0, $1)) }
    }

    /// The messages that were sent since the last call.
    mutating func consume() -> String {
        defer { shown = [] }
        return shown.joined(separator: " ")
    }

    mutating func acknowledgeAll() {
        for number in unacknowledged { _ = core.acknowledge(number, isRefused: false, at: now) }
        unacknowledged = []
    }

    mutating func receive(_ content: Event.Content) {
        core.receive(Event(seq: 1, time: .distantPast, content: content))
    }

    mutating func turn(to value: Double, from source: EventSource = .input("knob")) {
        receive(
            .value(
                ValueEvent(
                    control: "gain", value: .number(value), speed: "fine", source: source, delta: 1, isEditing: true)))
    }

    mutating func commit(_ value: Double, from source: EventSource = .input("knob")) {
        receive(commit: .commit(control: "gain", .number(value), cursor: nil, source))
    }

    /// A commit arrives on both connections of the bridge to the daemon.
    mutating func receive(commit: Event.Content) {
        receive(commit)
        keep(commit)
    }

    mutating func keep(_ content: Event.Content) {
        core.keep(Event(seq: 1, time: .distantPast, content: content))
    }

    mutating func receive(_ topic: String, _ payload: String, isRetained: Bool = false) {
        core.receive("wheeld/lab/\(topic)", Array(payload.utf8), isRetained: isRetained, at: now)
    }

    mutating func answerAll(refusing: String? = nil) throws {
        for (_, id) in requests {
            guard let id else { continue }
            _ = core.receive(try .made(to: id, refusing: refusing), at: now)
        }
        requests = []
    }
}
