/// The reason for which the panel refuses a client's request. A refused request changes nothing.
public enum PanelRefusal: Error, Equatable, Sendable {
    /// The control cannot have that value.
    case outOfKind(OutOfKind)
    /// The value lies outside the range of a control that refuses it.
    case outOfRange(Double)
    /// A hand holds the control, and the client asked for `unless: editing`.
    case editing
    /// The control has no ramp to pause, resume, scrub or cancel.
    case noRamp
}

/// The reason for which a control cannot have a value.
public enum OutOfKind: Equatable, Sendable {
    case notFinite
    case notWhole
    case tooLargeForInteger
    /// More turns of a wrapping control than are counted.
    case tooManyTurns
    case curveBeyondLimits
    case numberForPositions
    case positionsForNumber
    case severalForOne
    /// An index without a position.
    case noSuchPosition
    case rampOnPositions
    case toggleOnChoice
    case tooManySelected(most: Int)
}
