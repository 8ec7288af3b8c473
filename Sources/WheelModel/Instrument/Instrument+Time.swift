import WheelCore

/// Time: what has become due is done. `FrontPanel.wake` tells the story: it does what the instrument waits for together with what
/// fingers and displays wait for, in one order.
extension Instrument {
    /// Does everything that is due by `time`.
    ///
    /// On return `changes` has the time `time`, for the operation that follows. What became due and what the operation does
    /// are different steps.
    package mutating func wake(at time: Instant, into changes: inout Changes) {
        while let due = deadline, due <= time {
            beginWake(at: due, &changes)
            endWake(now: time, &changes)
        }
        changes.time = time
    }

    /// The first half: buttons.
    package mutating func beginWake(at due: Instant, _ changes: inout Changes) {
        // What begins to wait meanwhile may be due as well.
        deadline = nil
        changes.time = due
        wakeButtons(&changes)
    }

    /// The second half, at the same time: ramps and values, and drafts.
    package mutating func endWake(now time: Instant, _ changes: inout Changes) {
        // One pass over the values suffices: nothing done to one control makes another one due. Others may begin to wait.
        var place = 0
        while place < waiting.count {
            wake(waiting[place], now: time, &changes)
            place += 1
        }
        for place in waiting.indices where controls[waiting[place]].hasHeldDraft {
            wakeDraft(of: waiting[place], &changes)
        }
        scheduleNext()
        changes.beginStep()
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

    private mutating func wake(_ control: Int, now: Instant, _ changes: inout Changes) {
        changes.beginStep()
        if let tick = controls[control].nextTick, tick <= changes.time {
            tickRamp(of: control, now: now, &changes)
        }
        guard let until = controls[control].value.interaction.deadline, until <= changes.time else { return }
        controls[control].value.interaction.expire(at: changes.time)
        commitIfReleased(control, &changes)
    }

    private mutating func wakeDraft(of control: Int, _ changes: inout Changes) {
        changes.beginStep()
        controls[control].draft.interaction.expire(at: changes.time)
        dropDraftIfReleased(of: control, &changes)
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
