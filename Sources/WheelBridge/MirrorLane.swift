import WheelGeometry
import WheelProtocol
import WheelSettings

/// What becomes of a number that comes from a knob of the peer while the control has another value.
package enum KnobTakeover: String, CaseIterable, Sendable {
    /// The control takes it at once.
    case jump
    /// The knob has no effect until it reaches or passes the control's value.
    case pickup
}

/// One control that a bridge mirrors: what the control has, what the peer has, and what is on its way between them.
struct MirrorLane {
    let route: MirrorRoute
    private(set) var scale: PeerScale?
    /// The peer's number for the control's value.
    private var here: Double?
    /// The number that the peer has, as far as this program knows.
    private var there: Double?
    /// Whether `here` must be sent.
    private var isDue = false
    /// The next number is not sent before.
    private var rest = Instant.distantPast
    /// The newest number of the peer that has not been requested of the daemon.
    private var heard: Double?
    /// Whether it came in one step with others.
    private var isTogether = false
    /// The number that was requested and has no reply yet. The next request waits for that, so that a flood is merged.
    private var asked: Double?
    /// When the peer's move is over and must be committed.
    private var commitAt: Instant?
    private var isPickedUp = false
    private var lastHeard: Double?
    private var sent = SentNumbers()

    init(_ route: MirrorRoute) { self.route = route }

    /// Returns whether the control can be mapped.
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

    /// The daemon has gone.
    mutating func unbind() {
        asked = nil
        heard = nil
        commitAt = nil
    }

    /// The peer has forgotten everything, or is another one.
    mutating func forgetPeer() {
        there = nil
        sent.forgetPeer()
        lastHeard = nil
        isPickedUp = false
        isDue = here != nil
    }

    /// The control has this value. `isOwn`: a request of this program has set it.
    mutating func take(_ value: ControlValue, isOwn: Bool) {
        guard let scale, let number = scale.number(for: value) else { return }
        // The events of a request come before its reply. Another lane of the control may have asked.
        if isOwn, let asked {
            here = number
            // The peer may have been sent something else since.
            isDue = heard == nil && there != asked
            return
        }
        // A commit confirms the value that the peer may have sent: that is not sent back either.
        guard number != here else { return }
        here = number
        commitAt = nil
        isDue = here != there
        if let lastHeard, (lastHeard - number).magnitude > scale.reach { isPickedUp = false }
    }

    /// Whether the peer says something new with this number, and does not only repeat what it was sent.
    mutating func isNews(_ heard: HeardNumber, at now: Instant) -> Bool {
        // A peer that is sent nothing cannot repeat it.
        guard route.mayEcho, route.sends else { return true }
        return sent.hear(heard, at: now)
    }

    /// The peer has this number.
    mutating func hear(_ number: Double, isTogether: Bool = false) {
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
        // The control has this number already. Its value is finer than the numbers of the peer, and stays.
        if case .whole = route.numbers, number == here, asked == nil, heard == nil, !isTogether {
            isDue = false
            return
        }
        // A number that replaces one of a step belongs to that step.
        self.isTogether = isTogether || self.isTogether && heard != nil
        heard = number
        // This is newer than what was to be sent. If the daemon refuses it, that is sent after all.
        isDue = false
    }

    /// The number to send to the peer now.
    mutating func nextNumber(at now: Instant) -> Double? {
        guard isDue || sent.isInDoubt(at: now), route.sends, now >= rest, let here else { return nil }
        return here
    }

    /// The number has been sent, and has become `received` there.
    mutating func noteSent(_ number: Double, as received: Double, at now: Instant, interval: Interval) {
        there = number
        if route.mayEcho { sent.noteSent(received, at: now) }
        isDue = false
        rest = now + interval
    }

    /// What to ask of the daemon now.
    mutating func nextRequest(at now: Instant) -> Request? {
        guard asked == nil, !waitsForOthers else { return nil }
        if let assignment = takeAssignment() {
            return .set(assignment, SetManner(commits: false, unlessEditing: true))
        }
        guard let commitAt, now >= commitAt else { return nil }
        self.commitAt = nil
        return .commit(control: route.control)
    }

    /// Whether its number is set in one step with others.
    var waitsForOthers: Bool { isTogether && heard != nil }
    var isAsking: Bool { asked != nil }

    mutating func takeAssignment() -> Assignment? {
        guard let number = heard, let value = scale?.value(for: number) else { return nil }
        heard = nil
        asked = number
        return Assignment(control: route.control, value: value)
    }

    /// The daemon has answered the `set`. If it has refused, the peer gets the control's value.
    mutating func answered(isRefused: Bool, at now: Instant) {
        guard let asked else { return }
        self.asked = nil
        if isRefused {
            isPickedUp = false
        } else {
            commitAt = now + Mirror.settling
        }
        // A peer that has what it has asked for is left alone, also where the control has taken the nearest grid point.
        if isRefused || there != asked { isDue = heard == nil && here != there }
    }

    /// When something is due although nothing happens. Nothing is sent before `retryAt`.
    func deadline(retryAt: Instant) -> Instant? {
        let due = isDue ? rest : sent.doubt
        let sending = route.sends && here != nil ? due.map { max($0, rest, retryAt) } : nil
        guard let commitAt, asked == nil, heard == nil else { return sending }
        return min(sending ?? commitAt, commitAt)
    }
}
