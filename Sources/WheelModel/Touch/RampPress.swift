import WheelGeometry

/// A finger on a ramp's button.
struct RampPress: Sendable {
    let ramp: Int
    /// Whether it has stopped what ran when it came down, and does nothing else.
    var hasStopped = false
}

/// A tap on a ramp's button, which starts the ramp once it can be no double tap any more.
struct RampTap: Sendable {
    let control: Int
    let ramp: Int
    let due: Instant
    /// The control's revision at the tap: when it is another, somebody else has moved the control, and nothing starts.
    let revision: UInt64
}
