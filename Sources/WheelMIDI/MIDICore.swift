import WheelBridge
import WheelCore
import WheelWire

/// The behaviour of `wheel-midi`, without a socket, a sequencer or a clock. The input is MIDI messages and the daemon's
/// events; the output is MIDI messages and requests to the daemon.
///
/// A control with absolute messages is mirrored for each peer. For example `cutoff`, in the middle of its range, is
/// sent as controller 16 with the value 64 to each peer that does not have this value yet. A control with relative
/// messages sends its moves to all peers (`RelativeOutput`). A control with notes sounds the note of its current
/// position. The note ends before the next one begins, or when this program ends: no note may sound for ever.
package struct MIDICore: BridgeCore {
    private let settings: MIDISettings
    package var exchange: Exchange
    /// The mirrored controls. The index of a control is the number of its route in the mirrors.
    private var controls: [MIDIControl] = []
    private var addresses: [MIDIAddress: [Int]] = [:]
    /// For each address, the indices of the entries of `settings.feeds` that receive its messages.
    private let feeds: [MIDIAddress: [Int]]
    /// The MIDI-specific state of each peer of the exchange. The first peer represents all ports that only send.
    private var peers = [MIDIPeer()]
    /// For each route the number of its control's positions, or 128 if the control is a number. A note or program has
    /// the index 0 if it belongs to the control's first position. If the index is not below the number stored here, the
    /// note or program does not concern the control.
    private var counts: [Int] = []
    private var relatives: [RelativeOutput] = []
    /// The messages of the panel's buttons, for all peers, which wait in order until there is room.
    private var presses = PressQueue<Int, MIDIMessage>(most: MIDICore.mostPresses)
    private var isEnding = false
    /// Whether some controls have no MIDI controller, because there are too many controls.
    private var hasTooMany = false

    private static let mostPresses = 1024

    package init(_ settings: MIDISettings) {
        self.settings = settings
        exchange = Exchange(
            interval: settings.interval, silent: MIDICore.others, presses: settings.presses.map(\.trigger),
            feeds: settings.feeds.map(\.target))
        feeds = Dictionary(grouping: settings.feeds.indices) { settings.feeds[$0].address }
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
        exchange.configure(controls.map(\.route))
        for index in peers.indices { peers[index].sent = [:] }
        counts = Array(repeating: 0, count: controls.count)
        addresses = [:]
        for (index, control) in controls.enumerated() {
            if let address = control.address { addresses[address, default: []].append(index) }
        }
    }

    // MARK: The daemon.

    /// Without tables `[[midi.control]]` the first `mostUsual` controls that can be mapped to 0…127 get a MIDI
    /// controller each.
    package mutating func prepare(for listing: Listing) {
        guard settings.controls == nil else { return }
        let mapped = listing.controls.filter { PeerScale(.whole(upTo: 127), of: $0) != nil }
        hasTooMany = mapped.count > MIDIControl.mostUsual
        let usual = mapped.prefix(MIDIControl.mostUsual).enumerated().map { MIDIControl.usual($1.name, $0) }
        // `configure` forgets the numbers that the peers have, so it is called only if the controls have changed.
        if usual != controls { configure(usual) }
    }

    package mutating func adopt(_ listing: Listing, unmapped: [Int]) {
        let states = listing.states
        var unsent = unmapped.map { controls[$0].control }
        for index in relatives.indices {
            let name = relatives[index].control.control
            if !relatives[index].bind(to: states[name]) { unsent.append(name) }
        }
        counts = controls.map { states[$0.control]?.positions?.count ?? 128 }
        exchange.missing = unsent.map {
            states.lack(of: $0, selection: "has no number", remedy: "give it a 'range' or a 'tick'")
        }
        if hasTooMany {
            exchange.missing.append(
                "only the first \(MIDIControl.mostUsual) controls have a controller: tables [[midi.control]] choose others"
            )
        }
    }

    package mutating func observe(_ event: Event) {
        guard case .value(let value) = event.content else { return }
        if case .client(let number) = value.source, number == exchange.client { return }
        for index in relatives.indices where relatives[index].control.control == value.control {
            relatives[index].add(value.delta)
        }
    }

    package mutating func act(_ effect: PressTriggers.Effect) {
        switch effect {
        case .hold(let index): press(index)
        case .release(let index): release(index)
        case .tap(let index):
            press(index)
            release(index)
        }
    }

    private mutating func press(_ index: Int) {
        let press = settings.presses[index]
        // A program change has no release.
        presses.press(press.form == .program ? nil : index, press.message(isOn: true))
    }

    private mutating func release(_ index: Int) { presses.release(index, settings.presses[index].message(isOn: false)) }

    package mutating func reset() {
        for index in relatives.indices { relatives[index].reset() }
    }

    // MARK: The programs and devices at the other end.

    /// The peer that represents all ports that send and do not receive.
    package static let others = 0

    /// Adds the peer with this number: a program or device that has begun to receive. It gets every value, even if a
    /// peer with this number already exists.
    package mutating func join(_ number: Int) {
        guard let index = exchange.index(of: number) else {
            exchange.join(number)
            return peers.append(MIDIPeer())
        }
        for route in controls.indices { endNote(of: route, at: index) }
        exchange.feeds.resetKnobs(of: number)
        exchange.peers[index].mirror.resetPeer()
    }

    /// Removes a peer that has stopped receiving.
    package mutating func leave(_ number: Int, at now: Instant) {
        release(of: number, at: now)
        exchange.feeds.resetKnobs(of: number)
        guard number != MIDICore.others, let index = exchange.index(of: number) else { return }
        exchange.peers.remove(at: index)
        peers.remove(at: index)
    }

    /// Releases the buttons that a peer holds, because it has stopped sending.
    package mutating func release(of number: Int, at now: Instant) { exchange.feeds.release(of: number, at: now) }

    package mutating func releaseAll(at now: Instant) { exchange.feeds.releaseAll(at: now) }

    package mutating func receive(_ message: MIDIMessage, from number: Int, at now: Instant) {
        guard let peer = exchange.index(of: number) else { return }
        var heard: [(MIDIAddress, Int)] = []
        peers[peer].receiver.receive(message) { heard.append(($0, $1)) }
        for (address, value) in heard {
            // The upper half alone may mean any of 128 numbers, because the lower half follows in the next message.
            let rest = message.isUpperHalf(of: address) ? 127 : 0
            for route in addresses[address] ?? [] { receive(value, rest: rest, on: route, from: peer, at: now) }
            if case .note(let channel, let note) = address, value > 0 {
                for route in controls.indices where controls[route].form == .notes && controls[route].channel == channel
                {
                    receiveIndex(note - controls[route].number, on: route, from: peer, at: now)
                }
            }
            for table in feeds[address] ?? [] {
                exchange.feeds.receive(settings.feeds[table].move(value, of: number), on: table, from: number, at: now)
            }
        }
    }

    private mutating func receive(_ number: Int, rest: Int, on route: Int, from peer: Int, at now: Instant) {
        if controls[route].form == .program {
            return receiveIndex(number - controls[route].number, on: route, from: peer, at: now)
        }
        let heard = HeardNumber(Double(number), from: Double(number), to: Double(number + rest))
        exchange.peers[peer].mirror.receive(heard, on: route, at: now)
    }

    /// Handles a note or a program. A note or program that belongs to no position does not concern this control.
    private mutating func receiveIndex(_ index: Int, on route: Int, from peer: Int, at now: Instant) {
        guard controls[route].route.receives, index >= 0, index < counts[route] else { return }
        // An echo changes nothing, so the last note that was sent keeps sounding.
        guard exchange.peers[peer].mirror.receive(HeardNumber(Double(index)), on: route, at: now) else { return }
        if peers[peer].sent[route] != index { endNote(of: route, at: peer) }
        peers[peer].sent[route] = index
    }

    /// Ends the note that sounds at a peer for a control.
    private mutating func endNote(of route: Int, at peer: Int) {
        let control = controls[route]
        guard let index = peers[peer].sent.removeValue(forKey: route), control.form == .notes, control.route.sends,
            !exchange.peers[peer].isSilent, let note = control.note(index)
        else { return }
        peers[peer].noteOffs.append(.note(channel: control.channel, number: note, velocity: 0, isOn: false))
    }

    /// Releases all buttons and ends all notes, because the program ends.
    package mutating func end() {
        releaseButtons()
        for peer in peers.indices {
            for route in controls.indices { endNote(of: route, at: peer) }
        }
        isEnding = true
    }

    /// Sends the messages that are due. `send` gets a message and its receiver (`nil`: all peers), and returns whether
    /// the sequencer had room for it.
    package mutating func sendMessages(at now: Instant, _ send: (MIDIMessage, Int?) -> Bool) {
        guard presses.send({ send($0, nil) }) else { return }
        for index in peers.indices where !exchange.peers[index].isSilent { sendNumbers(to: index, at: now, send) }
        for index in relatives.indices {
            relatives[index].send(at: now, interval: settings.interval) { send($0, nil) }
        }
    }

    private mutating func sendNumbers(to peer: Int, at now: Instant, _ send: (MIDIMessage, Int?) -> Bool) {
        let number = exchange.peers[peer].number
        peers[peer].noteOffs.removeFirst(peers[peer].noteOffs.prefix { send($0, number) }.count)
        guard peers[peer].noteOffs.isEmpty else { return }
        exchange.peers[peer].mirror.sendNumbers(at: now) { route, value in
            // No note is begun at the end of the program, because it could not be ended any more.
            if isEnding, controls[route].form == .notes { return value }
            let index = Int(min(max(value, -1), 16384))
            for message in controls[route].messages(for: index, after: peers[peer].sent[route]) {
                guard send(message, number) else { return nil }
            }
            peers[peer].sent[route] = index
            return value
        }
    }

    /// The next time at which work is due even if no message arrives; `nil` if no work is due.
    package func deadline(at now: Instant) -> Instant? {
        var times = relatives.compactMap(\.deadline)
        if let time = exchange.deadline { times.append(time) }
        if !presses.isEmpty || peers.contains(where: { !$0.noteOffs.isEmpty }) {
            times.append(now + .milliseconds(10))
        }
        return times.min()
    }
}

