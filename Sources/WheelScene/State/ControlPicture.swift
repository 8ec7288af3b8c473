public import WheelGeometry
public import WheelModel

/// The part of a control's state that a display shows.
public struct ControlPicture: Equatable, Sendable {
    /// The value of a number, the chosen position of a choice, or the cursor of a selection. While a value is pending, it
    /// is the pending value.
    public var number: Double
    /// The applied value, while a value is pending; otherwise `nil`.
    public var applied: Double?
    /// The number of times that the value has wrapped.
    public var rotations: Int
    /// The position in the range, 0…1, by the control's taper; `nil` for a number without a finite range.
    public var position: Double?
    /// An index into the settings' speeds.
    public var speed: Int
    /// The current speed's scale. The wheel scene uses it.
    public var scale: Double
    /// The change of the value for one revolution of an encoder, at the current speed.
    public var amountPerTurn: Double
    public var isEditing: Bool
    /// Whether its own lock keeps hands from changing it.
    public var isLocked: Bool
    /// A counter of the changes that are shown as a motion: those by a client, a stepper or a reset. A change by a hand
    /// does not count and is shown at once.
    public var jumps: UInt32
    /// The chosen positions of a selection.
    public var selected: PositionSet
    /// The transform of its chart.
    public var chart: AffineTransform
    /// A counter of the changes of `chart` that are shown as a motion: taps that zoom.
    public var chartJumps: UInt32
    /// How its list is scrolled; `nil` while its chosen row is in the middle.
    public var list: Scroll?
    /// The fraction of time that its ramp has reached; `nil` without a ramp.
    public var rampFraction: Double?

    /// The picture of one of the panel's controls.
    public init(_ panel: Panel, _ control: Int, at time: Instant) {
        guard let pending = panel.pending(of: control) else {
            self.init(panel.controls[control], at: time)
            jumps = panel.jumps(of: control)
            list = panel.listScroll(of: control)
            return
        }
        let value = panel.controls[control]
        self.init(pending, at: time)
        applied = value.number
        isLocked = value.isLocked
        jumps = panel.jumps(of: control)
        list = panel.listScroll(of: control)
        chart = value.chart.transform
        chartJumps = value.chart.jumps
        rampFraction = value.rampStatus(at: time)?.fraction
    }

    public init(_ control: Control, at time: Instant) {
        number = control.number
        rotations = control.rotations ?? 0
        position = control.position
        speed = control.speed
        scale = control.scale
        amountPerTurn = control.amountPerTurn
        isEditing = control.isEditing
        isLocked = control.isLocked
        jumps = control.jumps
        selected = control.selected
        chart = control.chart.transform
        chartJumps = control.chart.jumps
        rampFraction = control.rampStatus(at: time)?.fraction
    }
}
