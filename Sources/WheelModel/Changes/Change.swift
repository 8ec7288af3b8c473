import WheelCore

/// One change of the panel, with the kernel's timestamp of its cause. It holds only indices and scalars, so that
/// storing it in a reused array allocates nothing.
public struct Change: Equatable, Sendable {
    public var time: Instant
    public var event: Event
    /// Whether another change of the same step follows: see `Changes`.
    public var hasMore = false

    public enum Event: Equatable, Sendable {
        case value(ValueChange)
        case commit(control: Int, Reading, Source)
        /// A control has another pending value, or none any more. `isDropped`: nothing has moved it back to the value.
        case pending(control: Int, Reading?, Source, isDropped: Bool = false)
        case speed(control: Int, speed: Int)
        /// A turn or a drag reached an end of the range. Reported once per arrival.
        case limit(control: Int, RangeEnd, Source)
        /// `button` is an index into `Instrument.buttonNames(of:)`.
        /// `isInitial`: nobody has pressed or released it now. It is the level at the start.
        case press(input: Int, button: Int, ButtonGesture, isInitial: Bool = false)
        case focus(input: Int, control: Int)
        case page(Int)
        /// Of the panel, or of one control.
        case lock(Bool, control: Int? = nil)
        case ramp(control: Int, RampState, fraction: Double)
        case preset(Int, PresetUse)
    }
}

/// A control has a new value.
public struct ValueChange: Equatable, Sendable {
    public var control: Int
    public var reading: Reading
    /// The distance moved, unwrapped on a wrapping control; zero for a selection whose cursor did not move.
    public var delta: Double
    /// The speed of this move: the control's own, or one given by a held button or by a client's turn.
    public var speed: Int
    public var source: Source
    public var isEditing: Bool
    /// The number of completed turns of a wrapping control.
    public var rotations: Int?
}

/// What moved a control.
public enum Source: Equatable, Hashable, Sendable {
    case input(Int)
    case client(Int)
    case ramp
    case restore
}

/// The value of a control, small enough to be copied into a change.
public enum Reading: Equatable, Sendable {
    case number(Double)
    case integer(Int64)
    case position(Int)
    /// The chosen positions are stored in the `Changes`, at this place.
    case selection(StoredPositions, cursor: Int)
}

/// The place of a position set in a `Changes`.
public struct StoredPositions: Equatable, Sendable {
    var firstWord: Int
    var wordCount: Int
}
