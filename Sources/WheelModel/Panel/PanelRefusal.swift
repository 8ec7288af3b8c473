/// Why the panel does not do what a client asks for. Nothing has changed then.
public enum PanelRefusal: Error, Equatable, Sendable {
    /// The control cannot hold that.
    case outOfKind(OutOfKind)
    /// A hand is on the control, and the client asked not to disturb it.
    case editing
    /// The control has no ramp to pause, resume, scrub or cancel.
    case noRamp
}

/// What a control cannot hold.
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
    /// An index beyond the positions that there are.
    case noSuchPosition
    case rampOnPositions
    case toggleOnChoice
    case tooManySelected(most: Int)
}
