import WheelBridge
import WheelGeometry
import WheelProtocol
import WheelSettings

/// What `wheel-midi` does, without a socket, a sequencer and a clock: messages and events come in, messages and requests go out.
package struct MIDIDesk: BridgeDesk {
    private let settings: MIDISettings
    /// The controls that are mirrored, in the order of the mirror's routes.
    private var controls: [MIDIControl] = []
    private var mirror: Mirror
    /// The number that each route has at the peer, for the note that must end.
    private var sent: [Int?] = []
    /// How many positions or whole numbers each route has, where they have numbers of their own.
    private var counts: [Int] = []
    private var relatives: [RelativeOutput] = []
    private var presses: PressOutput
    private var feeds: [FeedQueue] = []
    private var feedIndices: [Int] = []
    private var knobs: [Int?]
    private var receiver = MIDIReceiver()
    private var addresses: [MIDIAddress: [Int]] = [:]
    private var client: Int?
    private var isEnding = false
    /// Sentences about controls that cannot be sent.
    package private(set) var missing: [String] = []

    package init(_ settings: MIDISettings) {
        self.settings = settings
        mirror = Mirror([], interval: settings.interval)
        presses = PressOutput(settings.presses)
        knobs = Array(repeating: nil, count: settings.feeds.count)
        for feed in settings.feeds {
            let index = feeds.firstIndex { $0.input == feed.input } ?? feeds.count
            if index == feeds.count { feeds.append(FeedQueue(feed.input)) }
            feedIndices.append(index)
        }
        lay(settings.controls ?? [])
    }

    private mutating func lay(_ all: [MIDIControl]) {
        relatives = []
        controls = []
        for control in all {
            if case .relative(let encoding) = control.form {
                relatives.append(RelativeOutput(control, encoding))
            } else {
                controls.append(control)
            }
        }
        mirror.lay(controls.map(\.route))
        sent = Array(repeating: nil, count: controls.count)
        counts = Array(repeating: 0, count: controls.count)
        addresses = Dictionary(grouping: controls.indices.filter { controls[$0].address != nil }) {
            controls[$0].address ?? .program(channel: 0)
        }
    }

    // MARK: The daemon.

    package mutating func connect(_ listing: Listing, client: Int) {
        self.client = client
        layUsual(listing)
        for index in feeds.indices { feeds[index].claim() }
        note(mirror.connect(listing.controls, client: client), listing)
    }

    package mutating func disconnect() {
        client = nil
        mirror.disconnect()
        presses.releaseAll()
        for index in feeds.indices { feeds[index].disconnect() }
        for index in relatives.indices { relatives[index].forget() }
    }

    package mutating func receive(_ event: Event) {
        presses.receive(event)
        switch event.content {
        case .value(let value):
            mirror.receive(event)
            if case .client(let number) = value.source, number == client { return }
            for index in relatives.indices where relatives[index].control.control == value.control {
                relatives[index].take(value.delta)
            }
        case .commit: mirror.receive(event)
        case .controls(let listing):
            layUsual(listing)
            // The input may be new.
            for index in feeds.indices { feeds[index].claim() }
            // The mirror may have other routes now.
            if let client { note(mirror.connect(listing.controls, client: client), listing) }
        default: break
        }
    }

    /// Returns the request that the daemon has refused, if that should be logged.
    package mutating func receive(_ reply: Reply, at now: Instant) -> RefusedRequest? {
        guard let id = reply.id.flatMap({ Int($0.json) }) else { return RefusedRequest(reply) }
        if let feed = FeedQueue.index(ofReply: id) {
            guard feeds.indices.contains(feed) else { return nil }
            feeds[feed].answered()
            return RefusedRequest(reply, about: feeds[feed].input)
        }
        let routes = mirror.answered(id, isRefused: reply.refusal != nil, at: now)
        return mirror.refused(reply, routes)
    }

    package mutating func sendRequests(at now: Instant, _ send: (Request, RequestID?) -> Void) {
        guard client != nil else { return }
        mirror.sendRequests(at: now) { number, request in
            send(request, request.operation == .set ? RequestID(number) : nil)
        }
        for index in feeds.indices {
            if let request = feeds[index].nextRequest() { send(request, RequestID(FeedQueue.reply(at: index))) }
        }
    }

    /// Without a configuration every control that can be mapped has a controller.
    private mutating func layUsual(_ listing: Listing) {
        guard settings.controls == nil else { return }
        let mapped = listing.controls.filter { PeerScale(.whole(upTo: 127), of: $0) != nil }
        let usual = mapped.prefix(MIDIControl.mostUsual).enumerated().map { MIDIControl.usual($1.name, $0) }
        // The peer's numbers are forgotten only if they belong to other controls now.
        if usual != controls { lay(usual) }
    }

    private mutating func note(_ unmapped: [Int], _ listing: Listing) {
        let states = Dictionary(listing.controls.map { ($0.name, $0) }) { first, _ in first }
        var unsent = unmapped.map { controls[$0] }
        for index in relatives.indices {
            let control = relatives[index].control
            if !relatives[index].bind(to: states[control.control]) { unsent.append(control) }
        }
        for index in controls.indices { counts[index] = states[controls[index].control]?.positions?.count ?? 128 }
        missing = unsent.map { control in
            guard let state = states[control.control] else { return unknownName(control.control, in: states.keys) }
            return state.kind == .selection
                ? "'\(control.control)' is a selection, which has no number"
                : "'\(control.control)' has a range without an end: give it a 'range' or a 'tick'"
        }
    }

    // MARK: The peer.

    /// A message of the peer.
    package mutating func hear(_ message: MIDIMessage, at now: Instant) {
        var heard: [(MIDIAddress, Int)] = []
        receiver.receive(message) { heard.append(($0, $1)) }
        for (address, number) in heard {
            // After an upper half, the number may stand for 128 numbers: the lower half comes with the next message.
            let rest = message.isUpperHalf(of: address) ? 127 : 0
            for route in addresses[address] ?? [] { hear(number, rest: rest, on: route, at: now) }
            if case .note(let channel, let note) = address, number > 0 { hearNote(note, channel, at: now) }
            for index in settings.feeds.indices where settings.feeds[index].address == address {
                feed(index, number, at: now)
            }
        }
    }

    private mutating func hear(_ number: Int, rest: Int, on route: Int, at now: Instant) {
        if controls[route].form == .program { return hearIndex(number - controls[route].number, on: route, at: now) }
        let heard = HeardNumber(Double(number), from: Double(number), to: Double(number + rest))
        mirror.hear(heard, on: route, at: now)
    }

    private mutating func hearNote(_ note: Int, _ channel: Int, at now: Instant) {
        for route in controls.indices where controls[route].form == .notes && controls[route].channel == channel {
            hearIndex(note - controls[route].number, on: route, at: now)
        }
    }

    /// A note or program that belongs to no position is not for this control.
    private mutating func hearIndex(_ index: Int, on route: Int, at now: Instant) {
        guard controls[route].receives, index >= 0, index < counts[route] else { return }
        // After an echo the last note that was sent goes on sounding.
        guard mirror.hear(HeardNumber(Double(index)), on: route, at: now) else { return }
        if sent[route] != index { endNote(of: route) }
        sent[route] = index
    }

    /// Ends the note that sounds for a control.
    private mutating func endNote(of route: Int) {
        if controls[route].form == .notes, controls[route].sends, let index = sent[route],
            let off = controls[route].noteOff(index)
        {
            presses.add(noteOff: off)
        }
        sent[route] = nil
    }

    private mutating func feed(_ index: Int, _ number: Int, at now: Instant) {
        let feed = settings.feeds[index]
        let queue = feedIndices[index]
        switch feed.form {
        case .relative(let encoding):
            feeds[queue].turn(detents: Double(encoding.steps(of: number)) * feed.detents, at: now)
        case .absolute:
            // The first value says where the knob stands, and moves nothing.
            if let before = knobs[index] { feeds[queue].turn(detents: Double(number - before) * feed.detents, at: now) }
            knobs[index] = number
        case .note: feeds[queue].press(feed.button, isDown: number > 0, at: now)
        case .button: feeds[queue].press(feed.button, isDown: number >= 64, at: now)
        }
    }

    /// The peer is another one, or has forgotten everything: it gets every value.
    package mutating func forgetPeer() {
        for index in sent.indices { endNote(of: index) }
        for index in knobs.indices { knobs[index] = nil }
        mirror.forgetPeer()
    }

    /// The peer has gone: nobody will release its buttons.
    package mutating func releaseAll(at now: Instant) {
        for index in feeds.indices { feeds[index].releaseAll(at: now) }
    }

    /// This program ends: what it has switched on must be switched off.
    package mutating func end() {
        presses.releaseAll()
        for index in sent.indices { endNote(of: index) }
        isEnding = true
    }

    /// `send` returns whether there was room.
    package mutating func sendMessages(at now: Instant, _ send: (MIDIMessage) -> Bool) {
        guard presses.send(send) else { return }
        mirror.sendNumbers(at: now) { route, number in
            // This program ends, and could not end another note.
            if isEnding, controls[route].form == .notes { return number }
            let index = Int(min(max(number, -1), 16384))
            for message in controls[route].messages(for: index, after: sent[route]) {
                guard send(message) else { return nil }
            }
            sent[route] = index
            return number
        }
        for index in relatives.indices { relatives[index].send(at: now, interval: settings.interval, send) }
    }

    /// When there is something to do although nothing happens.
    package func deadline(at now: Instant) -> Instant? {
        var times = relatives.compactMap(\.deadline)
        if let time = mirror.deadline { times.append(time) }
        if presses.isWaiting { times.append(now + .milliseconds(10)) }
        return times.min()
    }
}

extension MIDIControl {
    fileprivate var route: MirrorRoute {
        let numbers: PeerScale.Numbers =
            switch form {
            case .controller: .whole(upTo: 127)
            case .controller14, .parameter: .whole(upTo: 16383)
            case .notes, .program, .relative: .values
            }
        return MirrorRoute(
            control: control, numbers: numbers, part: part, sends: sends, receives: receives, takeover: takeover,
            mayEcho: true)
    }

    /// `nil` for notes, of which a control has many.
    fileprivate var address: MIDIAddress? {
        switch form {
        case .controller: .controller(channel: channel, number: number)
        case .controller14: .controller14(channel: channel, number: number)
        case .parameter: .parameter(channel: channel, number: number)
        case .program: .program(channel: channel)
        case .notes, .relative: nil
        }
    }

    /// `nil` if the position has no note.
    fileprivate func noteOff(_ index: Int) -> MIDIMessage? {
        note(index).map { .note(channel: channel, number: $0, velocity: 0, isOn: false) }
    }
}

extension MIDIFeed {
    fileprivate var address: MIDIAddress {
        form == .note ? .note(channel: channel, number: number) : .controller(channel: channel, number: number)
    }
}
