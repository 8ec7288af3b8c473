import WheelGeometry
import WheelModel
import WheelProtocol
import WheelSettings

/// A control and its counterpart at the peer.
package struct MirrorRoute: Equatable, Sendable {
    package var control: String
    package var numbers: PeerScale.Numbers
    /// The part of the control's range that the peer has.
    package var part: ValueRange?
    package var sends = true
    package var receives = true
    package var takeover = KnobTakeover.jump

    package init(
        control: String, numbers: PeerScale.Numbers, part: ValueRange? = nil, sends: Bool = true,
        receives: Bool = true, takeover: KnobTakeover = .jump
    ) {
        self.control = control
        self.numbers = numbers
        self.part = part
        self.sends = sends
        self.receives = receives
        self.takeover = takeover
    }
}

/// Keeps controls and their counterparts at a peer equal. It has neither a socket nor a clock.
///
/// - A number that came from the peer is not sent back to it.
/// - A control in somebody's hand is not moved by the peer. The peer gets the hand's value.
/// - Changes are merged: to the peer a number at most once in `interval`, from the peer one request at a time. The newest one
///   is never lost.
/// - A move of the peer is one interaction: it is committed when nothing has come for `settling`.
package struct Mirror {
    /// A move of the peer is over when nothing has come for this long.
    package static let settling = Interval.milliseconds(400)
    /// The pause before a peer that could take nothing is tried again.
    static let retrying = Interval.milliseconds(10)

    private var lanes: [MirrorLane]
    private let lanesOfControl: [String: [Int]]
    private let interval: Interval
    private var client: Int?
    /// While the peer can take nothing, nothing is sent before.
    private var retryAt = Instant.distantPast
    /// The lanes whose numbers were requested in one step, and have no reply yet.
    private var askedTogether: [Int] = []

    package init(_ routes: [MirrorRoute], interval: Interval) {
        lanes = routes.map(MirrorLane.init)
        lanesOfControl = Dictionary(grouping: routes.indices) { routes[$0].control }
        self.interval = interval
    }

    /// The daemon is there. Returns the routes whose control is missing or cannot be mapped.
    package mutating func connect(_ controls: [ControlState], client: Int) -> [Int] {
        self.client = client
        return update(controls)
    }

    /// There are other controls now.
    package mutating func update(_ controls: [ControlState]) -> [Int] {
        let states = Dictionary(controls.map { ($0.name, $0) }) { first, _ in first }
        return lanes.indices.filter { !lanes[$0].bind(to: states[lanes[$0].route.control]) }
    }

    package mutating func disconnect() {
        client = nil
        askedTogether = []
        for index in lanes.indices { lanes[index].unbind() }
    }

    /// The peer is there again, or another one is: it gets every value.
    package mutating func forgetPeer() {
        for index in lanes.indices { lanes[index].forgetPeer() }
    }

    /// What the peer has of one route is not known: it gets the value.
    package mutating func forgetPeer(on route: Int) { lanes[route].forgetPeer() }

    package mutating func receive(_ event: Event) {
        switch event.content {
        case .value(let value): take(value.value, of: value.control, from: value.source)
        case .commit(let control, let value, _, let source): take(value, of: control, from: source)
        default: break
        }
    }

    private mutating func take(_ value: ControlValue, of control: String, from source: EventSource) {
        var isOwn = false
        if case .client(let number) = source { isOwn = number == client }
        for index in lanesOfControl[control] ?? [] { lanes[index].take(value, isOwn: isOwn) }
    }

    /// The peer has sent this number.
    package mutating func hear(_ number: Double, on route: Int) { lanes[route].hear(number) }

    /// The peer has sent these numbers in one step: they are set in one step, all of them or none.
    package mutating func hear(together numbers: [(route: Int, number: Double)]) {
        for (route, number) in numbers { lanes[route].hear(number, isTogether: numbers.count > 1) }
    }

    /// The peer is sent nothing before this time.
    package mutating func pause(until time: Instant) { retryAt = time }

    /// Sends every number that is due. `send` returns whether the peer could take it; otherwise it is sent with a later call.
    package mutating func sendNumbers(at now: Instant, _ send: (Int, Double) -> Bool) {
        guard now >= retryAt else { return }
        for index in lanes.indices {
            guard let number = lanes[index].nextNumber(at: now) else { continue }
            guard send(index, number) else { return retryAt = now + Mirror.retrying }
            lanes[index].noteSent(number, at: now, interval: interval)
        }
    }

    /// Sends every request that is due. The route identifies the reply of a `set`; a `commit` needs none. One for several
    /// routes has the number behind that of the last route.
    package mutating func sendRequests(at now: Instant, _ send: (Int, Request) -> Void) {
        guard client != nil else { return }
        if let request = nextRequestTogether() { send(lanes.count, request) }
        for index in lanes.indices {
            if let request = lanes[index].nextRequest(at: now) { send(index, request) }
        }
    }

    /// The daemon has answered the `set` of a route.
    package mutating func answered(_ route: Int, isRefused: Bool, at now: Instant) {
        if route == lanes.count {
            for index in askedTogether { lanes[index].answered(isRefused: isRefused, at: now) }
            askedTogether = []
        }
        guard lanes.indices.contains(route) else { return }
        lanes[route].answered(isRefused: isRefused, at: now)
    }

    /// One request for all numbers that must be set in one step. It waits until the last request of each has its reply.
    private mutating func nextRequestTogether() -> Request? {
        let waiting = lanes.indices.filter { lanes[$0].waitsForOthers }
        guard !waiting.isEmpty, askedTogether.isEmpty, waiting.allSatisfy({ !lanes[$0].isAsking }) else { return nil }
        var assignments: [Assignment] = []
        for index in waiting {
            guard let assignment = lanes[index].takeAssignment() else { continue }
            // A request names a control once.
            assignments.removeAll { $0.control == assignment.control }
            assignments.append(assignment)
        }
        askedTogether = waiting
        return .setAll(assignments, SetManner(commits: false, unlessEditing: true))
    }

    /// When `sendNumbers` or `sendRequests` has something to do although nothing happens.
    package var deadline: Instant? { lanes.compactMap { $0.deadline(retryAt: retryAt) }.min() }

    /// The same for `sendRequests` alone, while there is no peer.
    package var requestDeadline: Instant? { lanes.compactMap { $0.deadline(retryAt: .distantFuture) }.min() }
}
