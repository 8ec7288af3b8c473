import WheelCore

/// Starts, scrubs and ends the ramps of controls, for clients, buttons, knobs and fingers, and performs their ticks.
///
/// A control has at most one `Ramp`. The ramp moves the value at each of its ticks, and holds the interaction while it
/// runs. So the value is committed once, when the ramp ends, is paused or is cancelled. For example, a client ramps
/// `volume` from 0 to 100 in 2 s. After half a second a finger on the slider scrubs the ramp and so pauses it. When the
/// finger lifts, the value is committed. `ramp-resume` then runs the rest of the ramp.
///
/// Turning or setting the value ends the ramp at its present value. The present value is computed for the present time
/// and not for the last tick, so that it matches the published fraction.
extension Instrument {
    /// Starts a ramp, after cancelling the ramp that the control may already have.
    ///
    /// A client's ramp that begins or ends outside the range is refused if the control has `beyond = "refuse"`. Other
    /// ramps are clamped.
    mutating func startRamp(
        _ motion: RampMotion, rampIndex: Int? = nil, on index: Int, by source: Source = .ramp, _ changes: inout Changes
    ) throws(PanelRefusal) -> RampStatus {
        guard !controls[index].kind.hasPositions else { throw .outOfKind(.rampOnPositions) }
        let target = motion.target.value
        let scale = controls[index].value.scale
        guard target.isFinite, motion.from?.isFinite ?? true else { throw .outOfKind(.notFinite) }
        if scale.isInteger, target != target.rounded() || motion.from.map({ $0 != $0.rounded() }) ?? false {
            throw .outOfKind(.notWhole)
        }
        guard scale.counts(target), motion.from.map(scale.counts) ?? true else { throw .outOfKind(.tooManyTurns) }
        guard motion.curve.isWithinLimits else { throw .outOfKind(.curveBeyondLimits) }
        if case .client = source, scale.refusesBeyond { try checkEnds(of: motion, on: index, at: changes.time) }
        dropDraft(of: index, by: .ramp, &changes)
        endRamp(of: index, &changes)
        // The value is read after `endRamp`, because ending a running ramp moves the control.
        let start = motion.from.map { inRange($0, of: index) } ?? controls[index].value.unwrapped
        let end =
            switch motion.target {
            case .to(let value): inRange(value, of: index)
            case .by(let way): controls[index].value.scale.moved(start, by: way)
            }
        controls[index].value.resetParts()
        controls[index].ramp = Ramp(motion, rampIndex: rampIndex, start: start, end: end, at: changes.time)
        controls[index].value.interaction.hold(Hold(holder: .ramp))
        changes.append(.ramp(control: index, .running, fraction: 0))
        recordWrite(of: index, by: .ramp, at: changes.time)
        runRamp(of: index, &changes)
        return status(of: index, at: changes.time, orEnded: .ended)
    }

    private func checkEnds(of motion: RampMotion, on index: Int, at time: Instant) throws(PanelRefusal) {
        let scale = controls[index].value.scale
        if let from = motion.from, scale.refuses(from) { throw .outOfRange(from) }
        switch motion.target {
        case .to(let value):
            if scale.refuses(value) { throw .outOfRange(value) }
        case .by(let way):
            // The distance is counted from the start of the new ramp: `from`, or else the value that the control has
            // now, also while another ramp runs.
            let standing = controls[index].ramp.flatMap { ramp in
                ramp.state == .running ? ramp.value(at: ramp.fraction(at: time), scale: scale).number : nil
            }
            let end = ExactNumber(motion.from ?? standing ?? controls[index].number) + ExactNumber(way)
            if scale.refuses(end.value) { throw .outOfRange(end.value) }
        }
    }

    package mutating func pauseRamp(
        of index: Int, _ changes: inout Changes
    ) throws(PanelRefusal) -> RampStatus {
        guard var ramp = controls[index].ramp else { throw .noRamp }
        if ramp.state == .running {
            ramp.pause(at: changes.time)
            controls[index].ramp = ramp
            moveRamp(of: index, &changes)
            reportRamp(of: index, &changes)
            controls[index].value.interaction.release(.ramp)
            commitIfReleased(index, &changes)
        }
        return status(of: index, at: changes.time, orEnded: .ended)
    }

