import BridgeTestSupport
import TestSupport
import WheelBridge
import WheelConfiguration
import WheelCore
import WheelMIDI
import WheelModel
import WheelWire

// A peer sends any numbers in events of any kind, among turns of a hand and restarts of the daemon. Always, everything that is sent is
// in the ranges of MIDI and of the controls, and at the end nothing waits.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMIDI(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
    var choices = ByteChoices(UnsafeBufferPointer(start: data, count: size))
    var play = MIDIPlay(choices.pick(MIDIPlay.configurations))
    for _ in 0..<500 where !choices.isOver { play.act(&choices) }
    play.end()
    return 0
}

private struct MIDIPlay {
    var core: MIDICore
    var now = Instant(microseconds: 1_000_000)
    var daemon = FuzzedDaemon(most: 64, largest: 20000)

    static let configurations = [
        "",
        """
        [[midi.control]]
        control = "gain"
        form = "cc14"
        number = 1
        takeover = "pickup"
        [[midi.control]]
        control = "gain"
        form = "nrpn"
        number = 300
        [[midi.control]]
        control = "gain"
        form = "sign-magnitude"
        number = 20
        [[midi.control]]
        control = "wave"
        form = "notes"
        number = 126
        [[midi.control]]
        control = "wave"
        form = "program"
        number = 5
        [[midi.control]]
        control = "count"
        number = 2
        """,
        """
        [[midi.control]]
        control = "open"
        form = "program"
        number = 0
        [[midi.control]]
        control = "open"
        number = 7
        range = "[-1, 1]"
        [[midi.press]]
        input = "knob"
        number = 60
        [[midi.feed]]
        input = "dial"
        number = 1
        detents = -100
        [[midi.feed]]
        input = "dial"
        form = "absolute"
        number = 2
        [[midi.feed]]
        input = "dial"
        form = "note"
        number = 36
        """,
    ]

    init(_ configuration: String) {
        let read = try? BridgeFile.parse(Array(configuration.utf8), file: "fuzz", table: "midi") {
            MIDITable.read($0, mistakes: $1)
        }
        precondition(read != nil, "the configuration has mistakes")
        core = MIDICore((read?.value ?? nil) ?? MIDISettings())
        core.connect(FuzzedDaemon.listing, client: FuzzedDaemon.client)
    }

    mutating func act(_ choices: inout ByteChoices) {
        switch choices.choice(12) {
        case 0, 1, 2, 3:
            let kind = choices.pick(MIDIMessage.Kind.allCases)
            let message = MIDIMessage(
                kind, channel: number(&choices), number: number(&choices), value: number(&choices))
            if let message { core.receive(message, from: choices.choice(4), at: now) }
        case 4:
            // Numbers in their ranges, which are more likely to be of interest.
            let number = choices.pick([1, 2, 6, 7, 16, 17, 20, 33, 36, 38, 98, 99, 100, 101])
            if let message = MIDIMessage(.controller, channel: 0, number: number, value: choices.choice(128)) {
                core.receive(message, from: choices.choice(4), at: now)
            }
        case 5, 6: turn(&choices)
        case 7: work(hasRoom: !choices.once(in: 4))
        case 8: answer(isRefused: choices.once(in: 3))
        case 9: now = now + .milliseconds(Int64(choices.choice(256)))
        case 10:
            switch choices.choice(6) {
            case 0: core.join(1 + choices.choice(3))
            case 1: core.releaseAll(at: now)
            case 2: core.leave(choices.choice(4), at: now)
            case 3: core.release(of: choices.choice(4), at: now)
            case 4:
                core.disconnect()
                daemon.reset()
            default:
                daemon.reset()
                core.connect(FuzzedDaemon.listing, client: FuzzedDaemon.client)
            }
        default:
            let gesture = choices.pick([ButtonGesture.down, .up, .click, .double, .long])
            core.receive(Event(seq: 1, time: now, content: .press(input: "knob", button: nil, gesture)))
        }
    }

    private func number(_ choices: inout ByteChoices) -> Int {
        choices.once(in: 4) ? Int(Int64(bitPattern: choices.word())) : choices.choice(256) - 64
    }

    private mutating func turn(_ choices: inout ByteChoices) {
        let content = FuzzedDaemon.commit(of: ["gain", "open", "wave", "count", "gone"], &choices)
        core.receive(Event(seq: 1, time: now, content: content))
    }

    private mutating func work(hasRoom: Bool) {
        now = now + .milliseconds(1)
        core.sendMessages(at: now) { message, _ in
            MIDIPlay.check(message)
            return hasRoom
        }
        var daemon = daemon
        core.sendRequests(at: now) { daemon.consume($0, $1) }
        self.daemon = daemon
    }

    private static func check(_ message: MIDIMessage) {
        let (channel, number, value) =
            switch message {
            case .controller(let channel, let number, let value): (channel, number, value)
            case .note(let channel, let number, let velocity, _): (channel, number, velocity)
            case .program(let channel, let number): (channel, number, 0)
            case .controller14, .parameter: (-1, -1, -1)
            }
        precondition(
            (0...15).contains(channel) && (0...127).contains(number) && (0...127).contains(value), "\(message)")
    }

    /// Returns whether there was a request.
    @discardableResult
    private mutating func answer(isRefused: Bool) -> Bool {
        guard let (reply, _) = daemon.answer(isRefused: isRefused) else { return false }
        _ = core.receive(reply, at: now)
        return true
    }

    /// If the daemon answers and the peer has room, soon nothing waits.
    mutating func end() {
        daemon.reset()
        core.connect(FuzzedDaemon.listing, client: FuzzedDaemon.client)
        for _ in 0..<3000 {
            work(hasRoom: true)
            while answer(isRefused: false) {}
            now = now + .milliseconds(20)
            if core.deadline(at: now) == nil { return }
        }
        preconditionFailure("something waits for ever")
    }
}
