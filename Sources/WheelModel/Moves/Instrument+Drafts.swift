import WheelCore

/// Drafts of controls with `confirm`: how they wait, and how they end.
///
/// A draft is published as `pending`. It waits for the control's `confirmTimeout` after each move, and for as long as fingers
/// hold it. It ends in one of three ways: `apply` makes it the value, `revert` or the timeout drops it, and any move of the value
/// drops it. Then it equals the value again, so that the next detent continues from there.
///
/// For example, the value is 4, and a knob turns the draft to 6: `pending` 6. A client sets the value to 5: the value is
/// published, then `pending` without a value. The next detent up leads to a draft of 6 again, and a click to `apply` makes 6 the
/// value and commits it.
extension Instrument {
    /// Publishes a draft that has moved. One that equals the value again does not wait.
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

    /// A finger or a tap no longer holds the control. A draft waits from now on. The caller calls `commitIfReleased`.
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

    /// Without a source the change names the one that moved the draft last.
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

    /// The value has moved.
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
