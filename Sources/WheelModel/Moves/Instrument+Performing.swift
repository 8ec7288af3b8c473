import WheelCore

/// The one door: whatever moves a control makes a `Move`, and `perform` does it.
///
/// Knobs, axes, fingers, buttons, clients and ramps use it; only values that are restored do not. The differences between them
/// are in tables: `Move.policy` says what a move does beside moving, `hold` how long its mover keeps the interaction open.
///
/// In order:
///
///  1. Hands do nothing to what is locked or left to clients. Nobody moves a draft while a ramp moves the value below it, because
///     each tick would drop it. Only a gesture that turns out to be a swipe still restores it.
///  2. The target is the value, or with `confirm` the draft. The ramp of a value ends where it is.
///  3. The parts of steps that knobs have turned are dropped, except by a turn, which adds to them.
///  4. The value or the draft moves. If it has changed, the change is published, and a mover that is not finished holds it: a
///     knob until `commit_after_ms` have passed, a finger until it lifts, a ramp until it ends. A draft waits by itself, so only
///     fingers hold it. If nothing has changed, a hold that exists is renewed.
///  5. The end of the range is published once: by the move that arrives there, or else by the first that pushes against it.
///  6. A mover that is finished commits at once, whoever else holds the value. Otherwise the commit waits for the last holder. A
///     draft is not committed: it waits to be applied.
///
/// For example, a knob on `0…10` with `confirm` is turned up by a detent. The value is 4, and the draft is 10 and waits. The
/// draft is the target, so no ramp ends. It stays 10, so no `pending` is published, and it waits no longer than before. `limit`
/// is published, unless it was when the draft arrived. If the control were locked, its lock would have dropped the draft, unless
/// a client began it under the lock; and `Instrument.turn` would have used the detent for the knob's rate alone.
extension Instrument {
    /// What a move has done.
    package struct Performed {
        package var hasMoved = false
        /// Its beginning, after a ramp has ended, and the revision there, for gestures that may be undone.
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
        // Whether a move is too small matters only where a ramp or parts of steps would end.
        let isTooSmall =
            policy.ramp == .endsUnlessTooSmall && (policy.dropsParts || controls[index].hasRamp)
            && controls[index].isTooSmall(move)
        if !isDraft, policy.ramp != .stays, !isTooSmall { endRamp(of: index, &changes) }

        // Before the move, which changes the grip.
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

    /// How long the mover of a value keeps its interaction open; `nil` if it commits at once.
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

    /// The speed that is published.
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

    /// A move that names the present value is a write all the same. A set also ends a draft.
    private mutating func write(_ index: Int, unmovedBy move: Move, _ mover: Mover, _ changes: inout Changes) {
        recordWrite(of: index, by: mover.source, at: changes.time)
        if case .set = move { dropDraft(of: index, by: mover.source, &changes) }
    }

    /// Nothing has moved, but the mover is not finished: it keeps what it holds. A client that commits later also holds what
    /// others have opened.
    private mutating func renew(_ hold: Hold?, of index: Int, onDraft isDraft: Bool, by mover: Mover) {
        guard let hold else { return }
        let isHeld = controls[index].with(draft: isDraft) { $0.interaction.isHeld(by: hold.holder) }
        var joins = false
        if case .openClient = mover { joins = controls[index].isEditing }
        if isHeld || joins { keep(hold, of: index, onDraft: isDraft) }
    }

    /// How long a client's `"commit": false` keeps an interaction open without another request.
    private static let clientPatience = Interval.seconds(10)

    // MARK: Publishing

    mutating func keep(_ hold: Hold, of index: Int, onDraft isDraft: Bool) {
        controls[index].with(draft: isDraft) { $0.interaction.hold(hold) }
        schedule(noLaterThan: hold.until, of: index)
    }

    /// Publishes a value that has moved. Without a hold the caller commits it.
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

    /// Commits a value that nobody holds, and drops a draft that nobody holds.
    package mutating func commitIfReleased(_ index: Int, _ changes: inout Changes) {
        dropDraftIfReleased(of: index, &changes)
        guard controls[index].value.interaction.closeIfReleased() else { return }
        let reading = reading(of: index, into: &changes)
        changes.append(.commit(control: index, reading, controls[index].value.interaction.lastSource))
    }

    /// Commits even if there are holders.
    mutating func commitAtOnce(_ index: Int, _ changes: inout Changes) {
        controls[index].value.interaction.releaseAll()
        commitIfReleased(index, &changes)
    }

    /// The value of a control as changes have it.
    public func reading(of index: Int, into changes: inout Changes) -> Reading {
        let kind = controls[index].kind
        guard kind == .selection else { return Reading(kind, controls[index].value.number) }
        return .selection(changes.keep(controls[index].selected), cursor: Int(controls[index].number))
    }
}

extension Reading {
    /// Not for a selection. It has the number as its argument, since the steady path copies no control.
    init(_ kind: ControlKind, _ number: Double) {
        switch kind {
        case .float: self = .number(number)
        case .int: self = .integer(Int64(number))
        case .choice, .selection: self = .position(Int(number))
        }
    }
}