    mutating func resumeRamp(
        of index: Int, _ changes: inout Changes
    ) throws(PanelRefusal) -> RampStatus {
        guard let ramp = controls[index].ramp else { throw .noRamp }
        if ramp.state == .paused { play(index, &changes) { $0.resume(at: $1) } }
        return status(of: index, at: changes.time, orEnded: .ended)
    }

    mutating func cancelRamp(
        of index: Int, _ changes: inout Changes
    ) throws(PanelRefusal) -> RampStatus {
        guard let ramp = controls[index].ramp else { throw .noRamp }
        let fraction = ramp.fraction(at: changes.time)
        endRamp(of: index, &changes)
        commitIfReleased(index, &changes)
        return RampStatus(state: .cancelled, fraction: fraction, rampIndex: ramp.rampIndex)
    }

    mutating func scrubRamp(
        of index: Int, to fraction: Double, by source: Source, _ changes: inout Changes
    ) throws(PanelRefusal) -> RampStatus {
        guard controls[index].ramp != nil else { throw .noRamp }
        guard fraction.isFinite else { throw .outOfKind(.notFinite) }
        scrub(index, by: Mover(source), &changes) { $0.scrub(to: fraction) }
        commitIfReleased(index, &changes)
        return status(of: index, at: changes.time, orEnded: .paused)
    }

    /// Scrubs a ramp of the configuration with a knob. If the control has no ramp or another ramp, the configured ramp
    /// is first started and paused.
    mutating func scrub(
        _ rampIndex: Int, by units: Int64, unitsPerTurn: Int64, input: Int, _ changes: inout Changes
    ) {
        let index = settings.ramps[rampIndex].control
        guard isOpenToHands(index), !controls[index].confirms else { return }
        let hold = Hold(holder: .encoder(input: input), until: changes.time + controls[index].commitAfter)
        let isCurrent = controls[index].ramp?.rampIndex == rampIndex
        // The hold begins before the ramp is moved to its start: otherwise this move would be committed at once.
        if isCurrent || controls[index].commitAfter > .zero { keep(hold, of: index, onDraft: false) }
        if !isCurrent { startPaused(rampIndex, &changes) }
        let time = changes.time
        scrub(index, by: .knob(input), &changes) {
            $0.scrub(by: units, unitsPerTurn: unitsPerTurn, at: time)
        }
        if !controls[index].isEditing { controls[index].value.interaction.release(hold.holder) }
        commitIfReleased(index, &changes)
    }

    package mutating func startPaused(_ rampIndex: Int, _ changes: inout Changes) {
        let settings = settings.ramps[rampIndex]
        let index = settings.control
        guard (try? startRamp(settings.motion, rampIndex: rampIndex, on: index, &changes)) != nil
        else { return }
        _ = try? pauseRamp(of: index, &changes)
    }

    /// Starts, pauses or resumes a ramp of the configuration, or restarts a ramp that is held at its end.
    package mutating func toggleRamp(
        _ rampIndex: Int, _ changes: inout Changes
    ) throws(PanelRefusal) -> RampStatus {
        let settings = settings.ramps[rampIndex]
        let index = settings.control
        guard let ramp = controls[index].ramp, ramp.rampIndex == rampIndex else {
            return try startRamp(settings.motion, rampIndex: rampIndex, on: index, &changes)
        }
        switch ramp.state {
        case .running: return try pauseRamp(of: index, &changes)
        case .paused where ramp.fraction(at: changes.time) < 1: return try resumeRamp(of: index, &changes)
        case .paused, .ended, .cancelled: return try restartRamp(of: index, &changes)
        }
    }

    mutating func restartRamp(
        of index: Int, _ changes: inout Changes
    ) throws(PanelRefusal) -> RampStatus {
        guard controls[index].ramp != nil else { throw .noRamp }
        play(index, &changes) { $0.replay(at: $1) }
        return status(of: index, at: changes.time, orEnded: .ended)
    }

    mutating func reverseRamp(
        of index: Int, _ changes: inout Changes
    ) throws(PanelRefusal) -> RampStatus {
        guard let ramp = controls[index].ramp else { throw .noRamp }
        play(index, &changes) { $0.reverse(at: $1) }
        return status(of: index, at: changes.time, orEnded: .ended, fraction: 1 - ramp.last)
    }