private struct MIDIPeer {
    /// For each route the last number that was sent, or that was received as a note or program. For notes, this number
    /// shows which note must be ended.
    var sent: [Int: Int] = [:]
    /// The messages that end notes. These messages wait until there is room, and are never left out.
    var noteOffs: [MIDIMessage] = []
    /// Each peer has its own receiver, because two peers may send the halves of a controller of 14 bits at the same
    /// time.
    var receiver = MIDIReceiver()
}

extension MIDIPress {
    fileprivate func message(isOn: Bool) -> MIDIMessage {
        switch form {
        case .note: .note(channel: channel, number: number, velocity: isOn ? 127 : 0, isOn: isOn)
        case .cc: .controller(channel: channel, number: number, value: isOn ? 127 : 0)
        case .program: .program(channel: channel, number: number)
        }
    }
}

extension MIDIFeed {
    fileprivate var address: MIDIAddress {
        form == .note ? .note(channel: channel, number: number) : .controller(channel: channel, number: number)
    }

    fileprivate func move(_ value: Int, of peer: Int) -> Feeds.Move {
        switch form {
        case .relative(let encoding): .turn(Double(encoding.steps(of: value)))
        case .absolute: .position(Double(value), owner: peer)
        case .note: .button(isDown: value > 0)
        case .button: .button(isDown: value >= 64)
        }
    }
}
