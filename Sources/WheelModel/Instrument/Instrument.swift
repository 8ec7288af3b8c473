import WheelCore

/// An instrument: its controls, and the effects of hands, clients and time on these controls.
///
/// The instrument has no side effects. Events (`receive`) and requests (`perform` in `Commands`) enter with their time,
/// and their effects are appended to a `Changes`. Work that is due later is announced by `deadline` and done by
/// `wake(at:)`.
public struct Instrument: Sendable {
    public let settings: PanelSettings
    public let directory: Directory
    public internal(set) var controls: [Control]
    /// The page that is shown; `nil` if there are no pages.
    public internal(set) var page: Int?
    /// Whether hands are locked out: by the settings, by the command `lock`, or by a held button.
    public var isLocked: Bool { lockIsSet || isHeldLocked }
    var lockIsSet: Bool
    var isHeldLocked = false
    /// The held buttons that have effects, in the order of their presses. After a reload, closed switches are in the
    /// order of the configuration.
    var effectiveButtons: [EffectiveButton] = []
    /// The stored values of each preset; `nil` for a preset with the values of its settings.
    public internal(set) var storedPresets: [[Assignment]?]
    /// The answer that `consumeFreshWrites` returns next.
    var hasFreshWrites = false
    /// The answer that `consumeFirstValues` returns next.
    var hasFirstValues = false
    var inputs: [PanelInputState]
    /// The outputs of a button's machine, reused so that a press allocates nothing.
    var buttonOutputs: [TimedOutput] = []
    /// When `wake(at:)` must be called next; `nil` if no work is due later. The time may be too early, but never too
    /// late.
    public internal(set) var deadline: Instant?
    /// The controls that have work due later, in ascending order. Controls without such work are removed at the next
    /// wake-up.
    var waiting: [Int] = []

    public init(_ settings: PanelSettings) {
        self.settings = settings
        directory = Directory(settings)
        controls = settings.controls.map { Control($0) }
        page = settings.pages.isEmpty ? nil : 0
        lockIsSet = settings.isLocked
        storedPresets = settings.presets.map { _ in nil }
        inputs = settings.inputs.map { PanelInputState($0, timings: settings.buttons) }
        waiting.reserveCapacity(controls.count)
        for input in inputs.indices { inputs[input].focus = assignedControl(of: input) }
    }
}

extension Instrument {
    /// Applies an event of a knob, an axis or a button. Other events change nothing here.
    package mutating func receive(
        _ event: InputEvent, from input: Int, onlyLights: Bool, _ changes: inout Changes
    ) {
        guard let event = actingPart(of: event, from: input, onlyLights: onlyLights) else { return }
        switch event {
        case .turned(let units, let detents): turn(input, by: units, ofProduct: detents, &changes)
        case .moved(let start, let end): move(input, from: start, to: end, &changes)
        case .pressed(let button): press(input, button: button, &changes)
        case .released(let button): release(input, button: button, &changes)
        case .settling(let button, let isSettling): settle(input, button: button, isSettling, &changes)
        case .level(let button, let isDown): begin(input, button: button, isDown: isDown, &changes)
        case .touched, .touchesCancelled, .surface, .state, .dropped, .merged, .raw: break
        }
    }
}

struct PanelInputState: Sendable {
    var focus: Int? {
        didSet { if focus != oldValue { group = DetentGroup() } }
    }
    /// The control of the input's own list that the input turns while no page assigns another control.
    var ownFocus: Int?
    let detentsPerStep: Int
    let isDetentless: Bool
    /// The ramp that the input scrubs.
    let ramp: Int?
    let takeover: Takeover
    var rate = TurnRate()
    var approach = AxisApproach()
    var group = DetentGroup()
    /// The units that were turned since a button was pressed; `nil` before the first press, and once the units are a
    /// whole detent.
    var nudge: Int64?
    var buttons: [ButtonState]
    var lighting = Lighting()

    init(_ settings: InputSettings, timings: ButtonTimings) {
        ownFocus = settings.controls.first
        focus = ownFocus
        detentsPerStep = settings.detentsPerStep
        isDetentless = settings.isDetentless
        ramp = settings.ramp
        takeover = settings.takeover
        buttons = settings.buttons.map { ButtonState(name: $0.name, bindings: $0.bindings, timings: timings) }
    }
}

// MARK: Focus and pages

/// The focus of an input is the control that it turns. A page may assign a control to an input. Otherwise the input
/// turns the control of its own list that it turned last.
extension Instrument {
    /// The control that an input turns; `nil` if the instrument has no controls.
    public func focus(ofInput input: Int) -> Int? { inputs[input].focus }

