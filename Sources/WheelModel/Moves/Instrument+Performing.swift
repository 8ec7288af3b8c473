import WheelCore

/// Moves controls. Everything that moves a control makes a `Move` and passes it to `perform`.
///
/// Knobs, axes, fingers, buttons, clients and ramps use `perform`; only restored values bypass it. The differences
/// between movers are in tables: `Move.policy` lists the effects of a move besides the new value, and `hold` lists how
/// long each mover keeps the interaction open.
///
/// The steps of `perform`, in order:
///
///  1. A hand's move of a locked control, or of a control that only clients move, is refused. While a ramp moves a
///     value, moves of its draft are refused, because each tick would drop the draft. Only the undo of a gesture may
///     still restore the draft.
///  2. The target of the move is the value, or the draft of a control with `confirm`. A move of the value ends a ramp
///     at the ramp's present fraction, unless `MovePolicy.ramp` lets the ramp continue.
///  3. Partial steps of knobs are dropped, unless the move is a turn, undoes a gesture or follows a ramp.
///  4. The target moves. If the target has changed, the change is published, and a mover that is not finished holds the
///     interaction: a knob until `commit_after_ms` have passed, a finger until it lifts, a ramp until it ends. A draft
///     has its own timeout, so only fingers hold it. If the target has not changed, an existing hold is renewed.
///  5. The end of the range is published once: by the move that arrives at the end, or by the first move that pushes
///     against it.
///  6. A mover that is finished commits at once, even if other movers hold the value. Otherwise the commit waits for
///     the last holder. A draft is not committed: it waits to be applied.
///
/// For example, a control with the range 0…10 and `confirm` has the value 4, and its draft is 10 and waits. A knob is
/// turned up by a detent. The draft is the target, so no ramp ends. The draft stays 10, so no `pending` is published,
/// and the draft's timeout does not change. `limit` is published, unless it was published when the draft reached 10. If
/// the control were locked, `Instrument.turn` would use the detent only for the knob's rate and for the gestures of the
/// input's buttons.
extension Instrument {
    package struct Performed {
        package var hasMoved = false
        /// The value before the move. If the move ends a ramp, this is the value at which the ramp ended. Gestures that
        /// may be undone need this value and its revision.
        package var start = UnwrappedNumber(number: 0, turns: 0)
        package var revision: UInt64 = 0
        package var revisionAfter: UInt64 = 0
    }

    @discardableResult
    package mutating func perform(
        _ move: Move, on index: Int, by mover: Mover, _ changes: inout Changes
    ) -> Performed {
        let policy = move.policy(by: mover)
        let isDraft = policy.target == .inHand && controls[index].confirms
        guard !mover.isHand || isOpenToHands(index), !isDraft || policy.ramp == .stays || !rampMovesBelowDraft(index)
        else {
            return Performed()
        }
        if policy.usesHeldSpeed { useHeldSpeed(of: index, &changes) }
        // Whether the move is too small to end a ramp or to drop partial steps. This is computed only if the move might
        // do so.
        let isTooSmall =
            policy.ramp == .endsUnlessTooSmall && (policy.dropsParts || controls[index].hasRamp)
            && controls[index].isTooSmall(move)
        if !isDraft, policy.ramp != .stays, !isTooSmall { endRamp(of: index, &changes) }

        // The direction of a finger's move is read from the grip before the move changes the grip.
        let direction = policy.tellsEnd ? move.direction : 0
        var performed = Performed()
        controls[index].with(draft: isDraft) { target in
            if policy.dropsParts, !isTooSmall { target.resetParts() }
            (performed.start, performed.revision) = (target.unwrapped, target.revision)
        }
        performed.hasMoved = controls[index].make(move, onDraft: isDraft)
        performed.revisionAfter = controls[index].with(draft: isDraft) { $0.revision }

        let hold = isDraft ? draftHold(of: mover) : hold(of: mover, policy.repeats, on: index, at: changes.time)
        if performed.hasMoved {
            if policy.isMotion { controls[index].with(draft: isDraft) { $0.jumps &+= 1 } }
            if isDraft {
                publishDraft(of: index, by: mover.source, hold: hold, &changes)
            } else {
                let speed = speed(of: move, on: index, by: mover)
                publish(index, movedFrom: performed.start, speed: speed, by: mover.source, hold: hold, &changes)
            }
        } else {
            if policy.isWrite, !isDraft { write(index, unmovedBy: move, mover, &changes) }
            renew(hold, of: index, onDraft: isDraft, by: mover)
        }
        if direction != 0, let end = controls[index].with(draft: isDraft, { $0.arrivedEnd(towards: direction) }) {
            changes.append(.limit(control: index, end, mover.source))
        }
        if hold == nil, !isDraft {
            commitAtOnce(index, &changes)
        } else {
            commitIfReleased(index, &changes)
        }
        return performed
    }

