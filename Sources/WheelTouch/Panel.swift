import WheelCore
import WheelModel

/// An instrument together with its touchscreens and the views of its displays (`DisplayView`).
///
/// The panel handles all events of inputs, all requests and all deadlines of the instrument. It first does the work
/// that is already due. Then the instrument handles the event itself, or a finger's gesture handles it and moves
/// controls by `Instrument.perform`. Afterwards choosers and lists are scrolled to the new values of their controls.
public struct Panel: Sendable {
    public internal(set) var instrument: Instrument
    /// One surface for each input. The surface of an input without a touchscreen has no fingers.
    var surfaces: [TouchSurface]
    var twoFingerTaps: [TwoFingerTaps]
    /// The views of the displays with touch layouts, by the index of the display.
    var views = [DisplayView()]
    /// The next time for which a finger, a tap, a chooser or a list waits. The time may be too early, but never too
    /// late.
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

    /// Calls `body` for an operation after which no chooser or list has to be scrolled, such as restoring values at the
    /// start or naming buttons.
    public mutating func prepare<Result, Failure>(
        _ body: (inout Instrument) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(&instrument)
    }

    // MARK: Entries

    /// Handles an event of an input. With `onlyLights` the event has lit a dark display and has no other effect. The
    /// later events that belong to this event are dropped: the rest of a detent, the release of a button, or a touch
    /// until all fingers have lifted.
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

    /// Performs a request. Returns `nil` for an operation that the instrument does not perform, or that hands may not
    /// perform now.
    public mutating func perform(
        _ request: Request, by asker: Asker, at time: Instant, into changes: inout Changes
    ) throws(CommandRefusal) -> CommandOutcome? {
        wake(at: time, into: &changes)
        return try play(&changes) { instrument, changes throws(CommandRefusal) in
            try instrument.perform(request, by: asker, at: time, into: &changes)
        }
    }

    /// Releases the holds of a client that has disconnected, and marks the values that the client wrote last.
    public mutating func clientLeft(_ client: Int, at time: Instant, into changes: inout Changes) {
        wake(at: time, into: &changes)
        play(&changes) { $0.clientLeft(client, at: time, into: &$1) }
    }

    /// Drops all pending values, ends all ramps, and commits all interactions, before the instrument stops.
    public mutating func commitAll(at time: Instant, into changes: inout Changes) {
        wake(at: time, into: &changes)
        play(&changes) { $0.commitAll(at: time, into: &$1) }
    }

    // MARK: What is shown

    /// Calls `body` with the instrument, then scrolls choosers and lists to the changed values.
    mutating func play<Result, Failure>(
        _ changes: inout Changes, _ body: (inout Instrument, inout Changes) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let first = changes.list.count
        defer { follow(changes, from: first) }
        return try body(&instrument, &changes)
    }

    /// Scrolls choosers and lists to new values. A page change or a lock closes choosers and resets lists.
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

/// `wake` does all work that was scheduled for later.
///
/// Each object stores its own deadline: a button the time of its long press, a finger on − or + its next step, a tap
/// the start of its ramp, a chooser its end, a ramp its next tick, an interaction the end of each hold. `deadline` is
/// never later than the earliest of these times. `deadline` may be earlier, and then there is nothing to do at that
/// time. Only controls that wait are examined, so that a wake-up takes the same time on a panel with a thousand
/// controls as on a panel with ten.
///
/// Each method of the section Entries calls `wake` before it does anything else. So a late event finds the same state
/// as if `wake` had been called at each deadline: due work is done in the order of its deadlines, with their
/// timestamps. For equal deadlines the order is: buttons, fingers and their taps, choosers and lists, ramps and values,
/// pending values. Late work that repeats, such as the ticks of a ramp or the steps of a held −, is done once and not
/// for each missed deadline.
///
/// For example, the hold of a knob expires at 0.4 s, and the button of another input is down from 0 s to 0.9 s, while
/// the daemon is busy. When the release is received, `wake` first commits with the timestamp 0.4 s and then publishes
/// `long` with the timestamp 0.6 s, at which the press became long. So the release does not make a click.
extension Panel {
    /// When `wake(at:)` must be called next; `nil` if no work is due later.
    public var deadline: Instant? {
        guard let due, let other = instrument.deadline else { return due ?? instrument.deadline }
        return min(due, other)
    }

    /// Does all work that is due by `time`, and sets the time of `changes` for the operation that follows. The
    /// changes of that operation begin a new step of `changes`, separate from those of the due work.
    public mutating func wake(at time: Instant, into changes: inout Changes) {
        while let due = deadline, due <= time {
            // The time is cleared first, because the work below may schedule further work, which may also be due.
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
