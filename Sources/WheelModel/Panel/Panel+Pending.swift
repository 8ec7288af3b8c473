import WheelGeometry
import WheelSettings

/// Pending values, of controls with `confirm`: what hands move there until it is applied.
///
/// Whatever a hand does to a control goes through `self[hand: control]`, `beginHandMove`, `publishHandMove` and
/// `endHandMove`. Nothing else decides whether it moves the value or a pending value.
///
/// A pending value is a second `Control` with the same settings. Its interaction is open while the value is pending:
/// it is held for the control's `confirmTimeout` after each move, and by fingers. When its last hold ends, it is dropped.
/// While nothing is pending it stands where the value stands.
extension Panel {
    /// The control that hands move: the control itself, or with `confirm` its pending value.
    ///
    /// Callers access the control in place. A copy would share its storage with the panel, and the next move would allocate.
    subscript(hand control: Int) -> Control {
        _read {
            if let place = pendingPlaces[control] { yield pendings[place] } else { yield controls[control] }
        }
        _modify {
            if let place = pendingPlaces[control] { yield &pendings[place] } else { yield &controls[control] }
        }
    }

    /// Gives `body` the same control, in place. It is for what each detent does: an access by the subscript would allocate memory
    /// for as long as it lasts.
    @inline(__always)
    mutating func withHand<Result>(of control: Int, _ body: (inout Control) -> Result) -> Result {
        if let place = pendingPlaces[control] { body(&pendings[place]) } else { body(&controls[control]) }
    }

    /// The control as it would be if its pending value were applied; `nil` if nothing is pending.
    public func pending(of control: Int) -> Control? { isPending(control) ? self[hand: control] : nil }

    public func isPending(_ control: Int) -> Bool { pendingPlaces[control].map { pendings[$0].isEditing } ?? false }

    /// When the pending value is dropped; `nil` if nothing is pending, or while a finger holds it.
    public func pendingUntil(of control: Int) -> Instant? {
        pendingPlaces[control].flatMap { pendings[$0].interaction.lastDeadline }
    }

    /// A counter of the changes that a display animates, those of the pending value included.
    public func jumps(of control: Int) -> UInt32 {
        controls[control].jumps &+ (pendingPlaces[control].map { pendings[$0].jumps } ?? 0)
    }

    /// Whether hands move a pending value, which `apply` makes the value.
    func confirms(_ control: Int) -> Bool { pendingPlaces[control] != nil }

    // MARK: Moves by hands, and by requests of clients that move as hands do.

    /// Whether a hand's move has an effect. While a ramp moves a value that has to be confirmed, each tick would drop a
    /// pending value again.
    func takesHandMoves(_ control: Int) -> Bool { !confirms(control) || controls[control].nextTick == nil }

    /// Begins any move by a hand except a turn: drops parts of steps, cancels the ramp of a value that moves, and returns
    /// the number before the move.
    mutating func beginHandMove(of control: Int, _ moment: inout Moment) -> UnwrappedNumber {
        guard confirms(control) else { return beginMove(of: control, &moment) }
        self[hand: control].forgetParts()
        return self[hand: control].unwrapped
    }

    /// Publishes what a hand has moved from `before`: the value, or the pending value.
    mutating func publishHandMove(
        _ control: Int, movedFrom before: UnwrappedNumber, speed: Int? = nil, by source: Source, hold: Hold?,
        _ moment: inout Moment
    ) {
        guard let timeout = controls[control].confirmTimeout, let place = pendingPlaces[control] else {
            return publish(control, movedFrom: before, speed: speed, by: source, hold: hold, &moment)
        }
        pendings[place].interaction.change(by: source)
        if case .finger(let surface, let id)? = hold?.holder {
            pendings[place].interaction.hold(.finger(surface: surface, id: id), until: nil)
        }
        keepHand(control, Hold(holder: .confirmation, until: moment.time + timeout))
        if pendings[place].unwrapped == controls[control].unwrapped {
            endPending(place, by: source, &moment)
        } else {
            moment.append(.pending(control: control, pendings[place].reading, source))
        }
        followChips(of: control, at: moment.time)
    }

