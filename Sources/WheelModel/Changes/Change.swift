import WheelCore

/// One change of the instrument, with the time of its cause. A change consists of indices and scalars, so that storing
/// it allocates nothing.
public struct Change: Equatable, Sendable {
    public var time: Instant
    public var event: Event
    /// Whether another change of the same step follows.
    public var hasMore = false

    public enum Event: Equatable, Sendable {
        case value(ValueChange)
        case commit(control: Int, Reading, Source)
        /// The pending value of a control has changed. The reading is `nil` after the pending value was applied, was
        /// dropped, or has become equal to the value.
        case pending(control: Int, Reading?, Source, isDropped: Bool = false)
        case speed(control: Int, speed: Int)
        /// A turn, a drag, a step or an axis has moved the value to an end of the range. Each arrival is reported once.
        case limit(control: Int, RangeEnd, Source)
        /// `button` is an index into `Instrument.buttonNames(of:)`. `isInitial` marks the level of a device that was
        /// just connected: nobody has pressed or released the button now.
        case press(input: Int, button: Int, ButtonGesture, isInitial: Bool = false)
        case focus(input: Int, control: Int)
        case page(Int)
        /// The lock of the panel or of one control has changed.
        case lock(Bool, control: Int? = nil)
        case ramp(control: Int, RampState, fraction: Double)
        case preset(Int, PresetUse)
    }
}

public struct ValueChange: Equatable, Sendable {
    public var control: Int
    public var reading: Reading
    /// The distance that the value has moved, not shortened by wrapping; zero for a selection whose cursor did not
    /// move.
    public var delta: Double
    /// The speed of this move: the control's own speed, or the speed that a held button or a client gives.
    public var speed: Int
    public var source: Source
    public var isEditing: Bool
    /// How often the value has wrapped upwards, minus how often downwards; `nil` if the range does not wrap.
    public var rotations: Int?
}

public enum Source: Equatable, Hashable, Sendable {
    case input(Int)
    case client(Int)
    case ramp
    case restore
}

/// The value of a control in a change.
public enum Reading: Equatable, Sendable {
    case number(Double)
    case integer(Int64)
    case position(Int)
    case selection(StoredPositions, cursor: Int)
}

/// The location of a position set in the `Changes`.
public struct StoredPositions: Equatable, Sendable {
    var firstWord: Int
    var wordCount: Int
}
