import BridgeTestSupport
import WheelConfiguration
import WheelCore
import WheelModel

@testable import WheelBridge
@testable import WheelMIDI
@testable import WheelWire

/// A core with a configuration, the controls `gain` (0…127, whole numbers) and `wave` (saw, square, sine), and the
/// messages that it sends.
struct CoreBench {
    var core: MIDICore
    var now = Instant(microseconds: 1_000_000)
    /// The messages that were sent to `peer`, or to all.
    var messages: [MIDIMessage] = []
    /// The messages that were sent to other peers.
    var others: [Int: [MIDIMessage]] = [:]
    var requests: [(request: Request, id: RequestID?)] = []

    static let client = 7
    static let peer = 1

    init(_ configuration: String) throws {
        let read = try BridgeFile.parse(Array(configuration.utf8), file: "bridges.toml", table: "midi") {
            MIDITable.read($0, mistakes: $1)
        }
        core = MIDICore(read.value ?? MIDISettings())
        core.connect(CoreBench.listing, client: CoreBench.client)
        core.join(CoreBench.peer)
        work()
        try answerAll()
        messages = []
    }

    static var listing: Listing {
        var gain = ControlState()
        gain.name = "gain"
        gain.kind = .int
        gain.range = ValueRange(0, 127)
        gain.step = 1
        gain.taper = .linear
        var wave = ControlState()
        wave.name = "wave"
        wave.kind = .choice
        wave.positions = ["saw", "square", "sine"].map { Position(name: $0) }
        wave.value = .position("saw")
        return Listing(controls: [gain, wave], inputs: [])
    }

    mutating func work(after pause: Interval = .milliseconds(5)) {
        now = now + pause
        core.sendMessages(at: now) { message, peer in
            if peer == nil || peer == CoreBench.peer {
                messages.append(message)
            } else if let peer {
                others[peer, default: []].append(message)
            }
            return true
        }
        core.sendRequests(at: now) { requests.append(($0, $1)) }
    }

    mutating func turn(to value: Double, by delta: Double) {
        core.receive(CoreBench.value("gain", .number(value), delta: delta, from: .input("knob")))
    }

    static func value(_ control: String, _ value: ControlValue, delta: Double = 0, from source: EventSource) -> Event {
        Event(
            seq: 1, time: .distantPast,
            content: .value(
                ValueEvent(
                    control: control, value: value, speed: "fine", source: source, delta: delta, isEditing: true)))
    }

    mutating func press(_ gesture: ButtonGesture, button: String? = nil) {
        core.receive(
            Event(seq: 1, time: .distantPast, content: .press(input: "knob", button: button, gesture)))
    }

    mutating func answerAll() throws {
        for (_, id) in requests {
            guard let id else { continue }
            _ = core.receive(try .made(to: id), at: now)
        }
        requests = []
    }

    /// The messages so far: `cc16=5` is on channel 1, `2:cc16=5` on channel 2.
    var shown: String { CoreBench.text(of: messages) }

    func shown(_ peer: Int) -> String { CoreBench.text(of: others[peer] ?? []) }

    private static func text(of messages: [MIDIMessage]) -> String {
        messages.map { message in
            switch message {
            case .controller(let channel, let number, let value): CoreBench.prefix(channel) + "cc\(number)=\(value)"
            case .note(let channel, let number, _, let isOn):
                CoreBench.prefix(channel) + (isOn ? "on" : "off") + "\(number)"
            case .program(let channel, let number): CoreBench.prefix(channel) + "pc\(number)"
            case .controller14, .parameter: "?"
            }
        }.joined(separator: " ")
    }

    private static func prefix(_ channel: Int) -> String { channel == 0 ? "" : "\(channel + 1):" }
}

/// For tests with one peer.
extension MIDICore {
    mutating func receive(_ message: MIDIMessage, at now: Instant) { receive(message, from: CoreBench.peer, at: now) }

    mutating func resetPeer() { join(CoreBench.peer) }

    mutating func sendMessages(at now: Instant, _ send: (MIDIMessage) -> Bool) {
        sendMessages(at: now) { message, _ in send(message) }
    }
}
