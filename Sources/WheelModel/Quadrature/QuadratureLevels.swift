/// One of an encoder's two lines.
public enum QuadratureLine: Sendable {
    case a
    case b
}

/// The levels of both lines, in the order of a forward rotation, in which A changes first.
enum QuadratureLevels: UInt8 {
    case released = 0
    case onlyA = 1
    case closed = 2
    case onlyB = 3

    init(a: Bool, b: Bool) {
        self = a ? (b ? .closed : .onlyA) : (b ? .onlyB : .released)
    }

    func with(_ line: QuadratureLine, at level: Bool) -> QuadratureLevels {
        switch line {
        case .a: QuadratureLevels(a: level, b: self == .closed || self == .onlyB)
        case .b: QuadratureLevels(a: self == .closed || self == .onlyA, b: level)
        }
    }

    func transition(to next: QuadratureLevels) -> QuadratureTransition {
        switch (next.rawValue &- rawValue) & 3 {
        case 0: .none
        case 1: .forward
        case 3: .backward
        default: .impossible
        }
    }
}

enum QuadratureTransition {
    case none
    case forward
    case backward
    /// Both lines have changed, so the direction is unknown: an edge is missing, or both lines became stable at the
    /// same time.
    case impossible
}
