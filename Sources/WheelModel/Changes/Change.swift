import WheelGeometry

/// One thing that happened, at the kernel's time of its cause. Holds indices and scalars alone, so that a kept list of
/// them allocates nothing.
public struct Change: Equatable, Sendable {
    public var time: Instant
    public var event: Event

    public enum Event: Equatable, Sendable {
        case value(ValueChange)
        case commit(control: Int, Reading, Source)
        case speed(control: Int, speed: Int)
        /// An end was arrived at by a turn or a drag; told once per arrival.
        case limit(control: Int, RangeEnd, Source)
        /// `button` is an index into `Panel.buttonNames(of:)`.
        case press(input: Int, button: Int, ButtonGesture)
        case focus(input: Int, control: Int)
        case page(Int)
        case lock(Bool)
        case ramp(control: Int, RampState, fraction: Double)
    }
}

/// A control has a new value.
public struct ValueChange: Equatable, Sendable {
    public var control: Int
    public var reading: Reading
    /// How far it moved, unwrapped where it wraps; zero for a selection whose cursor stayed.
    public var delta: Double
    /// The speed at which it moved: the control's own, or another that a held button or a client's turn asked for.
    public var speed: Int
    public var source: Source
    public var isEditing: Bool
    /// Whole turns so far, for a wrapping control.
    public var rotations: Int?
}

/// Who moved a control.
public enum Source: Equatable, Hashable, Sendable {
    case input(Int)
    case client(Int)
    case ramp
    case restore
}

/// An end of a range, as the socket names it.
public enum RangeEnd: String, CaseIterable, Sendable {
    case lower
    case upper
}

/// What a ramp is doing, as the socket names it.
public enum RampState: String, CaseIterable, Sendable {
    case running
    case paused
    case ended
    case cancelled
}
