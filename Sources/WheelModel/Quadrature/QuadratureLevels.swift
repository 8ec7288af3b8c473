/// One of an encoder's two lines.
public enum QuadratureLine: Sendable {
    case a
    case b
}

/// The levels of both lines, A in the higher bit; a set bit is a closed contact.
enum QuadratureLevels: UInt8 {
    case released = 0b00
    case onlyB = 0b01
    case onlyA = 0b10
    case closed = 0b11

    init(a: Bool, b: Bool) {
        self = a ? (b ? .closed : .onlyA) : (b ? .onlyB : .released)
    }

    func transition(to next: QuadratureLevels) -> QuadratureTransition {
        Self.table[Int(rawValue << 2 | next.rawValue)]
    }

    /// Forwards A leads: released, A alone, both, B alone, released.
    private static let table: [QuadratureTransition] = [
        // to: released, only B, only A, closed
        .none, .backward, .forward, .impossible,  // from released
        .forward, .none, .impossible, .backward,  // from only B
        .backward, .impossible, .none, .forward,  // from only A
        .impossible, .forward, .backward, .none,  // from closed
    ]
}

/// What a change of levels means.
enum QuadratureTransition {
    case none
    case forward
    case backward
    /// Both lines changed: at least one edge is missing, and the direction is anyone's guess.
    case impossible
}
