import WheelCore
import WheelWire

/// A control and its counterpart at the peer.
package struct MirrorRoute: Equatable, Sendable {
    package var control: String
    package var numbers: PeerScale.Numbers
    /// The part of the control's range that the peer covers; `nil` for the whole range.
    package var part: ValueRange?
    package var sends = true
    package var receives = true
    package var takeover = KnobTakeover.jump
    /// Whether the peer may send back the numbers that it receives. Such an echo does not change the control.
    package var mayEcho: Bool

    package init(
        control: String, numbers: PeerScale.Numbers, part: ValueRange? = nil, sends: Bool = true,
        receives: Bool = true, takeover: KnobTakeover = .jump, mayEcho: Bool = false
    ) {
        self.control = control
        self.numbers = numbers
        self.part = part
        self.sends = sends
        self.receives = receives
        self.takeover = takeover
        self.mayEcho = mayEcho
    }
}

/// Keeps controls and their counterparts at a peer equal. The mirror receives the daemon's events and the peer's
/// numbers, and makes requests to the daemon and numbers for the peer. It has neither a socket nor a clock.
///
/// An example: a hand turns `cutoff` from 10 to 14. The peer gets 11, then nothing for `interval`, and then 14: the
/// values in between are coalesced, and the newest is never lost. Then the peer's knob moves to 20, 21, 22. The mirror
/// asks the daemon to set 20, waits for the reply, and then asks it to set 22. The daemon's events about 20 and 22
/// result from the mirror's own requests, so nothing is sent back to the peer. If the peer sends no other number within
/// the time `settling` after the last reply, its move is over, and is committed as one interaction.
///
/// What can go wrong, and the result:
/// - The peer sends back what it receives, perhaps late. Such an echo does not move the control (`SentNumbers`).
/// - A hand is moving the control. The daemon refuses the peer's number, and the peer gets the hand's value.
/// - The daemon refuses a number for another reason. The peer gets the control's value.
/// - The daemon changes a number, for example to the nearest grid point. The peer keeps its own number until the
///   control moves again.
/// - A client sets the control while the peer's knob moves. The later change wins at both ends.
/// - The daemon or the peer was disconnected. After the reconnection the peer gets every value that it may have missed,
///   unless the bridge first reads the peer's values, as `wheel-rig` does with `wins = "rig"`.
package struct Mirror {
    /// A peer's move is over if no other number arrives within this time after the daemon's last reply.
    package static let settling = Interval.milliseconds(400)
    /// The pause before the next attempt to send to a peer whose buffer was full.
    static let retrying = Interval.milliseconds(10)

    private var mirrored: [MirroredControl] = []
    private var routesOfControl: [String: [Int]] = [:]
    private let interval: Interval
    private var client: Int?
    /// Nothing is sent to the peer before this time, because its buffer was full or `pause` was called.
    private var retryAt = Instant.distantPast
    /// The routes of the request that sets several controls; empty unless such a request waits for its reply.
    private var askedTogether: [Int] = []
    /// The number that identifies replies for the first route. The next numbers identify replies for the other routes.
    /// The number after these identifies replies to requests that set several controls.
    private var firstReply = 0

    package init(_ routes: [MirrorRoute], interval: Interval) {
        self.interval = interval
        configure(routes)
    }

    /// Replaces the routes, and forgets which numbers the peer has.
    package mutating func configure(_ routes: [MirrorRoute]) {
        resetReplies()
        mirrored = routes.map(MirroredControl.init)
        routesOfControl = Dictionary(grouping: routes.indices) { routes[$0].control }
    }

    /// A copy of this mirror with these routes, for another peer, to which no number was sent yet.
    func forNewPeer(_ routes: [MirrorRoute]) -> Mirror {
        var mirror = self
        mirror.askedTogether = []
        for index in routes.indices { mirror.mirrored[index].beginForNewPeer(routes[index]) }
        return mirror
    }

    /// Gives other numbers to later requests, so that the replies to all earlier requests are ignored.
    private mutating func resetReplies() {
        guard mirrored.contains(where: \.isAsking) else { return }
        firstReply += mirrored.count + 1
        askedTogether = []
    }

    /// Called when this program has connected to the daemon, or the daemon's controls have changed. Returns the routes
    /// whose control is missing or cannot be mapped.
    package mutating func connect(_ controls: [ControlState], client: Int) -> [Int] {
        self.client = client
        return update(controls)
    }

    package mutating func update(_ controls: [ControlState]) -> [Int] {
        resetReplies()
        let states = Dictionary(controls.map { ($0.name, $0) }) { first, _ in first }
        return mirrored.indices.filter { !mirrored[$0].bind(to: states[mirrored[$0].route.control]) }
    }

    package mutating func disconnect() {
        client = nil
        resetReplies()
        for index in mirrored.indices { mirrored[index].unbind() }
    }

    /// Called when the peer has reconnected, or another peer has replaced it: every value is sent to the peer again.
    package mutating func resetPeer() {
        for index in mirrored.indices { mirrored[index].resetPeer() }
    }

    package mutating func receive(_ event: Event) {
        switch event.content {
        case .value(let value): consume(value.value, of: value.control, from: value.source)
        case .commit(let control, let value, _, let source): consume(value, of: control, from: source)
        default: break
        }
    }

    private mutating func consume(_ value: ControlValue, of control: String, from source: EventSource) {
        var isOwn = false
        if case .client(let number) = source { isOwn = number == client }
        for index in routesOfControl[control] ?? [] { mirrored[index].consume(value, isOwn: isOwn) }
    }

    /// Called when the peer has sent a number. Returns `false` if the number is an echo or a repetition.
    @discardableResult
    package mutating func receive(_ heard: HeardNumber, on route: Int, at now: Instant) -> Bool {
        guard mirrored[route].isNews(heard, at: now) else { return false }
        mirrored[route].receive(heard.number)
        return true
    }

    /// Called when the peer has sent several numbers in one step, so that the daemon must set all of them or none.
    package mutating func receive(together numbers: [(route: Int, heard: HeardNumber)], at now: Instant) {
        var news: [(route: Int, number: Double)] = []
        for (route, heard) in numbers where mirrored[route].isNews(heard, at: now) {
            news.append((route, heard.number))
        }
        for (route, number) in news { mirrored[route].receive(number, isTogether: news.count > 1) }
    }

    /// Sends nothing to the peer before this time.
    package mutating func pause(until time: Instant) { retryAt = time }

    /// Sends every number that is due. `send` returns the number that the peer has received, which the peer's number
    /// type may have rounded. `send` returns `nil` if the peer's buffer was full: then a later call sends the number.
    package mutating func sendNumbers(at now: Instant, _ send: (Int, Double) -> Double?) {
        guard now >= retryAt else { return }
        for index in mirrored.indices {
            guard let number = mirrored[index].nextNumber(at: now) else { continue }
            guard let received = send(index, number) else { return retryAt = now + Mirror.retrying }
            mirrored[index].recordSent(number, as: received, at: now, interval: interval)
        }
    }

    /// Sends every request that is due. The number that `send` gets identifies the reply to a `set`.
    package mutating func sendRequests(at now: Instant, _ send: (Int, Request) -> Void) {
        guard client != nil else { return }
        if let request = nextRequestTogether() { send(firstReply + mirrored.count, request) }
        for index in mirrored.indices {
            if let request = mirrored[index].nextRequest(at: now) { send(firstReply + index, request) }
        }
    }

    /// Whether a request for this route has no reply yet.
    package func isAsking(_ route: Int) -> Bool { mirrored[route].isAsking }

    /// Called when the daemon has answered a `set`. Returns the routes of this request, or none if the routes or the
    /// controls have changed since the request was sent.
    @discardableResult
    package mutating func answered(_ reply: Int, isRefused: Bool, at now: Instant) -> [Int] {
        var routes = [reply - firstReply].filter(mirrored.indices.contains)
        if reply == firstReply + mirrored.count { swap(&routes, &askedTogether) }
        for route in routes { mirrored[route].answered(isRefused: isRefused, at: now) }
        return routes
    }

    /// The refusal that should be logged after a reply to a `set`. `routes` are the routes of the request.
    func refused(_ reply: Reply, _ routes: [Int]) -> RefusedRequest? {
        // A reply without a route answers a request that was sent before the routes or the controls changed. A refusal
        // with the code `editing` is normal: a hand holds the control, or its pending value waits.
        guard let first = routes.first, reply.refusal?.code != .editing else { return nil }
        return RefusedRequest(reply, about: routes.count == 1 ? mirrored[first].route.control : nil)
    }

    /// One request for all numbers that must be set in one step; `nil` if there are none, or while an earlier request
    /// of this kind or for one of these routes has no reply.
    private mutating func nextRequestTogether() -> Request? {
        let waiting = mirrored.indices.filter { mirrored[$0].waitsForOthers }
        guard !waiting.isEmpty, askedTogether.isEmpty, waiting.allSatisfy({ !mirrored[$0].isAsking }) else {
            return nil
        }
        var assignments: [Assignment] = []
        for index in waiting {
            guard let assignment = mirrored[index].consumeAssignment() else { continue }
            // Several routes may have the same control, but the request names each control once, with the value of the
            // last route.
            assignments.removeAll { $0.control == assignment.control }
            assignments.append(assignment)
        }
        askedTogether = waiting
        return .setAll(assignments, SetManner(commits: false, unlessEditing: true))
    }

    /// When `sendNumbers` or `sendRequests` has something to do even if no message arrives.
    package var deadline: Instant? { mirrored.compactMap { $0.deadline(retryAt: retryAt) }.min() }

    /// When `sendRequests` has something to do even if no message arrives. This deadline applies while the peer is
    /// disconnected, and no number can be sent.
    package var requestDeadline: Instant? { mirrored.compactMap { $0.deadline(retryAt: .distantFuture) }.min() }
}
