import WheelCore
import WheelWire

/// What happens when the peer's knob moves while its position differs from the control's value.
package enum KnobTakeover: String, CaseIterable, Sendable {
    case jump
    /// The knob has no effect until it reaches or passes the control's value.
    case pickup
}

/// One control that a bridge mirrors: the control's number (`here`), the peer's number (`there`), and the numbers that
/// are under way between control and peer. `isDue` means that a number must be sent to the peer. A number for the
/// daemon is in `heard`, and in `asked` after its request was sent.
struct MirroredControl {
    private(set) var route: MirrorRoute
    private(set) var scale: PeerScale?
    /// The control's value, as a number of the peer.
    private var here: Double?
    /// The number that the peer has; `nil` if unknown.
    private var there: Double?
    private var isDue = false
    /// The next number is not sent before this time.
    private var rest = Instant.distantPast
    /// The peer's newest number, until a request for it is sent to the daemon.
    private var heard: Double?
    /// Whether `heard` must be set in one step with the numbers of other controls.
    private var isTogether = false
    /// The peer's number in the request that has no reply yet. The next request waits for the reply, so that many
    /// numbers of the peer are coalesced into few requests.
    private var asked: Double?
    /// When the peer's move is over and must be committed.
    private var commitAt: Instant?
    private var isPickedUp = false
    private var lastHeard: Double?
    private var sent = SentNumbers()

    init(_ route: MirrorRoute) { self.route = route }

    /// Adopts the state of the daemon's control; `control` is `nil` if the daemon has no such control. Returns whether
    /// the control can be mapped.
    mutating func bind(to control: ControlState?) -> Bool {
        let previous = scale
        scale = control.flatMap { PeerScale(route.numbers, of: $0, part: route.part) }
        if scale != previous { isPickedUp = false }
        unbind()
        guard let control, let scale else {
            isDue = false
            return false
        }
        here = scale.number(for: control.value)
        isDue = here != there
        return true
    }

    /// Drops the numbers and the commit that are on their way to the daemon.
    mutating func unbind() {
        asked = nil
        heard = nil
        commitAt = nil
    }

    /// Called when the peer has forgotten all its numbers, or was replaced by another peer.
    mutating func resetPeer() {
        there = nil
        sent.resetPeer()
        lastHeard = nil
        isPickedUp = false
        isDue = here != nil
    }

    mutating func beginForNewPeer(_ route: MirrorRoute) {
        self.route = route
        unbind()
        resetPeer()
    }

    /// Called when the daemon reports a value. `isOwn`: a request of this program has set the value.
    mutating func consume(_ value: ControlValue, isOwn: Bool) {
        guard let scale, let number = scale.number(for: value) else { return }
        // The daemon sends the events of a request before its reply. So if `isOwn` is true while no request of this
        // route waits for a reply, the value was set by another route or another peer, and this peer must get it.
        if isOwn, let asked {
            here = number
            // The peer needs no number if it still has `asked`, or has sent a newer number (`heard`).
            isDue = heard == nil && there != asked
            return
        }
        // A commit repeats the control's value, which the peer may have sent. The repeated value is not sent back.
        guard number != here else { return }
        here = number
        commitAt = nil
        isDue = here != there
        if let lastHeard, (lastHeard - number).magnitude > scale.reach { isPickedUp = false }
    }

    /// Whether the peer has changed its number. Otherwise the number is a repetition, or an echo of a number that was
    /// sent to the peer.
    mutating func isNews(_ heard: HeardNumber, at now: Instant) -> Bool {
        // If the peer gets no numbers, or does not send them back, each of its numbers is news.
        guard route.mayEcho, route.sends else { return true }
        return sent.receive(heard, at: now)
    }

    mutating func receive(_ number: Double, isTogether: Bool = false) {
        let previous = lastHeard
        lastHeard = number
        there = number
        guard route.receives, let scale else { return }
        if route.takeover == .pickup, !isPickedUp, let here {
            let hasPassed = previous.map { ($0 < here) != (number < here) } ?? false
            guard hasPassed || (number - here).magnitude <= scale.reach else { return }
            isPickedUp = true
        }
        guard scale.value(for: number) != nil else { return }
        // The control has this number already and is not set again: its value may lie between two numbers of the peer,
        // and would be rounded to one of them.
        if case .whole = route.numbers, number == here, asked == nil, heard == nil, !isTogether {
            isDue = false
            return
        }
        // If `heard` waits to be set together with other numbers, the number that replaces it is set with them, too.
        self.isTogether = isTogether || self.isTogether && heard != nil
        heard = number
        // The peer's number is newer than the control's value. If the daemon refuses the number, the control's value is
        // sent after all.
        isDue = false
    }

    /// The number to send to the peer now.
    mutating func nextNumber(at now: Instant) -> Double? {
        guard isDue || sent.isInDoubt(at: now), route.sends, now >= rest, let here else { return nil }
        return here
    }

    /// Records that `number` was sent. `received` is the number as the peer has it: the peer's number type may have
    /// rounded it.
    mutating func recordSent(_ number: Double, as received: Double, at now: Instant, interval: Interval) {
        there = number
        if route.mayEcho { sent.recordSent(received, at: now) }
        isDue = false
        rest = now + interval
    }

    /// The request to send to the daemon now.
    mutating func nextRequest(at now: Instant) -> Request? {
        guard asked == nil, !waitsForOthers else { return nil }
        if let assignment = consumeAssignment() {
            return .set(assignment, SetManner(commits: false, unlessEditing: true))
        }
        guard let commitAt, now >= commitAt else { return nil }
        self.commitAt = nil
        return .commit(control: route.control)
    }

    /// Whether the number must be set in one step with numbers of other controls.
    var waitsForOthers: Bool { isTogether && heard != nil }
    var isAsking: Bool { asked != nil }

    mutating func consumeAssignment() -> Assignment? {
        guard let number = heard, let value = scale?.value(for: number) else { return nil }
        heard = nil
        asked = number
        return Assignment(control: route.control, value: value)
    }

    /// Called when the daemon has answered the `set`. If the daemon has refused, the peer gets the control's value.
    mutating func answered(isRefused: Bool, at now: Instant) {
        guard let asked else { return }
        self.asked = nil
        if isRefused {
            isPickedUp = false
        } else {
            commitAt = now + Mirror.settling
        }
        // The peer keeps the number that it has sent, even if the control has taken the nearest grid point instead.
        if isRefused || there != asked { isDue = heard == nil && here != there }
    }

    /// When a number or a commit is due next. No number is sent before `retryAt`.
    func deadline(retryAt: Instant) -> Instant? {
        let due = isDue ? rest : sent.doubt
        let sending = route.sends && here != nil ? due.map { max($0, rest, retryAt) } : nil
        guard let commitAt, asked == nil, heard == nil else { return sending }
        return min(sending ?? commitAt, commitAt)
    }
}
