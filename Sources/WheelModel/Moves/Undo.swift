/// A value to restore, unless something else has moved the control since it was recorded.
package struct Undo: Sendable {
    package let place: UnwrappedNumber
    /// The value's revision after the last move of the gesture itself.
    package fileprivate(set) var revision: UInt64

    /// Records a move by the gesture itself. It has no effect if something else has moved the control before.
    package mutating func recordMove(from before: UInt64, to after: UInt64) {
        if revision == before { revision = after }
    }

    /// Likewise. What something else has moved before stays: the value goes back to `place`.
    package mutating func recordMove(from place: UnwrappedNumber, revision before: UInt64, to after: UInt64) {
        self = Undo(place: revision == before ? self.place : place, revision: after)
    }
}

extension ScaledValue {
    var undo: Undo { Undo(place: unwrapped, revision: revision) }

    /// Restores the value. Returns true if the value has changed.
    mutating func goBack(to undo: Undo) -> Bool {
        guard revision == undo.revision, unwrapped != undo.place else { return false }
        return put(undo.place)
    }
}
