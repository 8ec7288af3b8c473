import WheelGeometry

/// A move by whole pixels. An outline that moves so keeps its crossings, beside their places.
struct WholeMove {
    var dx: Int32
    var dy: Int32
    /// Coordinates beyond it are not moved, in pixels.
    private static let limit = 262_144.0

    /// The whole pixels from the picture's corner to that of a rectangle; `nil` if it is far outside.
    init?(toCornerOf rect: Rect) {
        guard abs(rect.minX) < WholeMove.limit && abs(rect.minY) < WholeMove.limit else { return nil }
        dx = Int32(rect.minX.rounded(.down))
        dy = Int32(rect.minY.rounded(.down))
    }

    /// The move from one upright shape to another; `nil` if they differ otherwise.
    init?(from old: Shape, to new: Shape) {
        guard case .roundedRectangle(let rect, let radius) = new, case .roundedRectangle(let other, radius) = old,
            rect.size == other.size, let place = WholeMove(toCornerOf: rect),
            let otherPlace = WholeMove(toCornerOf: other), place.rest(of: rect) == otherPlace.rest(of: other)
        else { return nil }
        dx = place.dx - otherPlace.dx
        dy = place.dy - otherPlace.dy
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
        let columns = move.dx << Subpixel.bits
        trace.rows = Span(from: old.rows.from &+ move.dy, to: old.rows.to &+ move.dy)
        trace.columns = Span(from: old.columns.from &+ move.dx, to: old.columns.to &+ move.dx)
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
            let (from, to) = (oldCrossing[index].from &+ columns, oldCrossing[index].to &+ columns)
            crossing[index] = Crossing(from: from, to: to, height: oldCrossing[index].height)
        }
        bands.commit(old.bands.count + 1)
        crossings.commit(old.crossings.count)
        return trace
    }
}