    /// How long a mover keeps the interaction of a value open; `nil` if the mover commits at once.
    private func hold(of mover: Mover, _ repeats: MovePolicy.Repeats, on index: Int, at time: Instant) -> Hold? {
        let commit = time + controls[index].commitAfter
        switch mover {
        case .knob(let input): return Hold(holder: .encoder(input: input), until: commit)
        case .action(let input):
            return repeats == .turns ? Hold(holder: .encoder(input: input), until: commit) : nil
        case .client(let client):
            switch repeats {
            case .no: return nil
            case .turns: return Hold(holder: .clientTurn(client), until: commit)
            case .scrubs: return Hold(holder: .scrub, until: commit)
            }
        case .openClient(let client): return Hold(holder: .client(client), until: time + Instrument.clientPatience)
        case .finger(let hand): return Hold(holder: hand.holder, until: nil)
        case .ramp: return Hold(holder: .ramp, until: nil)
        }
    }

    /// The speed of the published change.
    private func speed(of move: borrowing Move, on index: Int, by mover: Mover) -> Int {
        switch move {
        case .turn(let turn): turn.speed
        case .follow: controls[index].speed
        case .set, .mark, .step, .reset, .place, .pull, .count, .goBack, .apply:
            mover.isFinger ? controls[index].actingSpeed : controls[index].speed
        }
    }

    private func draftHold(of mover: Mover) -> Hold? {
        guard case .finger(let hand) = mover else { return nil }
        return Hold(holder: hand.holder, until: nil)
    }

    /// Records a write that has not changed the value. A set also drops the draft.
    private mutating func write(_ index: Int, unmovedBy move: Move, _ mover: Mover, _ changes: inout Changes) {
        recordWrite(of: index, by: mover.source, at: changes.time)
        if case .set = move { dropDraft(of: index, by: mover.source, &changes) }
    }

    /// Renews an existing hold after a move that has changed nothing. A client that commits later also begins a hold if
    /// another mover has opened an interaction.
    private mutating func renew(_ hold: Hold?, of index: Int, onDraft isDraft: Bool, by mover: Mover) {
        guard let hold else { return }
        let isHeld = controls[index].with(draft: isDraft) { $0.interaction.isHeld(by: hold.holder) }
        var joins = false
        if case .openClient = mover { joins = controls[index].isEditing }
        if isHeld || joins { keep(hold, of: index, onDraft: isDraft) }
    }

    /// How long an interaction stays open after a client's last request with `"commit": false`.
    private static let clientPatience = Interval.seconds(10)

    // MARK: Publishing

    mutating func keep(_ hold: Hold, of index: Int, onDraft isDraft: Bool) {
        controls[index].with(draft: isDraft) { $0.interaction.hold(hold) }
        schedule(noLaterThan: hold.until, of: index)
    }

    /// Publishes a value that has moved. If `hold` is `nil`, the caller must commit.
    mutating func publish(
        _ index: Int, movedFrom before: UnwrappedNumber, speed: Int? = nil, by source: Source, hold: Hold?,
        _ changes: inout Changes
    ) {
        recordWrite(of: index, by: source, at: changes.time)
        controls[index].value.interaction.change(by: source)
        if let hold { keep(hold, of: index, onDraft: false) }
        changes.append(
            .value(
                ValueChange(
                    control: index, reading: reading(of: index, into: &changes),
                    delta: controls[index].value.scale.tidyWay(from: before, to: controls[index].value.unwrapped),
                    speed: speed ?? controls[index].speed, source: source, isEditing: hold != nil,
                    rotations: controls[index].value.rotations)))
        followValue(of: index, by: source, &changes)
    }

    /// Commits the value if nobody holds it, and drops the draft if nobody holds it.
    package mutating func commitIfReleased(_ index: Int, _ changes: inout Changes) {
        dropDraftIfReleased(of: index, &changes)
        guard controls[index].value.interaction.closeIfReleased() else { return }
        let reading = reading(of: index, into: &changes)
        changes.append(.commit(control: index, reading, controls[index].value.interaction.lastSource))
    }

    /// Commits the value, even if movers still hold it.
    mutating func commitAtOnce(_ index: Int, _ changes: inout Changes) {
        controls[index].value.interaction.releaseAll()
        commitIfReleased(index, &changes)
    }

    /// The value of a control, as a change contains it. `changes` stores the positions of a selection.
    public func reading(of index: Int, into changes: inout Changes) -> Reading {
        let kind = controls[index].kind
        guard kind == .selection else { return Reading(kind, controls[index].value.number) }
        return .selection(changes.keep(controls[index].selected), cursor: Int(controls[index].number))
    }
}

extension Reading {
    /// The reading of a control that is not a selection. The parameter is a number, so that no control has to be
    /// copied.
    init(_ kind: ControlKind, _ number: Double) {
        switch kind {
        case .float: self = .number(number)
        case .int: self = .integer(Int64(number))
        case .choice, .selection: self = .position(Int(number))
        }
    }
}
