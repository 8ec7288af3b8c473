/// The value to restore if a gesture turns out to be a double tap or a swipe. The value is not restored if another
/// mover has moved the control in the meantime.
package struct Undo: Sendable {
    package let place: UnwrappedNumber
    /// The value's revision after the last move of the gesture itself.
    package fileprivate(set) var revision: UInt64

    /// Records a move by the gesture, unless another mover has moved the control before.
    package mutating func recordMove(from before: UInt64, to after: UInt64) {
        if revision == before { revision = after }
    }

    /// Records a move by the gesture. If another mover has moved the control before, the result of that mover is kept:
    /// the value to restore becomes `place`.
    package mutating func recordMove(from place: UnwrappedNumber, revision before: UInt64, to after: UInt64) {
        self = Undo(place: revision == before ? self.place : place, revision: after)
    }
}

extension ScaledValue {
    var undo: Undo { Undo(place: unwrapped, revision: revision) }

    /// Returns whether the value has changed.
    mutating func goBack(to undo: Undo) -> Bool {
        guard revision == undo.revision, unwrapped != undo.place else { return false }
        return put(undo.place)
    }
}
