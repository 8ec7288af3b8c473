/// What a control stands at, small enough to be copied into a change.
public enum Reading: Equatable, Sendable {
    case number(Double)
    case integer(Int64)
    case position(Int)
    /// The chosen positions lie in the change list's `store`, at this place.
    case selection(StoredPositions, cursor: Int)
}

/// Where in a `Moment` a set of positions lies.
public struct StoredPositions: Equatable, Sendable {
    var firstWord: Int
    var wordCount: Int
}
