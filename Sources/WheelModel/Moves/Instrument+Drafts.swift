import WheelCore

/// Publishes, applies and drops the drafts of controls with `confirm`.
///
/// A draft is published as `pending`. The draft waits until `confirmTimeout` after its last move, and for as long as
/// fingers hold it. A draft ends when `apply` makes it the value, when `revert`, a lock or the timeout drops it, when
/// the value is set or moves, or when the draft is moved back to the value. Then the draft equals the value again, so
/// that the next detent starts from the value.
///
/// For example, the value is 4, and a knob turns the draft to 6, which is published as `pending` 6. Then a client sets
/// the value to 5. The new value is published, followed by `pending` without a value. The next detent up moves the
/// draft to 6 again, and a click that is bound to `apply` makes 6 the value and commits it.
extension Instrument {
    /// Publishes a draft that has moved. A draft that equals the value again ends.
    mutating func publishDraft(of index: Int, by source: Source, hold: Hold?, _ changes: inout Changes) {
        controls[index].draft.interaction.change(by: source)
        if controls[index].draft.unwrapped == controls[index].value.unwrapped {
            endDraft(of: index, by: source, &changes)
        } else {
            if let hold { keep(hold, of: index, onDraft: true) }
            awaitConfirmation(of: index, at: changes.time)
            let reading = Reading(controls[index].kind, controls[index].draft.number)
            changes.append(.pending(control: index, reading, source))
        }
    }

    private mutating func awaitConfirmation(of index: Int, at time: Instant) {
        keep(Hold(holder: .confirmation, until: time + controls[index].confirmTimeout), of: index, onDraft: true)
    }

    /// Releases the hold of a finger or a tap. The timeout of a draft starts again now. The caller must call
    /// `commitIfReleased`.
    package mutating func releaseHand(_ holder: Interaction.Holder, of index: Int, at time: Instant) {
        guard controls[index].inHand.interaction.isHeld(by: holder) else { return }
        controls[index].inHand.interaction.release(holder)
        if controls[index].isPending { awaitConfirmation(of: index, at: time) }
    }

    mutating func applyDraft(of index: Int, by source: Source, _ changes: inout Changes) {
        guard controls[index].isPending else { return }
        perform(.apply, on: index, by: Mover(source), &changes)
    }

    mutating func dropAllDrafts(_ changes: inout Changes) {
        for index in controls.indices { dropDraft(of: index, &changes) }
    }

    /// Drops a draft. If no source is given, the change has the source of the draft's last move.
    mutating func dropDraft(of index: Int, by source: Source? = nil, _ changes: inout Changes) {
        guard controls[index].isPending else { return }
        controls[index].resetDraft()
        controls[index].draft.jumps &+= 1
        endDraft(
            of: index, by: source ?? controls[index].draft.interaction.lastSource, isDropped: true, &changes)
    }

    mutating func dropDraftIfReleased(of index: Int, _ changes: inout Changes) {
        guard controls[index].confirms, !controls[index].draft.interaction.isHeld else { return }
        dropDraft(of: index, &changes)
    }

    /// Makes the draft equal to a value that has moved.
    mutating func followValue(of index: Int, by source: Source, _ changes: inout Changes) {
        guard controls[index].confirms else { return }
        controls[index].resetDraft()
        if controls[index].isPending { endDraft(of: index, by: source, &changes) }
    }

    private mutating func endDraft(
        of index: Int, by source: Source, isDropped: Bool = false, _ changes: inout Changes
    ) {
        controls[index].draft.interaction.releaseAll()
        _ = controls[index].draft.interaction.closeIfReleased()
        changes.append(.pending(control: index, nil, source, isDropped: isDropped))
    }
}
