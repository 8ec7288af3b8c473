import WheelBridge
import WheelCore
import WheelWire

/// What `wheel-midi` does, without a socket, a sequencer and a clock: messages and events come in, messages and requests go out.
package struct MIDICore: BridgeCore {
    private let settings: MIDISettings
    /// The controls that are mirrored, in the order of the mirrors' routes.
    private var controls: [MIDIControl] = []
    /// The programs and devices at the other end: those that receive, and the first one for all that only send.
    private var peers: [MIDIPeer]
    /// What a new peer begins with: it has the controls' values, and nothing is sent by it.
    private var template: Mirror
    /// How many positions or whole numbers each route has, where they have numbers of their own.
    private var counts: [Int] = []
    private var relatives: [RelativeOutput] = []
    private var presses: PressOutput
    private var feeds: MIDIFeeds
    private var addresses: [MIDIAddress: [Int]] = [:]
    private var client: Int?
    private var isEnding = false
    /// Sentences about controls that cannot be sent.
    package private(set) var missing: [String] = []
    /// Whether there are controls without a controller, because there are too many.
    private var hasTooMany = false

    package init(_ settings: MIDISettings) {
        self.settings = settings
        template = Mirror([], interval: settings.interval)
        peers = [MIDIPeer(MIDICore.others, Mirror([], interval: settings.interval))]
        presses = PressOutput(settings.presses)
        feeds = MIDIFeeds(settings.feeds)
        configure(settings.controls ?? [])
    }

    private mutating func configure(_ all: [MIDIControl]) {
        relatives = []
        controls = []
        for control in all {
            if case .relative(let encoding) = control.form {
                relatives.append(RelativeOutput(control, encoding))
            } else {
                controls.append(control)
            }
        }
        let routes = controls.map(\.route)
        template.configure(routes)
        for index in peers.indices {
            let isSilent = peers[index].number == MIDICore.others
            peers[index].configure(isSilent ? routes.map(\.silent) : routes)
        }
        counts = Array(repeating: 0, count: controls.count)
        addresses = Dictionary(grouping: controls.indices.filter { controls[$0].address != nil }) {
            controls[$0].address ?? .program(channel: 0)
        }
    }

    // MARK: The daemon.

    package mutating func connect(_ listing: Listing, client: Int) {
        self.client = client
        configureUsual(listing)
        feeds.claim()
        record(connectMirrors(listing, client), listing)
    }

    /// Returns the routes whose control is missing or cannot be mapped.
    private mutating func connectMirrors(_ listing: Listing, _ client: Int) -> [Int] {
        for index in peers.indices { _ = peers[index].mirror.connect(listing.controls, client: client) }
        return template.connect(listing.controls, client: client)
    }

    package mutating func disconnect() {
        client = nil
        template.disconnect()
        for index in peers.indices { peers[index].mirror.disconnect() }
        presses.releaseAll()
        feeds.disconnect()
        for index in relatives.indices { relatives[index].reset() }
    }

    package mutating func receive(_ event: Event) {
        presses.receive(event)
        switch event.content {
        case .value(let value):
            passToMirrors(event)
            if case .client(let number) = value.source, number == client { return }
            for index in relatives.indices where relatives[index].control.control == value.control {
                relatives[index].add(value.delta)
            }
        case .commit: passToMirrors(event)
        case .controls(let listing):
            configureUsual(listing)
            // The input may be new.
            feeds.claim()
            // The mirror may have other routes now.
            if let client { record(connectMirrors(listing, client), listing) }
        default: break
        }
    }

    private mutating func passToMirrors(_ event: Event) {
        template.receive(event)
        for index in peers.indices { peers[index].mirror.receive(event) }
    }

    /// Returns the request that the daemon has refused, if that should be logged.
    package mutating func receive(_ reply: Reply, at now: Instant) -> RefusedRequest? {
        guard let id = reply.id.flatMap({ Int($0.json) }) else { return RefusedRequest(reply) }
        if let feed = FeedQueue.index(ofReply: id) { return RefusedRequest(reply, about: feeds.answered(feed)) }
        let (number, peer) = id.quotientAndRemainder(dividingBy: MIDICore.peerNumbers)
        // It may have gone meanwhile.
        guard let index = index(of: peer) else { return nil }
        let routes = peers[index].mirror.answered(number, isRefused: reply.refusal != nil, at: now)
        return peers[index].mirror.refused(reply, routes)
    }

    package mutating func sendRequests(at now: Instant, _ send: (Request, RequestID?) -> Void) {
        guard client != nil else { return }
        for index in peers.indices {
            let peer = peers[index].number
            peers[index].mirror.sendRequests(at: now) { number, request in
                let id = RequestID(number * MIDICore.peerNumbers + peer)
                send(request, request.operation == .set ? id : nil)
            }
        }
        feeds.sendRequests(send)
    }

    /// Without a configuration every control that can be mapped has a controller.
    private mutating func configureUsual(_ listing: Listing) {
        guard settings.controls == nil else { return }
        let mapped = listing.controls.filter { PeerScale(.whole(upTo: 127), of: $0) != nil }
        hasTooMany = mapped.count > MIDIControl.mostUsual
        let usual = mapped.prefix(MIDIControl.mostUsual).enumerated().map { MIDIControl.usual($1.name, $0) }
        // The peer's numbers are forgotten only if they belong to other controls now.
        if usual != controls { configure(usual) }
    }

    private mutating func record(_ unmapped: [Int], _ listing: Listing) {
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
        if hasTooMany {
            missing.append(
                "only the first \(MIDIControl.mostUsual) controls have a controller: tables [[midi.control]] choose others"
            )
        }
    }

    // MARK: The programs and devices at the other end.

    /// The peer that stands for all that send and do not receive.
    package static let others = 0
    /// Peers are numbered from 0 to one less than this, and then from 1 again.
    package static let peerNumbers = 65536

    private func index(of peer: Int) -> Int? { peers.firstIndex { $0.number == peer } }

    /// A program or device receives from now on: it gets every value. The same number again: it has forgotten everything.
    package mutating func join(_ number: Int) {
        if let index = index(of: number) { return removePeer(index) }
        var mirror = template
        mirror.resetPeer()
        var peer = MIDIPeer(number, mirror)
        peer.sent = Array(repeating: nil, count: controls.count)
        peers.append(peer)
    }

    private mutating func removePeer(_ index: Int) {
        for route in controls.indices { endNote(of: route, at: index) }
        feeds.reset(peers[index].number)
        peers[index].mirror.resetPeer()
    }

    /// It receives no more.
    package mutating func leave(_ number: Int, at now: Instant) {
        release(of: number, at: now)
        feeds.reset(number)
        if number != MIDICore.others { peers.removeAll { $0.number == number } }
    }

    /// It sends no more: nobody will release its buttons.
    package mutating func release(of number: Int, at now: Instant) { feeds.release(of: number, at: now) }

    /// Messages were lost, which may have released buttons.
    package mutating func releaseAll(at now: Instant) { feeds.releaseAll(at: now) }

    /// A message of a peer.
    package mutating func receive(_ message: MIDIMessage, from number: Int, at now: Instant) {
        guard let peer = index(of: number) else { return }
        var heard: [(MIDIAddress, Int)] = []
        peers[peer].receiver.receive(message) { heard.append(($0, $1)) }
        for (address, value) in heard {
            // After an upper half, the number may stand for 128 numbers: the lower half comes with the next message.
            let rest = message.isUpperHalf(of: address) ? 127 : 0
            for route in addresses[address] ?? [] { receive(value, rest: rest, on: route, from: peer, at: now) }
            if case .note(let channel, let note) = address, value > 0 {
                receiveNote(note, channel, from: peer, at: now)
            }
            feeds.receive(address, value, from: number, at: now)
        }
    }

    private mutating func receive(_ number: Int, rest: Int, on route: Int, from peer: Int, at now: Instant) {
        if controls[route].form == .program {
            return receiveIndex(number - controls[route].number, on: route, from: peer, at: now)
        }
        let heard = HeardNumber(Double(number), from: Double(number), to: Double(number + rest))
        peers[peer].mirror.receive(heard, on: route, at: now)
    }

    private mutating func receiveNote(_ note: Int, _ channel: Int, from peer: Int, at now: Instant) {
        for route in controls.indices where controls[route].form == .notes && controls[route].channel == channel {
            receiveIndex(note - controls[route].number, on: route, from: peer, at: now)
        }
    }

    /// A note or program that belongs to no position is not for this control.
    private mutating func receiveIndex(_ index: Int, on route: Int, from peer: Int, at now: Instant) {
        guard controls[route].receives, index >= 0, index < counts[route] else { return }
        // After an echo the last note that was sent goes on sounding.
        guard peers[peer].mirror.receive(HeardNumber(Double(index)), on: route, at: now) else { return }
        if peers[peer].sent[route] != index { endNote(of: route, at: peer) }
        peers[peer].sent[route] = index
    }

    /// Ends the note that sounds at a peer for a control.
    private mutating func endNote(of route: Int, at peer: Int) {
        if controls[route].form == .notes, controls[route].sends, let index = peers[peer].sent[route],
            let off = controls[route].noteOff(index), peers[peer].number != MIDICore.others
        {
            peers[peer].noteOffs.append(off)
        }
        peers[peer].sent[route] = nil
    }

    /// This program ends: what it has switched on must be switched off.
    package mutating func end() {
        presses.releaseAll()
        for peer in peers.indices {
            for route in controls.indices { endNote(of: route, at: peer) }
        }
        isEnding = true
    }

    /// `send` gets a message and its receiver, `nil` for all of them, and returns whether there was room.
    package mutating func sendMessages(at now: Instant, _ send: (MIDIMessage, Int?) -> Bool) {
        guard presses.send({ send($0, nil) }) else { return }
        for index in peers.indices where peers[index].number != MIDICore.others {
            peers[index].send(at: now, controls, isEnding: isEnding, send)
        }
        for index in relatives.indices {
            relatives[index].send(at: now, interval: settings.interval) { send($0, nil) }
        }
    }

    /// When there is something to do although nothing happens.
    package func deadline(at now: Instant) -> Instant? {
        var times = relatives.compactMap(\.deadline)
        for peer in peers {
            let isSilent = peer.number == MIDICore.others
            if let time = isSilent ? peer.mirror.requestDeadline : peer.mirror.deadline { times.append(time) }
        }
        if presses.isWaiting || peers.contains(where: { !$0.noteOffs.isEmpty }) {
            times.append(now + .milliseconds(10))
        }
        return times.min()
    }
}
