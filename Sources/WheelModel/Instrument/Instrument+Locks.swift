import WheelCore

/// Locks. The panel and each control have one that is set and cleared by commands and actions, whoever asks. Buttons that are
/// held add their own. Any of them keeps hands from changing what it locks.
extension Instrument {
    /// Whether a hand may move a control now.
    package func isOpenToHands(_ control: Int) -> Bool { !isLocked(control) && controls[control].movedByHands }

    /// The same, for moves: while a ramp moves a value that has to be confirmed, each tick would drop a draft again.
    package func takesHandMoves(_ control: Int) -> Bool { isOpenToHands(control) && !rampMovesBelowDraft(control) }

    func rampMovesBelowDraft(_ control: Int) -> Bool { controls[control].confirms && controls[control].nextTick != nil }

    /// Whether hands are kept from changing a control, by its own lock or by the panel's.
    package func isLocked(_ control: Int) -> Bool { isLocked || controls[control].isLocked }

    /// Locks or unlocks the panel. While it is locked, hands change nothing.
    mutating func lock(_ locked: Bool, _ changes: inout Changes) {
        let before = isLocked
        lockIsSet = locked
        publishLock(before, &changes)
        // A client may have begun a draft under a lock that was there before.
        if locked { dropAllDrafts(&changes) }
    }

    /// Locks or unlocks a control. While it is locked, hands do not change it.
    mutating func lock(_ control: Int, _ locked: Bool, _ changes: inout Changes) {
        let before = controls[control].isLocked
        controls[control].hands.lockIsSet = locked
        publishLock(of: control, before, &changes)
        if locked { dropDraft(of: control, &changes) }
    }

    /// Publishes a lock that has changed. Drafts of what is now locked are dropped.
    mutating func publishLock(_ before: Bool, _ changes: inout Changes) {
        guard isLocked != before else { return }
        changes.append(.lock(isLocked))
        guard isLocked else { return }
        dropAllDrafts(&changes)
    }

    mutating func publishLock(of control: Int, _ before: Bool, _ changes: inout Changes) {
        let isLocked = controls[control].isLocked
        guard isLocked != before else { return }
        changes.append(.lock(isLocked, control: control))
        guard isLocked else { return }
        dropDraft(of: control, &changes)
    }

    /// Performs the command `lock`: on the named controls, else on the panel. Returns `nil` if a hand may not lock anything now.
    /// A hand may always unlock.
    mutating func lock(
        _ request: Request, by asker: Asker, _ changes: inout Changes
    ) throws(CommandRefusal) -> CommandOutcome? {
        let names = request.texts("controls") ?? request.text("control").map { [$0] }
        var locked: [Int] = []
        for name in names ?? [] { locked.append(try directory.control(name)) }
        let toggled = locked.first.map { controls[$0].hands.lockIsSet } ?? lockIsSet
        let locks = request.flag("toggles") ? !toggled : request.flag("locked")
        guard !locks || asker.mayChange(self) else { return nil }
        if names == nil {
            lock(locks, &changes)
        } else {
            for control in locked { lock(control, locks, &changes) }
        }
        return .done
    }
}
