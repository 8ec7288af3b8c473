import WheelCore

/// One change of the instrument, with the time of its cause. It has only indices and scalars, so that it is stored without an
/// allocation.
public struct Change: Equatable, Sendable {
    public var time: Instant
    public var event: Event
    /// Whether another change of the same step follows.
    public var hasMore = false

    public enum Event: Equatable, Sendable {
        case value(ValueChange)
        case commit(control: Int, Reading, Source)
        /// A control has another pending value, or `nil`: it was applied, moved back to the value, or dropped.
        case pending(control: Int, Reading?, Source, isDropped: Bool = false)
        case speed(control: Int, speed: Int)
        /// A turn or a drag has reached an end of the range. Once for each arrival.
        case limit(control: Int, RangeEnd, Source)
        /// `button` is an index into `Instrument.buttonNames(of:)`. `isInitial`: it is the level of a new device, and nobody has
        /// pressed or released the button now.
        case press(input: Int, button: Int, ButtonGesture, isInitial: Bool = false)
        case focus(input: Int, control: Int)
        case page(Int)
        /// Of the panel, or of one control.
        case lock(Bool, control: Int? = nil)
        case ramp(control: Int, RampState, fraction: Double)
        case preset(Int, PresetUse)
    }
}

public struct ValueChange: Equatable, Sendable {
    public var control: Int
    public var reading: Reading
    /// The distance, also over several turns; zero for a selection whose cursor did not move.
    public var delta: Double
    /// The speed of this move: the control's, or one given by a held button or a client.
    public var speed: Int
    public var source: Source
    public var isEditing: Bool
    /// The turns of a range that wraps.
    public var rotations: Int?
}

/// What moved a control.
public enum Source: Equatable, Hashable, Sendable {
    case input(Int)
    case client(Int)
    case ramp
    case restore
}

/// The value of a control as changes have it.
public enum Reading: Equatable, Sendable {
    case number(Double)
    case integer(Int64)
    case position(Int)
    /// The chosen positions are in the `Changes`.
    case selection(StoredPositions, cursor: Int)
}

/// The place of a position set in a `Changes`.
public struct StoredPositions: Equatable, Sendable {
    var firstWord: Int
    var wordCount: Int
}
