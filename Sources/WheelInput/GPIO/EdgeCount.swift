/// Counts the edges that were lost on their way here, from the two numbers that the kernel gives to each.
///
/// - What its buffer had no room for leaves a gap in the line's own numbers. - A line may change again before the
/// kernel has taken note of the change before: the two become one edge. The line's   numbers have no gap then, but
/// those of the whole request have. - Changes that the interrupt controller itself merges are never numbered. Where an
/// odd number of them is lost, the next   edge leads to the level that the line has already.
struct EdgeCount {
    /// The next number of each line.
    private var expected: (UInt32, UInt32, UInt32) = (1, 1, 1)
    /// The highest number of the request so far, and how many of the numbers up to it have come or were told as lost.
    private var highest = 0
    private var accounted = 0
    /// The numbers that were missing when the last edges had been taken.
    private var missingBefore = 0
    /// The level of each line behind its last edge, by its bit; in `seen` the lines that have had one.
    private var levels = LineLevels()
    private var seen = LineLevels()

    /// How many edges of its line the kernel dropped before this one, and how many of those are news.
    mutating func dropped(before edge: LineEdge) -> (gap: Int, news: Int) {
        let gap = gap(before: edge)
        guard edge.requestSequence != 0 else { return (gap, gap) }
        // By the difference, since the number wraps; edges of two lines may come in the wrong order.
        let step = Int(Int32(bitPattern: edge.requestSequence &- UInt32(truncatingIfNeeded: highest)))
        highest = max(highest, highest + step)
        // An edge that was counted as merged may turn out to have been dropped. It is not counted again.
        let known = min(gap, max(0, accounted + 1 + gap - highest))
        accounted += 1 + gap - known
        return (gap, gap - known)
    }

    /// Whether an edge is missing before this one, since the line has the edge's level already.
    mutating func isMissingOne(before edge: LineEdge, isBehindGap: Bool) -> Bool {
        let isRepeated = seen[edge.role] && levels[edge.role] == edge.isClosed && !isBehindGap
        levels[edge.role] = edge.isClosed
        seen[edge.role] = true
        if isRepeated, accounted < highest { accounted += 1 }
        return isRepeated
    }

    /// How many edges became one with others, now that all that can be read has been taken. A number that is missing may
    /// be on its way yet: it is lost if it is still missing the next time.
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
