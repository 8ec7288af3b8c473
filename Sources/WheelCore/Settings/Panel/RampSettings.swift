/// The motion of a ramp: its start, its end, its duration and its curve.
public struct RampMotion: Equatable, Sendable {
    /// The value at the start. `nil` means the control's value when the ramp starts.
    public var from: Double?
    public var target: RampTarget
    public var duration: Interval
    public var curve: AnimationCurve
    /// Whether the ramp can be scrubbed after its end, until it is cancelled.
    public var holds: Bool

    public init(
        from: Double? = nil, target: RampTarget, duration: Interval = .seconds(1),
        curve: AnimationCurve = .easeInOut, holds: Bool = false
    ) {
        self.from = from
        self.target = target
        self.duration = duration
        self.curve = curve
        self.holds = holds
    }
}

/// The end of a ramp: a value, or a distance from the start.
public enum RampTarget: Equatable, Sendable {
    case to(Double)
    case by(Double)
}

/// A ramp of the configuration. Buttons and clients start the ramp by its name, and an input can scrub it.
public struct RampSettings: Equatable, Sendable {
    public var name: String
    public var control: Int
    public var motion: RampMotion

    public init(name: String, control: Int, motion: RampMotion) {
        self.name = name
        self.control = control
        self.motion = motion
    }
}