    /// Changes a ramp, which then runs from the new state.
    private mutating func play(_ index: Int, _ changes: inout Changes, _ change: (inout Ramp, Instant) -> Void) {
        guard var ramp = controls[index].ramp else { return }
        dropDraft(of: index, by: .ramp, &changes)
        change(&ramp, changes.time)
        controls[index].ramp = ramp
        controls[index].value.interaction.hold(Hold(holder: .ramp))
        reportRamp(of: index, &changes)
        runRamp(of: index, &changes)
    }

    private mutating func runRamp(of index: Int, _ changes: inout Changes) {
        moveRamp(of: index, &changes)
        tickRamp(of: index, now: changes.time, &changes)
        schedule(noLaterThan: controls[index].nextTick, of: index)
    }

    // MARK: Steps

    /// Moves the ramp, and the control with it. The caller must commit.
    mutating func scrub(_ index: Int, by mover: Mover, _ changes: inout Changes, _ move: (inout Ramp) -> Void) {
        guard var ramp = controls[index].ramp else { return }
        let before = ramp.state
        move(&ramp)
        controls[index].ramp = ramp
        controls[index].value.interaction.release(.ramp)
        if before != .paused { reportRamp(of: index, &changes) }
        moveRamp(of: index, by: mover, &changes)
    }

    /// Moves the control if a tick of its ramp is due. If several ticks before `now` are due, only the last tick moves
    /// the control, with its own time.
    mutating func tickRamp(of index: Int, now: Instant, _ changes: inout Changes) {
        guard let due = controls[index].nextTick, due <= changes.time, var ramp = controls[index].ramp else { return }
        ramp.skipTicks(before: now)
        let isDue = ramp.nextTick <= changes.time
        let hasEnded = isDue && ramp.advance(to: changes.time)
        controls[index].ramp = ramp
        guard isDue else { return }
        moveRamp(of: index, &changes)
        guard hasEnded else { return }
        reportRamp(of: index, &changes)
        if !ramp.motion.holds { controls[index].ramp = nil }
        controls[index].value.interaction.release(.ramp)
        commitIfReleased(index, &changes)
    }

    /// Cancels the control's ramp, if it has one, at the present value.
    package mutating func endRamp(of index: Int, _ changes: inout Changes) {
        guard controls[index].hasRamp, var ramp = controls[index].ramp else { return }
        if ramp.state == .running { moveRamp(of: index, &changes) }
        ramp.cancel(at: changes.time)
        controls[index].ramp = ramp
        reportRamp(of: index, &changes)
        controls[index].ramp = nil
        controls[index].value.interaction.release(.ramp)
    }

    private mutating func moveRamp(of index: Int, by mover: Mover = .ramp, _ changes: inout Changes) {
        guard let ramp = controls[index].ramp else { return }
        perform(
            .follow(ramp.value(at: ramp.fraction(at: changes.time), scale: controls[index].value.scale)), on: index,
            by: mover, &changes)
    }

    private mutating func reportRamp(of index: Int, _ changes: inout Changes) {
        guard let ramp = controls[index].ramp else { return }
        changes.append(.ramp(control: index, ramp.state, fraction: ramp.fraction(at: changes.time)))
    }

    /// The start or the target of a ramp, clamped to the range. If the range wraps, the result is in the current turn,
    /// so that the ramp does not pass through the turns that the control has made before.
    private func inRange(_ value: Double, of index: Int) -> UnwrappedNumber {
        let scale = controls[index].value.scale
        let inside = scale.wrap.map { min(max(value, $0.lower.value), $0.upper.value) } ?? scale.settled(value)
        return UnwrappedNumber(number: inside, turns: controls[index].value.unwrapped.turns)
    }

    private func status(
        of index: Int, at time: Instant, orEnded state: RampState, fraction: Double = 1
    ) -> RampStatus {
        controls[index].rampStatus(at: time) ?? RampStatus(state: state, fraction: fraction)
    }
}

extension RampTarget {
    var value: Double {
        switch self {
        case .to(let value), .by(let value): value
        }
    }
}
