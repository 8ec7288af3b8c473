public import WheelGeometry
public import WheelModel

/// What a display shows of one control.
public struct ControlPicture: Equatable, Sendable {
    /// The value of a number, the chosen position of a choice, the cursor of a selection.
    public var number: Double
    /// Whole turns so far, where it wraps.
    public var rotations: Int
    /// Where in its range it stands, 0…1 in its taper; `nil` for a number without a finite range.
    public var position: Double?
    /// An index into the settings' speeds.
    public var speed: Int
    /// The current speed's scale, as the wheel is drawn with.
    public var scale: Double
    /// What a revolution of an encoder moves at the current speed.
    public var amountPerTurn: Double
    public var isEditing: Bool
    /// Grows with each change that is to be seen as a motion: one by a client, a stepper or a reset. A hand's change
    /// leaves it as it is and is drawn where it is, at once.
    public var jumps: UInt32
    /// The chosen positions of a selection.
    public var selected: PositionSet
    /// How the chart of its positions is seen.
    public var chart: AffineTransform
    /// Grows with each change of that which is to be seen as a motion: a tap that zooms.
    public var chartJumps: UInt32
    /// The fraction of time at which its ramp stands; `nil` without a ramp.
    public var rampFraction: Double?

    public init(_ control: Control, at time: Instant) {
        number = control.number
        rotations = control.rotations ?? 0
        position = control.position
        speed = control.speed
        scale = control.scale
        amountPerTurn = control.amountPerTurn
        isEditing = control.isEditing
        jumps = control.jumps
        selected = control.selected
        chart = control.chart.transform
        chartJumps = control.chart.jumps
        rampFraction = control.rampStatus(at: time)?.fraction
    }
}
