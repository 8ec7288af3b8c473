import WheelGeometry

/// A finger on a ramp's button.
struct RampPress: Sendable {
    let ramp: Int
    /// Whether it paused a running ramp when it came down. It then has no other effect.
    var hasStopped = false
}

/// A tap on a ramp's button. It starts the ramp once it can no longer become a double tap.
struct RampTap: Sendable {
    let control: Int
    let ramp: Int
    let due: Instant
    /// The control's revision at the tap. If it differs later, something else has moved the control, and the ramp is
    /// not started.
    let revision: UInt64
}