    /// Ends a move that is an interaction of its own. A pending value waits on.
    mutating func endHandMove(of control: Int, _ moment: inout Moment) {
        if !confirms(control) { commitAtOnce(control, &moment) }
    }

    /// Keeps what hands move open, and schedules the wake-up for its end.
    mutating func keepHand(_ control: Int, _ hold: Hold) {
        withHand(of: control) { $0.interaction.hold(hold.holder, until: hold.until) }
        if let until = hold.until { wake(noLaterThan: until) }
    }

    /// A finger or a tap no longer holds the control. A pending value waits from now on. The caller must call `settle`.
    mutating func releaseHand(_ holder: Interaction.Holder, of control: Int, at time: Instant) {
        guard self[hand: control].interaction.isHeld(by: holder) else { return }
        self[hand: control].interaction.release(holder)
        guard let timeout = controls[control].confirmTimeout, isPending(control) else { return }
        keepHand(control, Hold(holder: .confirmation, until: time + timeout))
    }

    // MARK: Applying and dropping.

    /// Makes the pending value the value and commits it. Without one nothing happens.
    public mutating func applyPending(
        of control: Int, by source: Source, at time: Instant, into moment: inout Moment
    ) {
        wake(at: time, into: &moment)
        guard isPending(control) else { return }
        let before = beginMove(of: control, &moment)
        controls[control].adoptValue(of: self[hand: control])
        publish(control, movedFrom: before, by: source, hold: nil, &moment)
        commitAtOnce(control, &moment)
    }

    /// Drops the pending value. Without one nothing happens.
    public mutating func revertPending(
        of control: Int, by source: Source, at time: Instant, into moment: inout Moment
    ) {
        wake(at: time, into: &moment)
        dropPending(of: control, by: source, &moment)
    }

    mutating func dropAllPending(_ moment: inout Moment) {
        for control in confirmed { dropPending(of: control, &moment) }
    }

    /// Drops the pending value. Without a source the event names the one that moved it last.
    mutating func dropPending(of control: Int, by source: Source? = nil, _ moment: inout Moment) {
        guard let place = pendingPlaces[control], pendings[place].isEditing else { return }
        forgetPending(of: control)
        pendings[place].jumps &+= 1
        endPending(place, by: source ?? pendings[place].interaction.lastSource, &moment)
    }

    /// The value has moved: what hands move goes on from it.
    mutating func followValue(of control: Int, by source: Source, _ moment: inout Moment) {
        guard let place = pendingPlaces[control] else { return }
        forgetPending(of: control)
        if pendings[place].isEditing { endPending(place, by: source, &moment) }
    }

    /// Puts what hands move where the value stands, without publishing it.
    mutating func forgetPending(of control: Int) {
        guard let place = pendingPlaces[control] else { return }
        pendings[place].adoptValue(of: controls[control])
        pendings[place].speed = controls[control].speed
    }

    private mutating func endPending(_ place: Int, by source: Source, _ moment: inout Moment) {
        pendings[place].interaction.releaseAll()
        _ = pendings[place].interaction.closeIfReleased()
        moment.append(.pending(control: confirmed[place], nil, source))
    }

    /// A control that stays the same keeps its pending value while clients change what they define.
    mutating func takeOverPending(_ control: Int, of old: Panel, _ index: Int) {
        guard let place = pendingPlaces[control], let before = old.pendingPlaces[index] else { return }
        pendings[place] = old.pendings[before]
    }

    // MARK: Time.

    /// Drops the pending values that have waited long enough.
    mutating func wakePending(_ moment: inout Moment) {
        for (place, control) in confirmed.enumerated() where pendings[place].interaction.isHeld {
            pendings[place].interaction.expire(at: moment.time)
            moment.beginStep()
            settlePending(control, &moment)
            if let until = pendings[place].interaction.deadline { wake(noLaterThan: until) }
        }
    }

    /// Drops the pending value if nothing holds it any more.
    mutating func settlePending(_ control: Int, _ moment: inout Moment) {
        guard let place = pendingPlaces[control], !pendings[place].interaction.isHeld else { return }
        dropPending(of: control, &moment)
    }
}
