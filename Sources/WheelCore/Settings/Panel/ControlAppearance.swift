/// How a display draws a control, besides its scene, and what the picture offers to fingers.
public struct ControlAppearance: Equatable, Sendable {
    public var steppers: StepperUse
    /// The value at which the level bars of a wheel begin. `nil` means 0 if 0 lies inside a range that does not wrap,
    /// else the low end.
    public var origin: Double?
    /// Whether the ring of a rotor has N, E, S and W instead of numbers.
    public var hasCompass: Bool
    /// Whether a tap on a rotor starts its ramp. If not, only buttons and clients start the ramp.
    public var tapStarts: Bool
    /// Whether the seats of an arc or of rows, one for each position, are skewed towards the middle.
    public var hasPerspective: Bool

    public init(
        steppers: StepperUse = .auto, origin: Double? = nil, hasCompass: Bool = false, tapStarts: Bool = true,
        hasPerspective: Bool = false
    ) {
        self.steppers = steppers
        self.origin = origin
        self.hasCompass = hasCompass
        self.tapStarts = tapStarts
        self.hasPerspective = hasPerspective
    }
}

/// Whether a touchscreen shows − and + for a control. `auto` leaves − and + out if a knob turns the control.
public enum StepperUse: String, CaseIterable, Sendable {
    case auto
    case always
    case never
}
