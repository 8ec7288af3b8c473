import BridgeTestSupport
import TestSupport
import WheelBridge
import WheelConfiguration
import WheelCore
import WheelModel
import WheelOSC
import WheelWire

// A peer sends any packets, and messages and bundles that are more likely to be of interest, among turns of a hand, restarts of the
// daemon and destinations that refuse. At all times the requests to the daemon are valid, sent packets can be read,
// each sent press is released once, and at the end nothing waits.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOSC(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
    // The bytes as they are, as one packet.
    if let content = OSCPacket.read(UnsafeRawBufferPointer(start: data, count: size)) { checkPacket(content) }
    for framing in [OSCStream.Framing.lengths, .slip] {
        checkStream(UnsafeBufferPointer(start: data, count: size), framing)
    }
    var choices = ByteChoices(UnsafeBufferPointer(start: data, count: size))
    var play = OSCPlay(choices.pick(OSCPlay.configurations))
    for _ in 0..<300 where !choices.isOver { play.act(&choices) }
    play.end()
    return 0
}

/// A packet that was read can be written, and reading it again gives the same.
private func checkPacket(_ content: OSCPacket.Content) {
    var again: [OSCMessage] = []
    for packet in OSCPacket.packets(of: content.messages, bundles: content.isBundle) {
        guard let read = packet.bytes.withUnsafeBytes({ OSCPacket.read($0) }) else { preconditionFailure("\(content)") }
        again += read.messages
    }
    // Arguments that are NaN are not equal to themselves.
    precondition(again.map(\.description) == content.messages.map(\.description), "\(content) became \(again)")
}

/// The bytes as a stream: the packets do not depend on how the bytes are cut, and each packet can be read again from
/// its own frame.
private func checkStream(_ bytes: UnsafeBufferPointer<UInt8>, _ framing: OSCStream.Framing) {
    let portion = 1 + bytes.count % 7
    let found = pieces(in: bytes, framing, portion: bytes.count)
    precondition(found == pieces(in: bytes, framing, portion: portion), "\(found)")
    var again: [UInt8] = []
    for case .packet(let packet) in found {
        precondition(!packet.isEmpty && packet.count <= OSCStream.largest, "\(packet.count) bytes")
        again += OSCStream.frame(packet, framing)
        packet.withUnsafeBytes { if let content = OSCPacket.read($0) { checkPacket(content) } }
    }
    precondition(found.firstIndex(of: .nonsense).map { $0 == found.count - 1 } ?? true, "\(found)")
    let sound = found.filter { $0 != .nonsense }
    precondition(again.withUnsafeBufferPointer { pieces(in: $0, framing, portion: portion) } == sound, "\(again)")
}

private func pieces(
    in bytes: UnsafeBufferPointer<UInt8>, _ framing: OSCStream.Framing, portion: Int
) -> [OSCStream.Piece] {
    var stream = OSCStream(framing)
    var pieces: [OSCStream.Piece] = []
    var rest = bytes[...]
    while !rest.isEmpty {
        stream.append(rest.prefix(portion))
        rest = rest.dropFirst(portion)
        while let piece = stream.next() { pieces.append(piece) }
    }
    return pieces
}

private struct OSCPlay {
    var core: OSCCore
    var now = Instant(microseconds: 1_000_000)
    /// Three peers, with five controls and a group each, and an input.
    var daemon = FuzzedDaemon(most: 32)
    /// Whether each destination has been sent the press of the button, and not its release.
    var isHeld = [false, false]

    static let configurations = [
        "[osc]\nto = ['a:1', 'b:2']\n",
        """
        [osc]
        to = ["a:1", "b:2"]
        interval_ms = 0
        [[osc.control]]
        control = "gain"
        address = "/g"
        args = ["f:normal"]
        takeover = "pickup"
        [[osc.control]]
        control = "gain"
        address = "/s"
        args = [1, "gain", "f:value"]
        [[osc.control]]
        control = "open"
        address = "/s"
        args = [1, "open", "h:value"]
        [[osc.control]]
        control = "wave"
        address = "/w"
        args = ["s:value"]
        [[osc.control]]
        control = "wave"
        address = "/x"
        args = ["i:value", true]
        [[osc.press]]
        input = "knob"
        address = "/p"
        [[osc.feed]]
        input = "dial"
        address = "/d"
        detents = -100000
        [[osc.feed]]
        input = "dial"
        address = "/a"
        form = "absolute"
        [[osc.feed]]
        input = "dial"
        address = "/b"
        form = "button"
        """,
    ]
    static let addresses = [
        "/wheeld/gain", "/wheeld/wave", "/wheeld/open", "/wheeld/count", "/g", "/s", "/w", "/x", "/d", "/a", "/b",
        "/refresh", "/",
    ]

    init(_ configuration: String) {
        let read = try? BridgeFile.parse(Array(configuration.utf8), file: "fuzz", table: "osc") {
            OSCTable.read($0, mistakes: $1)
        }
        precondition(read != nil, "the configuration has mistakes")
        core = OSCCore((read?.value ?? nil) ?? OSCSettings())
        core.connect(FuzzedDaemon.listing, client: FuzzedDaemon.client)
    }

