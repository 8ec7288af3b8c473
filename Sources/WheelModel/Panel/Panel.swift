import WheelGeometry
import WheelSettings

/// The instrument: its controls, and all that hands, clients and time do to them.
///
/// It is pure. What happens comes in with its time, what follows goes out into a `Moment`, and what has to happen
/// later is asked for by `deadline` and comes back as `wake(at:)`.
public struct Panel: Sendable {
    public let settings: PanelSettings
    /// The names of everything.
    public let directory: Directory
    public internal(set) var controls: [Control]
    /// The page that is shown; `nil` where there are none.
    public internal(set) var page: Int?
    public internal(set) var isLocked = false
    var inputs: [InputState]
    /// What a button's machine has just asked for; kept, so that a press allocates nothing.
    var buttonOutputs: [TimedOutput] = []
    /// Of each input; those that are no touchscreens have no fingers.
    var surfaces: [TouchSurface]
    /// The next moment at which `wake(at:)` is to be called; `nil` for never. It may come early, never late.
    public internal(set) var deadline: Instant?

    public init(_ settings: PanelSettings) {
        self.settings = settings
        directory = Directory(settings)
        controls = settings.controls.map { Control($0) }
        page = settings.pages.isEmpty ? nil : 0
        inputs = settings.inputs.map { InputState($0, timings: settings.buttons) }
        surfaces = settings.inputs.map { _ in TouchSurface() }
        if let page { takeFocus(ofPage: page) }
    }

    /// Does what is due by `time`, in the order in which it became due and with the time at which it did: to be woken
    /// late makes no difference to what happens. What repeats (a ramp's ticks, a held stepper) does so once when it is
    /// late, and not for each time that was missed.
    ///
    /// What is done to the panel at `time` is done after that, with the time that `moment` has then.
    public mutating func wake(at time: Instant, into moment: inout Moment) {
        while let due = deadline, due <= time {
            deadline = nil
            moment.time = due
            wakeButtons(&moment)
            wakeSurfaces(now: time, &moment)
            // One pass over the controls: what is done to one of them asks for nothing of another.
            for control in controls.indices where !controls[control].isAtRest {
                wake(control, now: time, &moment)
                askForWake(of: control)
            }
            askForWakeOfButtons()
            askForWakeOfSurfaces()
        }
        moment.time = time
    }

    private mutating func wake(_ control: Int, now: Instant, _ moment: inout Moment) {
        if let tick = controls[control].nextTick, tick <= moment.time {
            tickRamp(of: control, now: now, &moment)
        }
        guard let deadline = controls[control].interaction.deadline, deadline <= moment.time else { return }
        controls[control].interaction.expire(at: moment.time)
        settle(control, &moment)
    }

    private mutating func askForWake(of control: Int) {
        if let until = controls[control].interaction.deadline { wake(noLaterThan: until) }
        if let tick = controls[control].nextTick { wake(noLaterThan: tick) }
    }

    mutating func wake(noLaterThan time: Instant) {
        deadline = deadline.map { min($0, time) } ?? time
    }
}

/// What an input is doing.
struct InputState: Sendable {
    /// The control that it turns.
    var focus: Int?
    /// The control of its own list that it turns while no page says otherwise.
    var ownFocus: Int?
    /// How its revolution is divided, and the ramp that it scrubs.
    let detents: Int
    let isDetentless: Bool
    let ramp: Int?
    var rate = TurnRate()
    var buttons: [ButtonState]

    init(_ settings: InputSettings, timings: ButtonTimings) {
        ownFocus = settings.controls.first
        focus = ownFocus
        detents = settings.detents
        isDetentless = settings.isDetentless
        ramp = settings.ramp
        buttons = settings.buttons.map { ButtonState(name: $0.name, bindings: $0.bindings, timings: timings) }
    }
}
