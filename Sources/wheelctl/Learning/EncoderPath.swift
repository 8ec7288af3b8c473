import WheelCore
import WheelModel

/// The positions that two contacts pass through together, transition by transition.
struct EncoderPath {
    /// The final position in transitions. Forwards is A before B.
    private(set) var end = 0
    /// The positions at which it rested, including the first and the last. Each differs from the one before.
    private(set) var rests = [0]
    /// The contacts at these rests.
    private(set) var restStates: [EncoderRest]
    /// A change of one contact is its first edge together with the bounces after it.
    private(set) var changes = 0
    private(set) var bouncyChanges = 0
    private(set) var longestBounce = Interval.zero
    /// Edges to the level that the contact already had: the edge before is missing.
    private(set) var errors = 0

    /// A pause of this length is a rest. A hand stays longer at a detent, and passes faster between two.
    static let rest = Interval.milliseconds(80)
    /// The next edge of the same contact within this time is a bounce. No hand turns back that fast.
    static let bounce = Interval.milliseconds(20)

    init(a: ContactTrace, b: ContactTrace) {
        let edges =
            (a.edges.map { (line: QuadratureLine.a, edge: $0) } + b.edges.map { (line: .b, edge: $0) })
            .sorted { $0.edge.time < $1.edge.time }
        var (isClosedA, isClosedB) = (a.wasClosed, b.wasClosed)
        restStates = [Self.state(isClosedA, isClosedB)]
        var last: (line: QuadratureLine, time: Instant)?
        /// The first and the last edge of the current change.
        var change: (start: Instant, end: Instant)?
        for (line, edge) in edges {
            if let last, edge.time - last.time >= Self.rest { stay(isClosedA, isClosedB) }
            if let begun = change, let last, last.line == line, edge.time - last.time < Self.bounce {
                change = (begun.start, edge.time)
            } else {
                record(change)
                change = (edge.time, edge.time)
            }
            switch line {
            case .a:
                move(edge.isClosed == isClosedA ? 0 : edge.isClosed != isClosedB ? 1 : -1)
                isClosedA = edge.isClosed
            case .b:
                move(edge.isClosed == isClosedB ? 0 : edge.isClosed == isClosedA ? 1 : -1)
                isClosedB = edge.isClosed
            }
            last = (line, edge.time)
        }
        record(change)
        stay(isClosedA, isClosedB)
    }

    private mutating func move(_ step: Int) {
        end += step
        if step == 0 { errors += 1 }
    }

    private mutating func stay(_ isClosedA: Bool, _ isClosedB: Bool) {
        guard rests.last != end else { return }
        rests.append(end)
        restStates.append(Self.state(isClosedA, isClosedB))
    }

    private static func state(_ isClosedA: Bool, _ isClosedB: Bool) -> EncoderRest {
        isClosedA ? (isClosedB ? .closed : .a) : (isClosedB ? .b : .open)
    }

    private mutating func record(_ change: (start: Instant, end: Instant)?) {
        guard let change else { return }
        changes += 1
        guard change.end > change.start else { return }
        bouncyChanges += 1
        longestBounce = max(longestBounce, change.end - change.start)
    }
}
