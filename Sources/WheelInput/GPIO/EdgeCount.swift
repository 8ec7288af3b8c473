/// Counts lost edges by the two sequence numbers that the kernel gives to each edge: one counts the edges of the line,
/// the other the edges of the whole request. A request is the set of lines that wheeld has opened together.
///
/// - An edge that did not fit into the kernel's buffer leaves a gap in the numbers of its line: the numbers 7, 8, 12
///   show that three edges were dropped.
/// - A line may change twice before the kernel handles the first change. The kernel then merges both changes into one
///   edge, which leaves a gap in the numbers of the request but none in the numbers of the line. Edges of two lines may
///   also arrive in the wrong order, so a missing number counts as lost only if it is still missing after the next
///   read.
/// - Changes that the interrupt controller merges get no numbers. If an odd number of changes is lost, the next edge
///   repeats the level that the line already has.
struct EdgeCount {
    /// The number that the next edge of each line should have.
    private var expected: (UInt32, UInt32, UInt32) = (1, 1, 1)
    /// The highest request number so far, and how many of the numbers up to it have arrived or were counted as lost.
    private var highest = 0
    private var accounted = 0
    /// How many request numbers were missing after the last read.
    private var missingBefore = 0
    /// The level of each line after its last edge, or at the start if it had no edge. `seen` contains the lines that
    /// had an edge.
    private(set) var levels: LineLevels
    private var seen = LineLevels()

    init(levels: LineLevels) { self.levels = levels }

    /// How many edges of the line are missing before this edge (`gap`), and how many of them have not been counted yet
    /// (`news`).
    mutating func dropped(before edge: LineEdge) -> (gap: Int, news: Int) {
        let gap = gap(before: edge)
        guard edge.requestSequence != 0 else { return (gap, gap) }
        // The difference is signed, because the number wraps. It is negative for an edge that arrives late.
        let step = Int(Int32(bitPattern: edge.requestSequence &- UInt32(truncatingIfNeeded: highest)))
        highest = max(highest, highest + step)
        // An edge that is now known to be dropped may have been counted as merged. Such an edge is not counted twice.
        let known = min(gap, max(0, accounted + 1 + gap - highest))
        accounted += 1 + gap - known
        return (gap, gap - known)
    }

    /// Whether an edge of the line is missing before this edge: then the line already has the level of this edge.
    mutating func isMissingOne(before edge: LineEdge) -> Bool {
        let isRepeated = seen[edge.role] && levels[edge.role] == edge.isClosed
        levels[edge.role] = edge.isClosed
        seen[edge.role] = true
        if isRepeated, accounted < highest { accounted += 1 }
        return isRepeated
    }

    /// Sets the levels, after the edges that led to them were counted as lost.
    mutating func record(_ read: LineLevels) {
        levels = read
        for role in LineRole.allCases { seen[role] = true }
    }

    /// How many edges, beyond those of earlier calls, were merged with other edges. Call this function after all
    /// available edges were read.
    mutating func merged() -> Int {
        let missing = max(0, highest - accounted)
        let lost = min(missing, missingBefore)
        accounted += lost
        missingBefore = missing - lost
        return lost
    }

    private mutating func gap(before edge: LineEdge) -> Int {
        func count(_ next: inout UInt32) -> Int {
            let gap = edge.sequence &- next
            next = edge.sequence &+ 1
            return Int(gap)
        }
        switch edge.role {
        case .a: return count(&expected.0)
        case .b: return count(&expected.1)
        case .button: return count(&expected.2)
        }
    }
}
