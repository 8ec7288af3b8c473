/// A value to go back to, unless somebody else has moved the control since it was noted.
struct Undo: Sendable {
    fileprivate let place: UnwrappedNumber
    /// The control's revision after the last move of the gesture itself.
    fileprivate var revision: UInt64

    /// Tells it of a move that the gesture itself has made. One that comes after somebody else's changes nothing.
    mutating func noteOwnMove(from before: UInt64, to after: UInt64) {
        if revision == before { revision = after }
    }
}

extension Control {
    var undo: Undo { Undo(place: unwrapped, revision: revision) }

    /// True when the value has changed.
    mutating func goBack(to undo: Undo) -> Bool {
        guard revision == undo.revision, unwrapped != undo.place else { return false }
        return put(undo.place)
    }
}
