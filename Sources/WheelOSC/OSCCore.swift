import LinuxSystem
import WheelBridge
import WheelCore
import WheelWire

/// The behaviour of `wheel-osc`, without a socket or a clock. The input is the programs' messages and the daemon's
/// events; the output is messages to the programs and requests to the daemon.
///
/// Values that change in one step are also passed on in one step. An example: a preset moves `cutoff` and `gain`. After
/// the last event of the step, each destination gets one bundle with both values. If a destination sends a bundle with
/// both values, the daemon gets one request that sets both controls.
///
/// A destination that cannot be reached gets nothing until its link is open again. Then it gets every value, and the
/// releases of the buttons whose presses it has received, but no earlier press. UDP has no connections: only an error
/// after a packet shows that no program listens.
package struct OSCCore: BridgeCore {
    /// Why a message was ignored.
    package enum Complaint: Hashable {
        case unknownAddress
        case wrongArguments
    }

    private let settings: OSCSettings
    /// The peers are the destinations, followed by one peer for all other senders, to which nothing is sent.
    package var exchange: Exchange
    /// The OSC-specific state of each destination.
    private var peers: [OSCPeer]
    /// The controls. The index of a control is the number of its route in the mirrors.
    private var controls: [OSCControl] = []
    private var templates: [OSCTemplate] = []
    private var positions: [[String]] = []
    /// The step of each control; `nil` if the control has no step, or if its messages contain `normal` (0…1) instead of
    /// the value.
    private var steps: [Double?] = []
    private var addresses: [String: [Int]] = [:]
    private let feeds: [String: [Int]]
    /// Whether more events of the same cause follow the last event (`Event.hasMore`).
    private var isInStep = false
    /// Whether some controls have no address, because there are too many controls.
    private var hasTooMany = false

    package init(_ settings: OSCSettings) {
        self.settings = settings
        let count = settings.destinations.count
        // The interval applies to a destination, not to each control, because the values of one step must be sent
        // together.
        exchange = Exchange(
            interval: .zero, peers: count + 1, silent: count, presses: settings.presses.map(\.trigger),
            feeds: settings.feeds.map(\.target))
        peers = Array(repeating: OSCPeer(), count: count)
        feeds = Dictionary(grouping: settings.feeds.indices) { settings.feeds[$0].address }
        configure(settings.controls ?? [])
    }

    private mutating func configure(_ all: [OSCControl]) {
        controls = all
        templates = all.map { $0.template ?? .value(.float) }
        positions = Array(repeating: [], count: all.count)
        steps = Array(repeating: nil, count: all.count)
        addresses = Dictionary(grouping: all.indices) { all[$0].address }
        exchange.configure(all.map(\.route))
    }

    /// The peer that represents all senders that are not destinations.
    package var others: Int { settings.destinations.count }

    // MARK: The daemon.

    /// Without tables `[[osc.control]]` the first `mostControls` controls that are not selections get an address.
    package mutating func prepare(for listing: Listing) {
        guard settings.controls == nil else { return }
        let mapped = listing.controls.filter { PeerScale(.values, of: $0) != nil }
        hasTooMany = mapped.count > OSCTable.mostControls
        let usual = mapped.prefix(OSCTable.mostControls).map {
            OSCControl(
                route: MirrorRoute(control: $0.name, numbers: .values, mayEcho: true),
                address: "\(settings.prefix)/\($0.name)")
        }
        // `configure` forgets the values that the peers have, so it is called only if the list of controls has changed.
        if usual != controls { configure(usual) }
    }

    package mutating func adopt(_ listing: Listing, unmapped: [Int]) {
        let states = listing.states
        for index in controls.indices {
            let state = states[controls[index].control]
            positions[index] = state?.positions?.map(\.name) ?? []
            templates[index] = controls[index].template ?? .value(OSCCore.usualKind(state))
            steps[index] = templates[index].has(.normal) ? nil : state?.step
        }
        exchange.missing = unmapped.map { index in
            states.lack(
                of: controls[index].control, selection: "has no number",
                remedy: "give it a 'range', or send its value instead of 'normal'")
        }
        if hasTooMany {
            exchange.missing.append(
                "only the first \(OSCTable.mostControls) controls have an address: tables [[osc.control]] choose others"
            )
        }
    }

    package mutating func observe(_ event: Event) { isInStep = event.hasMore }

    package mutating func reset() { isInStep = false }

    package mutating func act(_ effect: PressTriggers.Effect) {
        switch effect {
        case .tap(let index): press(index, nil)
        // Without `down` in the arguments, the message for the release would equal the message for the press, and would
        // count as a second press. So no release is sent.
        case .hold(let index): press(index, settings.presses[index].template.has(.down) ? index : nil)
        case .release(let index):
            let message = settings.presses[index].message(isDown: false)
            for peer in peers.indices { peers[peer].presses.release(index, message) }
        }
    }

    /// Queues the message of a press. `button` is `nil` if no message is sent for the release. Destinations that cannot
    /// be reached are left out, because the press would arrive too late.
    private mutating func press(_ index: Int, _ button: Int?) {
        let message = settings.presses[index].message(isDown: true)
        for peer in peers.indices where peers[peer].notBefore < .distantFuture {
            peers[peer].presses.press(button, message)
        }
    }

    /// The type of a control's numbers in messages without a template. If an end of the range does not fit into 32
    /// bits, every number has 64 bits, so that the program always gets the same type.
    private static func usualKind(_ state: ControlState?) -> OSCTemplate.Kind {
        guard state?.kind != .float else { return .float }
        guard let range = state?.range, range.isFinite else { return .int }
        return Int32(exactly: range.lower) == nil || Int32(exactly: range.upper) == nil ? .long : .int
    }

    // MARK: The programs at the other end.

    /// Handles the messages of one packet. `peer` is the number of the destination that has sent the packet, or
    /// `others`.
    package mutating func receive(_ content: OSCPacket.Content, from peer: Int, at now: Instant) -> Set<Complaint> {
        var complaints: Set<Complaint> = []
        var numbers: [(route: Int, heard: HeardNumber)] = []
        for message in content.messages {
            if let complaint = receive(message, from: peer, &numbers, at: now) { complaints.insert(complaint) }
        }
        exchange.peers[peer].mirror.receive(together: numbers, at: now)
        return complaints
    }

    private mutating func receive(
        _ message: OSCMessage, from peer: Int, _ numbers: inout [(route: Int, heard: HeardNumber)], at now: Instant
    ) -> Complaint? {
        if message.address == settings.refresh {
            for index in exchange.peers.indices where index == peer || peer == others {
                exchange.peers[index].mirror.resetPeer()
            }
            return nil
        }
        var complaint: Complaint? = .unknownAddress
        for route in addresses[message.address] ?? [] {
            switch templates[route].read(message.arguments, positions: positions[route]) {
            case .other: break
            case .wrong: complaint = complaint.map { _ in .wrongArguments }
            case .number(let number):
                complaint = nil
                guard controls[route].route.receives else { continue }
                // If a step has several values for a control, the last one counts.
                numbers.removeAll { $0.route == route }
                numbers.append((route, heard(number, on: route)))
            }
        }
        for table in feeds[message.address] ?? [] {
            switch settings.feeds[table].template.read(message.arguments, positions: []) {
            case .other: break
            case .wrong: complaint = complaint.map { _ in .wrongArguments }
            case .number(let number):
                complaint = nil
                exchange.feeds.receive(settings.feeds[table].form.move(number), on: table, from: peer, at: now)
            }
        }
        return complaint
    }

    /// A program that calculates with a Float rounds the numbers that it sends back. So two numbers count as the same
    /// if they differ by at most a millionth of the number, and by at most a quarter of the control's step: with a step
    /// of 1, 14074000 and 14074001 are different numbers.
    private func heard(_ number: Double, on route: Int) -> HeardNumber {
        guard templates[route].isFloat else { return HeardNumber(number) }
        let nearness = min(number.magnitude * 1e-6, steps[route].map { $0 / 4 } ?? .infinity)
        return HeardNumber(number, from: number - nearness, to: number + nearness)
    }

    package mutating func left(_ peer: Int, at now: Instant) { exchange.feeds.release(of: peer, at: now) }

    /// Stops sending to a destination that cannot be reached. Drops its waiting presses, and keeps the releases of
    /// presses that were sent.
    package mutating func close(_ peer: Int) {
        peers[peer].presses.leaveOutPresses()
        open(peer, at: .distantFuture)
    }

    /// Sends to a destination from this time on, beginning with every value.
    package mutating func open(_ peer: Int, at time: Instant) {
        exchange.peers[peer].mirror.resetPeer()
        pause(peer, until: time)
    }

    private mutating func pause(_ peer: Int, until time: Instant) {
        peers[peer].notBefore = time
        exchange.peers[peer].mirror.pause(until: time)
    }

    /// Releases all buttons, because this program ends. The last messages wait neither for the rest of a step nor for
    /// the interval.
    package mutating func end() {
        releaseButtons()
        isInStep = false
        for index in peers.indices { pause(index, until: .distantPast) }
    }

    /// Sends the messages that are due. Each destination gets all of its messages in one call, so that one bundle can
    /// hold them.
    package mutating func sendMessages(at now: Instant, _ send: (Int, [OSCMessage]) -> OSCSending) {
        // The remaining events of the step follow immediately, so nothing is sent before them.
        guard !isInStep else { return }
        for peer in peers.indices where now >= peers[peer].notBefore {
            let messages = messages(for: peer, at: now)
            guard !messages.isEmpty else { continue }
            switch send(peer, messages) {
            case .sent:
                peers[peer].presses.removeFirst(messages.count)
                pause(peer, until: now + settings.interval)
            case .full(let taken, let time):
                // The presses that were sent are removed, because a press that is sent twice would count as two
                // presses. All values are sent again.
                peers[peer].presses.removeFirst(taken)
                open(peer, at: time)
            case .refused: close(peer)
            }
        }
    }

    private mutating func messages(for peer: Int, at now: Instant) -> [OSCMessage] {
        var messages = peers[peer].presses.messages
        exchange.peers[peer].mirror.sendNumbers(at: now) { route, number in
            let arguments = templates[route].arguments(for: number, positions: positions[route])
            messages.append(OSCMessage(controls[route].address, arguments))
            guard case .number(let received) = templates[route].read(arguments, positions: positions[route]) else {
                return number
            }
            return received
        }
        return messages
    }

    /// The next time at which work is due even if no message arrives; `nil` if no work is due.
    package func deadline(at now: Instant) -> Instant? {
        let presses = peers.filter { !$0.presses.isEmpty }.map(\.notBefore)
        guard let time = ([exchange.deadline] + presses).compactMap({ $0 }).min(), time < .distantFuture else {
            return nil
        }
        return isInStep ? max(time, now + .milliseconds(1)) : time
    }
}

package enum OSCSending: Equatable {
    case sent
    /// There was no room for all messages. The first `taken` messages were sent.
    case full(taken: Int, retryAt: Instant)
    /// The destination cannot be reached now. A later call of `OSCCore.open` sets the time from which messages are sent
    /// again.
    case refused
}

private struct OSCPeer {
    /// The messages of the panel's buttons, which wait for the next packet. A button is identified by the index of its
    /// table in the configuration.
    var presses = PressQueue<Int, OSCMessage>(most: OSCPeer.mostPresses)
    var notBefore = Instant.distantPast

    private static let mostPresses = 256
}

extension OSCPress {
    fileprivate func message(isDown: Bool) -> OSCMessage {
        OSCMessage(address, template.arguments(for: isDown ? 1 : 0, positions: []))
    }
}

extension OSCFeed.Form {
    /// All programs that send to the address of a knob share the knob, so its owner is always 0.
    fileprivate func move(_ number: Double) -> Feeds.Move {
        switch self {
        case .turn: .turn(number)
        case .absolute: .position(number, owner: 0)
        case .button: .button(isDown: number >= 0.5)
        }
    }
}