    mutating func act(_ choices: inout ByteChoices) {
        switch choices.choice(12) {
        case 0, 1, 2, 3: receive(OSCPacket.Content(messages: [message(&choices)], isBundle: false), &choices)
        case 4:
            let messages = (0..<choices.choice(5)).map { _ in message(&choices) }
            receive(OSCPacket.Content(messages: messages, isBundle: true), &choices)
        case 5, 6: turn(&choices)
        case 7: work(choices.choice(8))
        case 8: answer(isRefused: choices.once(in: 3))
        case 9: now = now + .milliseconds(Int64(choices.choice(256)))
        case 10:
            switch choices.choice(6) {
            case 0: core.open(choices.choice(2), at: now + .milliseconds(Int64(choices.choice(256))))
            case 3: core.close(choices.choice(2))
            case 4: core.left(choices.choice(2), at: now)
            case 1: reconnect(without: choices.choice(4))
            case 2:
                core.disconnect()
                daemon.reset()
            default: reconnect(without: nil)
            }
        default:
            let gesture = choices.pick([ButtonGesture.down, .up, .click, .double, .long])
            let content = Event.Content.press(input: "knob", button: nil, gesture)
            core.receive(Event(seq: 1, time: now, content: content, hasMore: choices.once(in: 4)))
        }
    }

    /// The daemon has reconnected, or its controls have changed.
    private mutating func reconnect(without missing: Int?) {
        var listing = FuzzedDaemon.listing
        if let missing, listing.controls.indices.contains(missing) {
            listing.controls.remove(at: missing)
            // New mirrors wait for no reply.
            core.receive(Event(seq: 1, time: now, content: .controls(listing)))
        } else {
            core.connect(listing, client: FuzzedDaemon.client)
        }
        daemon.reset()
    }

    private func message(_ choices: inout ByteChoices) -> OSCMessage {
        var arguments: [OSCArgument] = []
        for _ in 0..<choices.choice(4) {
            let word = choices.word()
            switch choices.choice(9) {
            case 0: arguments.append(.float(Float(bitPattern: UInt32(truncatingIfNeeded: word))))
            case 1: arguments.append(.double(Double(bitPattern: word)))
            case 2: arguments.append(.int(Int32(truncatingIfNeeded: word)))
            case 3: arguments.append(.long(Int64(bitPattern: word)))
            case 4: arguments.append(.float(Float(choices.choice(256)) / 256))
            case 5: arguments.append(.int(Int32(choices.choice(4))))
            case 6: arguments.append(.string(choices.pick(["gain", "open", "saw", "sine", "1e999", "0.5", ""])))
            case 7: arguments.append(.flag(choices.once(in: 2)))
            default: arguments.append(.other)
            }
        }
        return OSCMessage(choices.pick(OSCPlay.addresses), arguments)
    }

    private mutating func receive(_ content: OSCPacket.Content, _ choices: inout ByteChoices) {
        checkPacket(content)
        _ = core.receive(content, from: choices.choice(3), at: now)
    }

    private mutating func turn(_ choices: inout ByteChoices) {
        let content = FuzzedDaemon.commit(of: ["gain", "open", "wave", "count", "gone"], &choices)
        core.receive(Event(seq: 1, time: now, content: content, hasMore: choices.once(in: 4)))
    }

    /// `luck` decides which packets are accepted.
    private mutating func work(_ luck: Int) {
        now = now + .milliseconds(1)
        let later = now + .milliseconds(50)
        var isHeld = isHeld
        core.sendMessages(at: now) { peer, messages in
            checkPacket(OSCPacket.Content(messages: messages, isBundle: true))
            let taken = luck == 0 ? 0 : luck == 1 ? messages.count / 2 : messages.count
            for message in messages.prefix(taken) where message.address == "/p" {
                let isDown = message.arguments == [.int(1)]
                precondition(isDown != isHeld[peer], "\(message) twice")
                isHeld[peer] = isDown
            }
            switch luck {
            case 0: return .refused
            case 1: return .full(taken: taken, retryAt: later)
            default: return .sent
            }
        }
        self.isHeld = isHeld
        var daemon = daemon
        core.sendRequests(at: now) { daemon.consume($0, $1) }
        self.daemon = daemon
    }

    /// Returns whether there was a request.
    @discardableResult
    private mutating func answer(isRefused: Bool) -> Bool {
        guard let (reply, _) = daemon.answer(isRefused: isRefused) else { return false }
        _ = core.receive(reply, at: now)
        return true
    }

    /// If the daemon answers and the destinations accept everything, soon nothing waits.
    mutating func end() {
        daemon.reset()
        core.disconnect()
        for index in 0..<2 { core.open(index, at: now) }
        core.connect(FuzzedDaemon.listing, client: FuzzedDaemon.client)
        for _ in 0..<3000 {
            work(7)
            while answer(isRefused: false) {}
            now = now + .milliseconds(20)
            if core.deadline(at: now) == nil { return precondition(isHeld == [false, false], "a button stays down") }
        }
        preconditionFailure("something waits for ever")
    }
}
