import BridgeTestSupport
import TestSupport
import WheelBridge
import WheelConfiguration
import WheelCore
import WheelMQTT
import WheelModel
import WheelWire

// A broker sends any bytes as topics and payloads, disconnects, and acknowledges some messages, among turns of a hand and restarts of
// the daemon. Always, no topic that is sent has a wildcard, every request has a value that its control can have, no commit is lost,
// and at the end nothing waits.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMQTT(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
    var choices = ByteChoices(UnsafeBufferPointer(start: data, count: size))
    var play = MQTTPlay(choices.pick(["", "discovery = \"ha\"\n", "queue = 4\ninterval_ms = 0\n"]))
    for _ in 0..<500 where !choices.isOver { play.act(&choices) }
    play.end()
    return 0
}

private struct MQTTPlay {
    var core: MQTTCore
    var now = Instant(microseconds: 1_000_000)
    var daemon = FuzzedDaemon(most: 5)
    /// The messages that the broker has not acknowledged.
    var unacknowledged: [Int32] = []
    var number: Int32 = 0
    /// The commits so far, and how many of them the broker has acknowledged or the queue has dropped.
    var commits = 0
    var done = 0

    static let topics = [
        "gain/set", "wave/set", "count/set", "steps/set", "none/set", "status", "get", "gain/value", "+/set", "#", "",
    ]

    init(_ configuration: String) {
        let bytes = Array("[mqtt]\n\(configuration)".utf8)
        let read = try? BridgeFile.parse(bytes, file: "fuzz", table: "mqtt") { MQTTTable.read($0, mistakes: $1) }
        precondition(read != nil, "the configuration has mistakes")
        core = MQTTCore((read?.value ?? nil) ?? MQTTSettings(), name: "lab")
        core.connect(MQTTPlay.listing, client: FuzzedDaemon.client)
    }

    static var listing: Listing {
        var steps = ControlState()
        steps.name = "steps"
        steps.kind = .selection
        steps.positions = ["1", "2"].map { Position(name: $0) }
        steps.value = .positions([])
        return Listing(controls: FuzzedDaemon.listing.controls.filter { $0.name != "open" } + [steps], inputs: [])
    }

    mutating func act(_ choices: inout ByteChoices) {
        switch choices.choice(14) {
        case 0, 1, 2:
            core.receive(
                "wheeld/lab/\(choices.pick(MQTTPlay.topics))", bytes(&choices), isRetained: choices.once(in: 8), at: now
            )
        case 3:
            core.receive(
                String(decoding: bytes(&choices), as: UTF8.self), bytes(&choices), isRetained: choices.once(in: 8),
                at: now)
        case 4:
            // Topics and payloads that are more likely to be of interest.
            let text = choices.pick(["20", "-1", "1e9", "nan", "saw", "sine", " 440\n", "0x10", "1,5", "+7"])
            core.receive("wheeld/lab/\(choices.pick(MQTTPlay.topics))", Array(text.utf8), isRetained: false, at: now)
        case 5, 6: turn(&choices)
        case 7: work(hasRoom: !choices.once(in: 4))
        case 8: answer(isRefused: choices.once(in: 3))
        case 9: now = now + .milliseconds(Int64(choices.choice(256)))
        case 10, 11:
            guard !unacknowledged.isEmpty else {
                return acknowledge(Int32(truncatingIfNeeded: Int64(choices.choice(256)) - 9))
            }
            acknowledge(unacknowledged.remove(at: choices.choice(unacknowledged.count)))
        case 12:
            switch choices.choice(4) {
            case 0:
                core.brokerWent()
                unacknowledged = []
            case 1: core.brokerCame(at: now)
            case 2:
                core.disconnect()
                daemon.reset()
            default:
                daemon.reset()
                core.connect(MQTTPlay.listing, client: FuzzedDaemon.client)
            }
        default:
            let gesture = choices.pick([ButtonGesture.down, .up, .click, .double, .long])
            let button = choices.pick([nil, "shift", "a/b", "#"])
            core.receive(Event(seq: 1, time: now, content: .press(input: "knob", button: button, gesture)))
        }
        _ = core.consumeComplaints()
        done += core.consumeDroppedCommits()
    }

    private func bytes(_ choices: inout ByteChoices) -> [UInt8] {
        (0..<choices.choice(choices.once(in: 16) ? 600 : 12)).map { _ in UInt8(choices.choice(256)) }
    }

    private mutating func turn(_ choices: inout ByteChoices) {
        let content = FuzzedDaemon.commit(of: ["gain", "wave", "count", "gone"], &choices)
        if case .commit = content { commits += 1 }
        core.receive(Event(seq: 1, time: now, content: content))
        core.keep(Event(seq: 1, time: now, content: content))
    }

    private mutating func acknowledge(_ number: Int32) {
        let before = core.waitingCommits
        _ = core.acknowledge(number, isRefused: false, at: now)
        done += before - core.waitingCommits
    }

    private mutating func work(hasRoom: Bool) {
        now = now + .milliseconds(1)
        _ = core.isDeaf(at: now)
        var number = number
        var sent: [Int32] = []
        core.sendMessages(at: now) { message in
            MQTTPlay.check(message)
            guard hasRoom else { return nil }
            number += 1
            if message.isAcknowledged { sent.append(number) }
            return number
        }
        self.number = number
        unacknowledged += sent
        var daemon = daemon
        core.sendRequests(at: now) { daemon.consume($0, $1) }
        self.daemon = daemon
        precondition(
            core.waitingCommits + done == commits, "commits are lost: \(commits), \(done), \(core.waitingCommits)")
    }

    private static func check(_ message: MQTTMessage) {
        precondition(
            MQTTTopics.areLevels(message.topic), "a topic that no level may have: \(message.topic)")
    }

    /// Returns whether there was a request.
    @discardableResult
    private mutating func answer(isRefused: Bool) -> Bool {
        guard let (reply, _) = daemon.answer(isRefused: isRefused) else { return false }
        _ = core.receive(reply, at: now)
        return true
    }

    /// If the daemon answers and the broker acknowledges everything, soon nothing waits.
    mutating func end() {
        daemon.reset()
        unacknowledged = []
        core.connect(MQTTPlay.listing, client: FuzzedDaemon.client)
        core.brokerWent()
        core.brokerCame(at: now)
        for _ in 0..<3000 {
            work(hasRoom: true)
            while answer(isRefused: false) {}
            for number in unacknowledged { acknowledge(number) }
            unacknowledged = []
            now = now + .milliseconds(20)
            if core.deadline == nil, core.isSettled { return }
        }
        preconditionFailure("something waits for ever")
    }
}
