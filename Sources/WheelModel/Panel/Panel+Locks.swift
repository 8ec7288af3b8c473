import WheelGeometry
import WheelSettings

/// Locks. The panel and each control have one that is set and cleared by commands and actions, whoever asks. Buttons that are
/// held add their own. Any of them keeps hands from changing what it locks.
extension Panel {
    /// Whether a hand may move a control now.
    func isOpenToHands(_ control: Int) -> Bool { !isLocked(control) && controls[control].movedByHands }

    /// The same, for moves: while a ramp moves a value that has to be confirmed, each tick would drop a draft again.
    func takesHandMoves(_ control: Int) -> Bool { isOpenToHands(control) && !rampMovesBelowDraft(control) }

    func rampMovesBelowDraft(_ control: Int) -> Bool { controls[control].confirms && controls[control].nextTick != nil }

    /// Whether hands are kept from changing a control, by its own lock or by the panel's.
    func isLocked(_ control: Int) -> Bool { isLocked || controls[control].isLocked }

    /// Locks or unlocks the panel. While it is locked, hands change nothing.
    mutating func lock(_ locked: Bool, _ moment: inout Moment) {
        let before = isLocked
        lockIsSet = locked
        tellLock(before, &moment)
        // A client may have begun a draft under a lock that was there before.
        if locked { dropAllDrafts(&moment) }
    }

    /// Locks or unlocks a control. While it is locked, hands do not change it.
    mutating func lock(_ control: Int, _ locked: Bool, _ moment: inout Moment) {
        let before = controls[control].isLocked
        controls[control].hands.lockIsSet = locked
        tellLock(of: control, before, &moment)
        if locked { dropDraft(of: control, &moment) }
    }

    /// Publishes a lock that has changed. Drafts of what is now locked are dropped.
    mutating func tellLock(_ before: Bool, _ moment: inout Moment) {
        guard isLocked != before else { return }
        moment.append(.lock(isLocked))
        guard isLocked else { return }
        dropAllDrafts(&moment)
        endScrolls(at: moment.time)
    }

    mutating func tellLock(of control: Int, _ before: Bool, _ moment: inout Moment) {
        let isLocked = controls[control].isLocked
        guard isLocked != before else { return }
        moment.append(.lock(isLocked, control: control))
        guard isLocked else { return }
        dropDraft(of: control, &moment)
        endScrolls(of: control, at: moment.time)
    }

    /// Performs the command `lock`: on the named controls, else on the panel. Returns `nil` if a hand may not lock anything now.
    /// A hand may always unlock.
    mutating func lock(
        _ request: Request, by asker: Asker, _ moment: inout Moment
    ) throws(CommandRefusal) -> CommandOutcome? {
        let names = request.texts("controls") ?? request.text("control").map { [$0] }
        var locked: [Int] = []
        for name in names ?? [] { locked.append(try directory.control(name)) }
        let toggled = locked.first.map { controls[$0].hands.lockIsSet } ?? lockIsSet
        let locks = request.flag("toggles") ? !toggled : request.flag("locked")
        guard !locks || asker.mayChange(self) else { return nil }
        if names == nil {
            lock(locks, &moment)
        } else {
            for control in locked { lock(control, locks, &moment) }
        }
        return .done
    }
}
