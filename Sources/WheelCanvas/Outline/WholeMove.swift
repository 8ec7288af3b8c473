import WheelCore

/// A move of an outline by whole pixels. The crossings are copied, and only their places change. The right half may
/// move by a different number of whole pixels than the left half. The outline then becomes wider or narrower.
struct WholeMove {
    var dx: Int32
    var dy: Int32
    /// How far the right half moves to the right. The left half moves by `dx`.
    var rightX: Int32
    /// The limit in pixels: a rectangle with a larger coordinate or width has no `WholeMove`.
    private static let limit = 262_144.0

    /// The move from the picture's upper left corner to the upper left corner of a rectangle, rounded down to whole
    /// pixels. `nil` if the rectangle is far outside of the picture.
    init?(toCornerOf rect: Rect) {
        guard abs(rect.minX) < WholeMove.limit && abs(rect.minY) < WholeMove.limit else { return nil }
        dx = Int32(rect.minX.rounded(.down))
        dy = Int32(rect.minY.rounded(.down))
        rightX = dx
    }

    /// The move that changes the upright rounded rectangle `old` into `new`; `nil` for other shapes, and if no move by
    /// whole pixels does so.
    init?(from old: Shape, to new: Shape) {
        // A rectangle with sharp corners is not moved: it can be traced as fast as its trace can be moved.
        guard case .roundedRectangle(let rect, let radius) = new, radius > 0,
            case .roundedRectangle(let other, radius) = old, rect.height == other.height,
            let place = WholeMove(toCornerOf: rect),
            let otherPlace = WholeMove(toCornerOf: other)
        else { return nil }
        let (rest, otherRest) = (place.rest(of: rect), otherPlace.rest(of: other))
        guard rest.origin == otherRest.origin, max(rect.width, other.width) < WholeMove.limit,
            let wider = Int32(exactly: rect.width - other.width)
        else { return nil }
        // If the width limits the radius, a shape of another width has other corners and must be traced.
        let corners = min(2 * radius, rect.height)
        guard wider == 0 || min(rect.width, other.width) >= corners + 2 else { return nil }
        dx = place.dx - otherPlace.dx
        dy = place.dy - otherPlace.dy
        rightX = dx + wider
    }

    /// The rectangle `rect`, moved back by this move.
    func rest(of rect: Rect) -> Rect {
        Rect(origin: Point(x: rect.minX - Double(dx), y: rect.minY - Double(dy)), size: rect.size)
    }
}

extension Traces {
    /// Adds a moved copy of a trace. The picture must contain all of the trace, before the move and after it.
    mutating func add(_ old: Trace, moved move: WholeMove) -> Trace {
        var trace = old
        let (left, right) = (move.dx << Subpixel.bits, move.rightX << Subpixel.bits)
        let middle = (old.columns.from &+ old.columns.to) << Subpixel.bits / 2
        trace.rows = Span(from: old.rows.from &+ move.dy, to: old.rows.to &+ move.dy)
        trace.columns = Span(from: old.columns.from &+ move.dx, to: old.columns.to &+ move.rightX)
        trace.changed = old.rows.union(trace.rows)
        trace.bands.first = bands.count
        trace.crossings.first = crossings.count
        // `reserve` may move the lists to other memory. So the pointers to the old trace are read afterwards.
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
