import WheelCore
import WheelModel

/// The positions that two contacts pass through together, transition by transition.
///
/// When an encoder turns forwards, its contacts change alternately: A closes, B closes, A opens, B opens. So each edge
/// is a step of +1 or −1, depending on the level of the other contact, and the sum of the steps is the position. A hand
/// that rests at each detent causes a pause there, so the positions during pauses are the rests. For example: a usual
/// encoder is turned by two detents. The edges A B A B, pause, A B A B have the rests 0, 4 and 8.
///
/// Contacts bounce: A closes, opens and closes again within a millisecond. The steps of these edges cancel out, and the
/// edges count as one change of A. An edge may be lost. Then the next edge of the contact has the level that the
/// contact already had, which counts as an error.
struct EncoderPath {
    /// The final position in transitions. Forwards means that A changes before B.
    private(set) var end = 0
    /// The positions at which the knob rested, including the first and the last one. Each differs from the previous
    /// one.
    private(set) var rests = [0]
    private(set) var restStates: [EncoderRest]
    /// The number of changes: a change is the first edge of a contact, with its bounces.
    private(set) var changes = 0
    private(set) var bouncyChanges = 0
    private(set) var longestBounce = Interval.zero
    private(set) var errors = 0

    /// The minimum duration of a rest. A hand pauses for longer than this at a detent, and for less between two
    /// detents.
    static let rest = Interval.milliseconds(80)
    /// If the next edge belongs to the same contact and follows within this time, it is a bounce. No hand turns back
    /// within this time.
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
