import LinuxSystem
import WheelBridge
import WheelCore
import WheelWire

/// What `wheel-osc` does, without a socket and a clock: messages and events come in, messages and requests go out.
package struct OSCCore: BridgeCore {
    /// Why a message was ignored.
    package enum Complaint: Hashable {
        case unknownAddress
        case wrongArguments
    }

    private let settings: OSCSettings
    /// The controls, in the order of the mirrors' routes.
    private var controls: [OSCControl] = []
    private var templates: [OSCTemplate] = []
    private var positions: [[String]] = []
    /// For each control the distance between its grid points; `nil` unless messages have the control's own value.
    private var steps: [Double?] = []
    private var addresses: [String: [Int]] = [:]
    /// The programs at the other end: one for each destination, and the last one for all others, which are sent nothing.
    private var peers: [OSCPeer] = []
    private var triggers: PressTriggers
    private var feeds: OSCFeeds
    private var client: Int?
    /// Whether more events of a step will come.
    private var isInStep = false
    /// Sentences about controls that cannot be sent.
    package private(set) var missing: [String] = []
    /// Whether there are controls without an address, because there are too many.
    private var hasTooMany = false

    package init(_ settings: OSCSettings) {
        self.settings = settings
        triggers = PressTriggers(settings.presses.map(\.trigger))
        feeds = OSCFeeds(settings.feeds, peers: settings.destinations.count + 1)
        peers = (0...settings.destinations.count).map { _ in OSCPeer(settings) }
        configure(settings.controls ?? [])
    }

    private mutating func configure(_ all: [OSCControl]) {
        controls = all
        templates = all.map { $0.template ?? .value(.float) }
        positions = Array(repeating: [], count: all.count)
        steps = Array(repeating: nil, count: all.count)
        addresses = Dictionary(grouping: all.indices) { all[$0].address }
        let sending = all.map(\.route)
        let silent = sending.map { route in
            var route = route
            route.sends = false
            return route
        }
        for index in peers.indices { peers[index].mirror.configure(index == others ? silent : sending) }
    }

    /// The peer that stands for all senders that are no destination.
    package var others: Int { settings.destinations.count }

    // MARK: The daemon.

    package mutating func connect(_ listing: Listing, client: Int) {
        self.client = client
        consume(listing, client)
    }

    private mutating func consume(_ listing: Listing, _ client: Int) {
        configureUsual(listing)
        feeds.claim()
        record(listing)
        var unmapped: [Int] = []
        for index in peers.indices { unmapped = peers[index].mirror.connect(listing.controls, client: client) }
        report(unmapped, listing)
    }

    package mutating func disconnect() {
        client = nil
        isInStep = false
        for index in peers.indices { peers[index].mirror.disconnect() }
        add(triggers.releaseAll())
        feeds.disconnect()
    }

    package mutating func receive(_ event: Event) {
        isInStep = event.hasMore
        add(triggers.receive(event))
        switch event.content {
        case .value, .commit:
            for index in peers.indices { peers[index].mirror.receive(event) }
        case .controls(let listing): if let client { consume(listing, client) }
        default: break
        }
    }

    private mutating func add(_ effects: [PressTriggers.Effect]) {
        for effect in effects {
            switch effect {
            case .tap(let index): press(index, nil)
            // Without `down` in its arguments the message of the release equals that of the press, and would count as a second
            // press. So none is sent.
            case .hold(let index): press(index, settings.presses[index].template.has(.down) ? index : nil)
            case .release(let index):
                let message = message(of: index, isDown: false)
                for peer in peers.indices.dropLast() { peers[peer].release(index, message) }
            }
        }
    }

    private mutating func press(_ index: Int, _ button: Int?) {
        let message = message(of: index, isDown: true)
        for peer in peers.indices.dropLast() { peers[peer].press(button, message) }
    }

    private func message(of index: Int, isDown: Bool) -> OSCMessage {
        let press = settings.presses[index]
        return OSCMessage(press.address, press.template.arguments(for: isDown ? 1 : 0, positions: []))
    }

    /// Returns the request that the daemon has refused, if that should be logged.
    package mutating func receive(_ reply: Reply, at now: Instant) -> RefusedRequest? {
        guard let id = reply.id.flatMap({ Int($0.json) }) else { return RefusedRequest(reply) }
        if let feed = FeedQueue.index(ofReply: id) { return RefusedRequest(reply, about: feeds.answered(feed)) }
        // With n peers, the mirror of each peer has every nth number.
        let (number, peer) = id.quotientAndRemainder(dividingBy: peers.count)
        let routes = peers[peer].mirror.answered(number, isRefused: reply.refusal != nil, at: now)
        return peers[peer].mirror.refused(reply, routes)
    }

    package mutating func sendRequests(at now: Instant, _ send: (Request, RequestID?) -> Void) {
        guard client != nil else { return }
        let count = peers.count
        for peer in peers.indices {
            peers[peer].mirror.sendRequests(at: now) { number, request in
                send(request, request.operation == .set ? RequestID(number * count + peer) : nil)
            }
        }
        feeds.sendRequests(send)
    }

    /// Without a configuration every control that has a number has an address.
    private mutating func configureUsual(_ listing: Listing) {
        guard settings.controls == nil else { return }
        let mapped = listing.controls.filter { PeerScale(.values, of: $0) != nil }
        hasTooMany = mapped.count > OSCTable.mostControls
        let usual = mapped.prefix(OSCTable.mostControls).map {
            OSCControl(control: $0.name, address: "\(settings.prefix)/\($0.name)")
        }
        // What the peers have is forgotten only if it belongs to other controls now.
        if usual != controls { configure(usual) }
    }

    private mutating func record(_ listing: Listing) {
        let states = Dictionary(listing.controls.map { ($0.name, $0) }) { first, _ in first }
        for index in controls.indices {
            let state = states[controls[index].control]
            positions[index] = state?.positions?.map(\.name) ?? []
            templates[index] = controls[index].template ?? .value(OSCCore.usualKind(state))
            steps[index] = templates[index].has(.normal) ? nil : state?.step
        }
    }

    /// A range that does not fit into 32 bits has numbers of 64 bits throughout, so that the program gets one type.
    private static func usualKind(_ state: ControlState?) -> OSCTemplate.Kind {
        guard state?.kind != .float else { return .float }
        guard let range = state?.range, range.isFinite else { return .int }
        return Int32(exactly: range.lower) == nil || Int32(exactly: range.upper) == nil ? .long : .int
    }

    private mutating func report(_ unmapped: [Int], _ listing: Listing) {
        let states = Dictionary(listing.controls.map { ($0.name, $0) }) { first, _ in first }
        missing = unmapped.map { index in
            let name = controls[index].control
            guard let state = states[name] else { return unknownName(name, in: states.keys) }
            return state.kind == .selection
                ? "'\(name)' is a selection, which has no number"
                : "'\(name)' has a range without an end: give it a 'range', or send its value instead of 'normal'"
        }
        if hasTooMany {
            missing.append(
                "only the first \(OSCTable.mostControls) controls have an address: tables [[osc.control]] choose others"
            )
        }
    }

    // MARK: The programs at the other end.

    /// The messages of one packet. `peer` is the number of the destination that has sent it, or `others`.
    package mutating func receive(_ content: OSCPacket.Content, from peer: Int, at now: Instant) -> Set<Complaint> {
        var complaints: Set<Complaint> = []
        var numbers: [(route: Int, heard: HeardNumber)] = []
        for message in content.messages {
            if let complaint = receive(message, from: peer, &numbers, at: now) { complaints.insert(complaint) }
        }
        peers[peer].mirror.receive(together: numbers, at: now)
        return complaints
    }

    private mutating func receive(
        _ message: OSCMessage, from peer: Int, _ numbers: inout [(route: Int, heard: HeardNumber)], at now: Instant
    ) -> Complaint? {
        if message.address == settings.refresh {
            if peer == others { resetPeers() } else { peers[peer].reset() }
            return nil
        }
        var complaint: Complaint? = .unknownAddress
        for route in addresses[message.address] ?? [] {
            switch templates[route].read(message.arguments, positions: positions[route]) {
            case .other: break
            case .wrong: complaint = complaint.map { _ in .wrongArguments }
            case .number(let number):
                complaint = nil
                guard controls[route].receives else { continue }
                // Of one step the last value counts.
                numbers.removeAll { $0.route == route }
                numbers.append((route, heard(number, on: route)))
            }
        }
        for reading in feeds.receive(message, from: peer, at: now) {
            switch reading {
            case .other: break
            case .wrong: complaint = complaint.map { _ in .wrongArguments }
            case .number: complaint = nil
            }
        }
        return complaint
    }

    /// A program that calculates with a Float rounds the numbers that it sends back. So a number counts as the same if it is
    /// within a millionth, and within a quarter of the control's step: 14 074 000 and 14 074 001 stay different numbers.
    private func heard(_ number: Double, on route: Int) -> HeardNumber {
        guard templates[route].isFloat else { return HeardNumber(number) }
        let nearness = min(number.magnitude * 1e-6, steps[route].map { $0 / 4 } ?? .infinity)
        return HeardNumber(number, from: number - nearness, to: number + nearness)
    }

    /// The connection with a destination has ended.
    package mutating func left(_ peer: Int, at now: Instant) { feeds.left(peer, at: now) }

    /// A destination cannot be reached.
    package mutating func close(_ peer: Int) { peers[peer].close() }

    /// A destination can be reached from this time on. It gets every value then.
    package mutating func open(_ peer: Int, at time: Instant) { peers[peer].open(at: time) }

    private mutating func resetPeers() {
        for index in peers.indices { peers[index].reset() }
    }

    /// Releases all buttons, because this program ends. The last messages wait neither for the rest of a step nor for the
    /// interval.
    package mutating func end() {
        add(triggers.releaseAll())
        isInStep = false
        for index in peers.indices { peers[index].hurry() }
    }

    /// Sends the messages that are due. Each destination gets all of its messages in one call, so that one bundle can hold them.
    package mutating func sendMessages(at now: Instant, _ send: (Int, [OSCMessage]) -> OSCSending) {
        // The rest of the step comes at once.
        guard !isInStep else { return }
        for index in peers.indices.dropLast() {
            peers[index].send(at: now, controls, templates, positions) { send(index, $0) }
        }
    }

    /// When there is something to do although nothing happens.
    package func deadline(at now: Instant) -> Instant? {
        guard let time = peers.compactMap(\.deadline).min(), time < .distantFuture else { return nil }
        return isInStep ? max(time, now + .milliseconds(1)) : time
    }
}
