import TestSupport
import WheelCore
import WheelModel

/// A random walk of an encoder's shaft: the true levels of both contacts and the true position.
struct QuadratureWalk {
    /// The shaft's position, in transitions.
    private(set) var position = 0
    /// The last rest position, in detents.
    private(set) var detents = 0
    private var isForward = true
    let transitionsPerDetent: Int
    /// The place in the cycle of the contacts at which the walk starts, at rest.
    private let phase: Int

    init(transitionsPerDetent: Int, rest: EncoderRest = .open) {
        self.transitionsPerDetent = transitionsPerDetent
        phase = [.open, .a, .closed, .b].firstIndex(of: rest) ?? 0
    }

    /// Closed at the places 1 and 2 of the cycle.
    var a: Bool { (position + phase + 1) & 2 != 0 }
    /// Closed at the places 2 and 3.
    var b: Bool { (position + phase) & 2 != 0 }
    var isAtRest: Bool { position % transitionsPerDetent == 0 }

    /// One transition. The direction is kept for a few steps.
    mutating func step(_ generator: inout SeededGenerator) -> (line: QuadratureLine, level: Bool) {
        if generator.once(in: 6) { isForward.toggle() }
        return step(forward: isForward)
    }

    mutating func step(forward: Bool) -> (line: QuadratureLine, level: Bool) {
        let (oldA, oldB) = (a, b)
        position += forward ? 1 : -1
        if isAtRest { detents = position / transitionsPerDetent }
        precondition((a != oldA) != (b != oldB), "a legal walk changes one line at a time")
        return a != oldA ? (.a, a) : (.b, b)
    }
}
