public import WheelCore
public import WheelModel
public import WheelTouch

/// The part of a control's state that a display shows.
public struct ControlPicture: Equatable, Sendable {
    /// The value of a number, the chosen position of a choice, or the cursor of a selection. While a value is pending,
    /// this is the pending value.
    public var number: Double
    /// Whether the control has a value. A control that only clients move has no value until a client has set it.
    public var hasValue: Bool
    /// The applied value, while a value is pending; otherwise `nil`.
    public var applied: Double?
    /// The time at which the pending value is dropped; `nil` if no value is pending, or while a finger holds the
    /// pending value.
    public var pendingUntil: Instant?
    /// How often the value has wrapped upwards, minus how often it has wrapped downwards.
    public var rotations: Int
    /// The position in the range, 0…1, according to the control's taper; `nil` for a number without a finite range.
    public var position: Double?
    /// The end of the range that a number has reached; `nil` between the ends, and if the control wraps.
    public var limit: LimitPicture?
    /// The current speed, an index into the settings' speeds.
    public var speed: Int
    /// The scale of the current speed, for the wheel scene.
    public var scale: Double
    /// The change of the value for one revolution of an encoder, at the current speed.
    public var amountPerTurn: Double
    public var isEditing: Bool
    /// Whether the control's own lock prevents changes by hands.
    public var isLocked: Bool
    /// Counts the changes that are shown as a motion, such as changes by a client, a stepper or a reset. A turn or a
    /// drag by a hand is not counted, and is shown at once.
    public var jumps: UInt32
    /// The chosen positions of a selection.
    public var selected: PositionSet
    /// The transform that zooms, pans and rotates the chart of the control's positions.
    public var chart: AffineTransform
    /// Counts the changes of `chart` that are shown as a motion: the changes by taps that zoom.
    public var chartJumps: UInt32
    /// The scrolling of the control's list; `nil` while the list follows its chosen row.
    public var list: Scroll?
    /// The control's ramp, running or paused.
    public var ramp: RampPicture?
    /// The elapsed fraction of the ramp's time; `nil` without a ramp. A ramp that is held at its end has a fraction,
    /// too.
    public var rampFraction: Double?
    public var knob: KnobPicture
    /// The age of a value that is stale, or that will become stale at a known time; otherwise `nil`.
    public var age: AgePicture?

    public init(_ panel: Instrument, _ control: Int, knob: KnobPicture = .present, at time: Instant) {
        guard let pending = panel.controls[control].pending else {
            self.init(panel.controls[control], knob: knob, at: time)
            jumps = panel.controls[control].jumps
            return
        }
        let value = panel.controls[control]
        self.init(pending, knob: knob, at: time)
        applied = value.number
        pendingUntil = panel.controls[control].pendingUntil
        isLocked = value.isLocked
        jumps = panel.controls[control].jumps
        setRamp(value.rampStatus(at: time))
        age = AgePicture(value)
    }

    public init(_ control: Control, knob: KnobPicture = .present, at time: Instant) {
        number = control.number
        hasValue = control.hasValue
        rotations = control.rotations ?? 0
        position = control.position
        limit = control.end.map { $0 == .lower ? .least : .most }
        speed = control.speed
        scale = control.wheelScale
        amountPerTurn = control.amountPerTurn
        // A program that publishes a reading with `"commit":false` keeps the interaction open. The control is not shown
        // as edited, because no hand edits it.
        isEditing = control.isEditing && control.settings.movedByHands
        isLocked = control.isLocked
        jumps = control.jumps
        selected = control.selected
        chart = .identity
        chartJumps = 0
        self.knob = knob
        age = AgePicture(control)
        setRamp(control.rampStatus(at: time))
    }

    /// Applies the zoom and the scrolling of the display that shows the control.
    mutating func show(_ view: DisplayView, _ control: Int) {
        let chart = view[chart: control]
        (self.chart, chartJumps) = (chart.transform, chart.jumps)
        list = view.listScroll(of: control)
    }

    /// For a choice, the number of the chosen position, beginning with 1. For a selection, the count of its chosen
    /// positions. "—" without a value.
    func chosen(_ kind: ControlKind) -> String {
        guard hasValue else { return "—" }
        return kind == .selection ? "\(selected.count)" : "\(Int(number) + 1)"
    }

    private mutating func setRamp(_ status: RampStatus?) {
        rampFraction = status?.fraction
        switch status?.state {
        case .running: ramp = RampPicture(index: status?.rampIndex, isPaused: false)
        case .paused: ramp = RampPicture(index: status?.rampIndex, isPaused: true)
        case .ended, .cancelled, nil: ramp = nil
        }
    }
}

/// A finite end of a range.
public enum LimitPicture: Equatable, Sendable {
    case least
    case most
}

/// A ramp that moves a control, or is paused. The ramp's fraction is `ControlPicture.rampFraction`.
public struct RampPicture: Equatable, Sendable {
    /// An index into the settings' ramps; `nil` for a ramp without a name, which a request with `to` or `by` has
    /// started.
    public var index: Int?
    public var isPaused: Bool

    public init(index: Int?, isPaused: Bool) {
        self.index = index
        self.isPaused = isPaused
    }
}

extension ControlPicture {
    /// The picture for a view whose keys turn every control, so that no knob is missing.
    public var withKnob: ControlPicture {
        var picture = self
        picture.knob = .present
        return picture
    }
}

/// Whether the knob of a control is attached.
public enum KnobPicture: Equatable, Sendable {
    /// An input that turns the control is attached, or no input is meant to turn it.
    case present
    /// Every input that turns the control is waiting for its device, or has lost its device.
    case waiting
}

/// The age of a value that becomes stale.
public struct AgePicture: Equatable, Sendable {
    /// The time at which the value was written last; `nil` if it is unknown, because the value was restored from an
    /// earlier run.
    public var writtenAt: Instant?
    /// The time from which on the value is stale.
    public var staleAt: Instant

    public init(writtenAt: Instant?, staleAt: Instant) {
        self.writtenAt = writtenAt
        self.staleAt = staleAt
    }

    init?(_ control: Control) {
        guard let staleAt = control.staleAt else { return nil }
        self.init(writtenAt: control.lastWrite?.time, staleAt: staleAt)
    }
}