    public func ownFocus(ofInput input: Int) -> Int? { inputs[input].ownFocus }

    /// The control that an input moves: the control of the ramp that it scrubs, or else its focus.
    func target(of input: Int) -> Int? {
        inputs[input].ramp.map { settings.ramps[$0].control } ?? inputs[input].focus
    }

    package mutating func moveFocus(of input: Int, to control: Int, _ changes: inout Changes) {
        if pageControl(of: input) == nil { inputs[input].ownFocus = control }
        guard inputs[input].focus != control else { return }
        inputs[input].focus = control
        changes.append(.focus(input: input, control: control))
    }

    /// Moves the focus by `count` places in the input's own list, wrapping around. If the page assigns a control to the
    /// input, the focus moves to this control instead.
    mutating func moveFocus(of input: Int, by count: Int, _ changes: inout Changes) {
        let list = pageControl(of: input).map { [$0] } ?? settings.inputs[input].controls
        guard !list.isEmpty else { return }
        let place = inputs[input].focus.flatMap { list.firstIndex(of: $0) } ?? (count > 0 ? -1 : 0)
        let next = (place + count % list.count + list.count) % list.count
        moveFocus(of: input, to: list[next], &changes)
    }

    /// Shows a page. The inputs that the page names then turn the page's controls.
    package mutating func show(_ choice: PageChoice, _ changes: inout Changes) {
        guard let page, !settings.pages.isEmpty else { return }
        let count = settings.pages.count
        let next =
            switch choice {
            case .next: (page + 1) % count
            case .previous: (page + count - 1) % count
            case .page(let index): index
            }
        guard next != page else { return }
        self.page = next
        changes.append(.page(next))
        for input in inputs.indices {
            guard let focus = assignedControl(of: input), inputs[input].focus != focus else { continue }
            inputs[input].focus = focus
            changes.append(.focus(input: input, control: focus))
        }
    }

    /// The control that an input turns after a start, a reload or a page change.
    func assignedControl(of input: Int) -> Int? { pageControl(of: input) ?? inputs[input].ownFocus }

    /// The control that the shown page assigns to an input.
    func pageControl(of input: Int) -> Int? {
        guard let page else { return nil }
        let shown = settings.pages[page]
        guard let place = shown.inputs.firstIndex(of: input), place < shown.controls.count else { return nil }
        return shown.controls[place]
    }
}

public enum PageChoice: Equatable, Sendable {
    case next
    case previous
    case page(Int)
}

// MARK: Time

/// The instrument's part of `Panel.wake`, which documents the order in which due work is done.
extension Instrument {
    /// Does all work that is due by `time`, and sets the time of `changes` for the operation that follows.
    package mutating func wake(at time: Instant, into changes: inout Changes) {
        while let due = deadline, due <= time {
            beginWake(at: due, &changes)
            endWake(now: time, &changes)
        }
        changes.time = time
    }

    /// Does the work of buttons that is due.
    package mutating func beginWake(at due: Instant, _ changes: inout Changes) {
        // The deadline is cleared first, because the buttons may schedule further work, which may also be due.
        deadline = nil
        changes.time = due
        wakeButtons(&changes)
    }

    /// Does the work that is due: first for ramps and values, then for drafts.
    package mutating func endWake(now time: Instant, _ changes: inout Changes) {
        // One pass suffices: waking a control never makes another control due, although other controls may begin to
        // wait.
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

    mutating func schedule(noLaterThan time: Instant?) {
        guard let time else { return }
        deadline = deadline.map { min($0, time) } ?? time
    }

    mutating func schedule(noLaterThan time: Instant?, of control: Int) {
        guard let time else { return }
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

    /// Computes `deadline` from all buttons and controls that wait.
    mutating func scheduleNext() {
        for input in inputs.indices {
            for button in inputs[input].buttons.indices {
                schedule(noLaterThan: inputs[input].buttons[button].deadline)
            }
        }
        var stillWaiting = 0
        for place in waiting.indices {
            let control = waiting[place]
            guard controls[control].waits else { continue }
            waiting[stillWaiting] = control
            stillWaiting += 1
            schedule(noLaterThan: controls[control].nextTick)
            schedule(noLaterThan: controls[control].value.interaction.deadline)
            if controls[control].confirms { schedule(noLaterThan: controls[control].draft.interaction.deadline) }
        }
        waiting.removeLast(waiting.count - stillWaiting)
    }
}
