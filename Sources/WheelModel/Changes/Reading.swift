/// The value of a control, small enough to be copied into a change.
public enum Reading: Equatable, Sendable {
    case number(Double)
    case integer(Int64)
    case position(Int)
    /// The chosen positions are stored in the `Moment`, at this place.
    case selection(StoredPositions, cursor: Int)
}

/// The place of a position set in a `Moment`.
public struct StoredPositions: Equatable, Sendable {
    var firstWord: Int
    var wordCount: Int
}
