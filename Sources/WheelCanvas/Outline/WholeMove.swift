import WheelGeometry

/// A move by whole pixels. An outline that moves so keeps its crossings, beside their places. Its right half may move further
/// than its left one, by whole pixels, too: the outline then becomes wider or narrower.
struct WholeMove {
    var dx: Int32
    var dy: Int32
    /// How far the right half moves.
    var rightX: Int32
    /// Coordinates beyond it are not moved, in pixels.
    private static let limit = 262_144.0

    /// The whole pixels from the picture's corner to that of a rectangle; `nil` if it is far outside.
    init?(toCornerOf rect: Rect) {
        guard abs(rect.minX) < WholeMove.limit && abs(rect.minY) < WholeMove.limit else { return nil }
        dx = Int32(rect.minX.rounded(.down))
        dy = Int32(rect.minY.rounded(.down))
        rightX = dx
    }

    /// The move from one upright shape to another; `nil` if they differ otherwise.
    init?(from old: Shape, to new: Shape) {
        guard case .roundedRectangle(let rect, let radius) = new, case .roundedRectangle(let other, radius) = old,
            rect.height == other.height, let place = WholeMove(toCornerOf: rect),
            let otherPlace = WholeMove(toCornerOf: other)
        else { return nil }
        let (rest, otherRest) = (place.rest(of: rect), otherPlace.rest(of: other))
        guard rest.origin == otherRest.origin, max(rect.width, other.width) < WholeMove.limit,
            let wider = Int32(exactly: rect.width - other.width)
        else { return nil }
        // Where the width limits the radius, another width has other corners.
        let corners = min(2 * radius, rect.height)
        guard wider == 0 || min(rect.width, other.width) >= corners + 2 else { return nil }
        dx = place.dx - otherPlace.dx
        dy = place.dy - otherPlace.dy
        rightX = dx + wider
    }

    /// The rectangle before this move.
    func rest(of rect: Rect) -> Rect {
        Rect(origin: Point(x: rect.minX - Double(dx), y: rect.minY - Double(dy)), size: rect.size)
    }
}

extension Traces {
    /// Moves a trace. It must not be cut off by the picture, neither before nor after.
    mutating func add(_ old: Trace, moved move: WholeMove) -> Trace {
        var trace = old
        let (left, right) = (move.dx << Subpixel.bits, move.rightX << Subpixel.bits)
        let middle = (old.columns.from &+ old.columns.to) << Subpixel.bits / 2
        trace.rows = Span(from: old.rows.from &+ move.dy, to: old.rows.to &+ move.dy)
        trace.columns = Span(from: old.columns.from &+ move.dx, to: old.columns.to &+ move.rightX)
        trace.changed = old.rows.union(trace.rows)
        trace.edges = IndexRange()
        trace.bands.first = bands.count
        trace.crossings.first = crossings.count
        // Reserving may move the lists to other memory, so the pointers to the old trace are taken after it.
        let (band, crossing) = (bands.reserve(old.bands.count + 1), crossings.reserve(old.crossings.count))
        let (oldBand, oldCrossing) = (bands.start + old.bands.first, crossings.start + old.crossings.first)
        for index in 0...old.bands.count {
            band[index] = oldBand[index]
            band[index].from &+= move.dy
        }
        for index in 0..<old.crossings.count {
            var moved = oldCrossing[index]
            let way = moved.from < middle ? left : right
            moved.from &+= way
            moved.to &+= way
            crossing[index] = moved
        }
        bands.commit(old.bands.count + 1)
        crossings.commit(old.crossings.count)
        return trace
    }
}
