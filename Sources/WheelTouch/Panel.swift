import WheelCore
import WheelModel

/// The front of an instrument: its touchscreens, and what its displays show of it.
///
/// Everything that happens to the instrument enters here: events of inputs, requests, and time. Each entry first does what is
/// due. Then the instrument does the rest, or a finger's gesture does, which moves controls by the instrument's own door. What
/// displays show follows: choosers and lists are scrolled to the values of their controls.
public struct Panel: Sendable {
    public internal(set) var instrument: Instrument
    /// One for each input. The surface of an input without a touchscreen has no fingers.
    var surfaces: [TouchSurface]
    var twoFingerTaps: [TwoFingerTaps]
    /// One for each display that fingers touch, by its index.
    var views = [DisplayView()]
    /// The next time for which fingers, taps, choosers and lists wait. It may be too early, but never too late.
    var due: Instant?

    public init(_ settings: PanelSettings) {
        instrument = Instrument(settings)
        surfaces = settings.inputs.map { _ in TouchSurface() }
        twoFingerTaps = settings.inputs.map { _ in TwoFingerTaps() }
    }

    public var settings: PanelSettings { instrument.settings }

    public func view(ofDisplay display: Int) -> DisplayView {
        views.indices.contains(display) ? views[display] : DisplayView()
    }

    public var viewRevision: UInt64 { views.reduce(0) { $0 &+ $1.revision } }

    /// For what displays do not have to follow: values that are restored at the start, names of buttons, what was saved.
    public mutating func prepare<Result, Failure>(
        _ body: (inout Instrument) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(&instrument)
    }

    // MARK: Entries

    /// With `onlyLights` the event has just lit a dark display. It has no other effect, and neither has what belongs to it: the
    /// rest of a detent, the release of a button, a touch until all fingers are up.
    public mutating func receive(
        _ event: InputEvent, from input: Int, at time: Instant, onlyLights: Bool = false, into changes: inout Changes
    ) {
        wake(at: time, into: &changes)
        switch event {
        case .touched(let contacts):
            guard acts(contacts, on: input, onlyLights: onlyLights, &changes) else { return }
            let fromNone = surfaces[input].fingers.isEmpty
            touch(surface: input, contacts: contacts, &changes)
            resetByTwoFingers(on: input, fromNone: fromNone, &changes)
        case .touchesCancelled:
            twoFingerTaps[input] = TwoFingerTaps()
            cancelTouches(surface: input, &changes)
        case .state(.lost, _):
            play(&changes) { $0.releaseButtons(of: input, &$1) }
            twoFingerTaps[input] = TwoFingerTaps()
            removeFingers(of: input, &changes)
            play(&changes) { $0.detach(input, &$1) }
        default: play(&changes) { $0.receive(event, from: input, onlyLights: onlyLights, &$1) }
        }
    }

    /// Returns `nil` if the instrument does not know the operation, or if hands may not do it now.
    public mutating func perform(
        _ request: Request, by asker: Asker, at time: Instant, into changes: inout Changes
    ) throws(CommandRefusal) -> CommandOutcome? {
        wake(at: time, into: &changes)
        return try play(&changes) { instrument, changes throws(CommandRefusal) in
            try instrument.perform(request, by: asker, at: time, into: &changes)
        }
    }

    /// A client has disconnected: its holds are released.
    public mutating func clientLeft(_ client: Int, at time: Instant, into changes: inout Changes) {
        wake(at: time, into: &changes)
        play(&changes) { $0.clientLeft(client, at: time, into: &$1) }
    }

    /// Ends everything, before the instrument stops.
    public mutating func commitAll(at time: Instant, into changes: inout Changes) {
        wake(at: time, into: &changes)
        play(&changes) { $0.commitAll(at: time, into: &$1) }
    }

    // MARK: What is shown

    /// Lets the instrument do something, and displays follow.
    mutating func play<Result, Failure>(
        _ changes: inout Changes, _ body: (inout Instrument, inout Changes) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let first = changes.list.count
        defer { follow(changes, from: first) }
        return try body(&instrument, &changes)
    }

    /// Choosers show the chips of new values, lists their rows. Another page or a lock ends both.
    private mutating func follow(_ changes: Changes, from first: Int) {
        guard views.contains(where: { !$0.scrolled.isEmpty }) else { return }
        for change in changes.list[first...] {
            switch change.event {
            case .value(let value): followChips(of: value.control, at: change.time)
            case .pending(let control, _, _, isDropped: false): followChips(of: control, at: change.time)
            case .page, .lock(true, control: nil): endScrolls(at: change.time)
            case .lock(true, control: let control): endScrolls(of: control, at: change.time)
            case .pending, .commit, .speed, .limit, .press, .focus, .lock, .ramp, .preset: break
            }
        }
    }
}

// MARK: Time

/// The one place where everything is done that is due.
///
/// Whoever waits for a time keeps it: a button its long press, a finger on − or + its next step, a tap the start of its ramp, a
/// chooser its end, a ramp its next tick, an interaction the end of each hold. `deadline` is the least of them all, or earlier.
/// Of the controls only those that wait are examined, so that a wake-up takes as long on a panel of a thousand as on one of ten.
///
/// Every entry calls `wake` before it does anything else. So an event that is late finds everything as if `wake` had been called
/// at each deadline: what was due is done in the order of its times, with their timestamps. Of equal times buttons are first,
/// then fingers and their taps, choosers and lists, ramps and values, and drafts. Work that repeats is done once when it is late,
/// and not once for each missed time: the ticks of a ramp, the steps of a held −.
///
/// For example, the hold of a knob expires at 0.4 s, and the button of another input is down from 0 s to 0.9 s, while the daemon
/// is busy. When the release enters, `wake` first commits with the time 0.4 s, then publishes `long` with 0.6 s, so the release
/// is no click.
extension Panel {
    /// When `wake(at:)` must be called next; `nil` if nothing waits.
    public var deadline: Instant? {
        guard let due, let other = instrument.deadline else { return due ?? instrument.deadline }
        return min(due, other)
    }

    /// Does everything that is due by `time`, and sets the time of `changes` for the operation that follows, which is another
    /// step.
    public mutating func wake(at time: Instant, into changes: inout Changes) {
        while let due = deadline, due <= time {
            // What begins to wait meanwhile may be due, too.
            self.due = nil
            play(&changes) { $0.beginWake(at: due, &$1) }
            wakeSurfaces(now: time, &changes)
            wakeViews(at: due, now: time)
            play(&changes) { $0.endWake(now: time, &$1) }
            scheduleNext()
        }
        instrument.wake(at: time, into: &changes)
    }

    mutating func schedule(noLaterThan time: Instant?) {
        guard let time else { return }
        due = due.map { min($0, time) } ?? time
    }

    private mutating func wakeSurfaces(now: Instant, _ changes: inout Changes) {
        for surface in surfaces.indices {
            for index in surfaces[surface].fingers.indices {
                changes.beginStep()
                wakeFinger(index, of: surface, now: now, &changes)
            }
            wakeRampTaps(of: surface, &changes)
        }
    }

    mutating func scheduleNext() {
        for surface in surfaces.indices {
            for finger in surfaces[surface].fingers.indices {
                schedule(noLaterThan: surfaces[surface].fingers[finger].deadline)
            }
            for tap in surfaces[surface].rampTaps { schedule(noLaterThan: tap.due) }
        }
        scheduleViews()
    }
}
