import WheelGeometry

/// Time: the one place where what has become due is done.
///
/// Whoever waits for a time keeps it: a button its long press, a finger on − or + its next step, a tap the start of its ramp,
/// a chooser its end, a ramp its next tick, an interaction the end of each hold. `deadline` is the least of them all, or earlier:
/// who begins to wait calls `schedule`, and who no longer waits calls nobody. Of the controls only those that wait are looked at:
/// a wake-up takes as long on a panel of a thousand as on one of ten.
///
/// Every entry calls `wake` before it does anything. An event that comes late finds the instrument as it would be had `wake` been
/// called at each deadline: what was due is done in the order of its times and with their timestamps. Of equal times buttons
/// come first, then fingers and their taps, choosers and lists, ramps and values, and drafts. Work that repeats (the ticks of a ramp, the
/// steps of a held −) is done once when it is late, not once for each missed time.
extension Panel {
    /// Does everything that is due by `time`.
    ///
    /// On return `moment` has the time `time`, for the operation that follows. What became due and what the operation does
    /// are different steps.
    public mutating func wake(at time: Instant, into moment: inout Moment) {
        while let due = deadline, due <= time {
            // What begins to wait meanwhile may be due as well.
            deadline = nil
            moment.time = due
            wakeButtons(&moment)
            wakeSurfaces(now: time, &moment)
            wakeScrolls(at: due, now: time)
            wakeControls(now: time, &moment)
            scheduleNext()
            moment.beginStep()
        }
        moment.time = time
    }

    /// Something becomes due then.
    mutating func schedule(noLaterThan time: Instant) {
        deadline = deadline.map { min($0, time) } ?? time
    }

    /// A control waits until then.
    mutating func schedule(noLaterThan time: Instant, of control: Int) {
        let place = waiting.firstIndex { $0 >= control } ?? waiting.count
        if place == waiting.count || waiting[place] != control { waiting.insert(control, at: place) }
        schedule(noLaterThan: time)
    }

    private mutating func wakeControls(now: Instant, _ moment: inout Moment) {
        // One pass over the values suffices: nothing done to one control makes another one due. Others may begin to wait.
        var place = 0
        while place < waiting.count {
            wake(waiting[place], now: now, &moment)
            place += 1
        }
        for place in waiting.indices where controls[waiting[place]].hasHeldDraft {
            wakeDraft(of: waiting[place], &moment)
        }
    }

    private mutating func wake(_ control: Int, now: Instant, _ moment: inout Moment) {
        moment.beginStep()
        if let tick = controls[control].nextTick, tick <= moment.time {
            tickRamp(of: control, now: now, &moment)
        }
        guard let until = controls[control].value.interaction.deadline, until <= moment.time else { return }
        controls[control].value.interaction.expire(at: moment.time)
        commitIfReleased(control, &moment)
    }

    private mutating func wakeDraft(of control: Int, _ moment: inout Moment) {
        moment.beginStep()
        controls[control].draft.interaction.expire(at: moment.time)
        dropDraftIfReleased(of: control, &moment)
    }

    /// Goes through all who wait.
    mutating func scheduleNext() {
        var next = deadline
        func wait(until time: Instant?) {
            guard let time else { return }
            next = next.map { min($0, time) } ?? time
        }
        for input in inputs.indices {
            for button in inputs[input].buttons.indices { wait(until: inputs[input].buttons[button].deadline) }
        }
        for surface in surfaces.indices {
            for finger in surfaces[surface].fingers.indices { wait(until: surfaces[surface].fingers[finger].nextStep) }
            for tap in surfaces[surface].rampTaps { wait(until: tap.due) }
        }
        for chips in scrolled { wait(until: chips.until) }
        var stillWaiting = 0
        for place in waiting.indices {
            let control = waiting[place]
            guard controls[control].waits else { continue }
            waiting[stillWaiting] = control
            stillWaiting += 1
            wait(until: controls[control].nextTick)
            wait(until: controls[control].value.interaction.deadline)
            if controls[control].confirms { wait(until: controls[control].draft.interaction.deadline) }
        }
        waiting.removeLast(waiting.count - stillWaiting)
        deadline = next
    }
}
