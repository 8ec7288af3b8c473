import WheelGeometry

/// A rectangle whose sides stand upright or lie level, on the grid: two edges say all of it, and most rows are alike.
struct GridBox {
    var left: Int32
    var right: Int32
    var top: Int32
    var bottom: Int32

    /// Nil where the shape is no rectangle with sharp corners, or does not stay upright. One that has no area, or none
    /// that can be told, gets a box without any.
    @inline(__always)
    init?(_ shape: Shape, under transform: AffineTransform) {
        guard case .roundedRectangle(let rect, let radius) = shape, radius <= 0, transform.b == 0, transform.c == 0
        else { return nil }
        let one = transform.apply(to: Point(x: rect.minX, y: rect.minY))
        let other = transform.apply(to: Point(x: rect.maxX, y: rect.maxY))
        let isFinite = one.x.isFinite && one.y.isFinite && other.x.isFinite && other.y.isFinite
        guard !rect.isEmpty && isFinite else {
            (left, right, top, bottom) = (0, 0, 0, 0)
            return
        }
        left = Grid.line(min(one.x, other.x))
        right = Grid.line(max(one.x, other.x))
        top = Grid.line(min(one.y, other.y))
        bottom = Grid.line(max(one.y, other.y))
    }
}

extension Traces {
    /// Traces a box in a picture of this size: rows that it fills, and parts of one above and of one below.
    mutating func add(_ box: GridBox, like old: Trace, width: Int32, height: Int32) -> Trace {
        // What is cut off on the left counts from the first column on; what is right of the picture is never shown.
        let (left, right) = (max(box.left, 0), min(box.right, width << Grid.bits))
        let (top, bottom) = (max(box.top, 0), min(box.bottom, height << Grid.bits))
        guard left < right && top < bottom else { return Trace(changed: old.rows) }
        var trace = Trace(
            rows: Span(from: top >> Grid.bits, to: (bottom &+ Grid.step &- 1) >> Grid.bits),
            columns: Span(from: left >> Grid.bits, to: right >> Grid.bits &+ 1),
            bands: IndexRange(first: bands.count), crossings: IndexRange(first: crossings.count))
        trace.changed = old.rows.union(trace.rows)
        let (band, crossing) = (bands.reserve(4), crossings.reserve(6))
        var count = 0
        var from = top
        while from < bottom {
            let isWhole = from & (Grid.step &- 1) == 0 && bottom &- from >= Grid.step
            let end = from & ~(Grid.step &- 1) &+ Grid.step
            let height = isWhole ? Grid.step : min(bottom, end) &- from
            band[count] = Band(
                from: from >> Grid.bits, crossings: Int32(truncatingIfNeeded: 2 &* count), count: 2)
            crossing[2 &* count] = Crossing(from: left, to: left, height: height)
            crossing[2 &* count &+ 1] = Crossing(from: right, to: right, height: 0 &- height)
            count &+= 1
            from = isWhole ? bottom & ~(Grid.step &- 1) : end
        }
        band[count] = Band(from: trace.rows.to, crossings: 0, count: 0)
        bands.commit(count &+ 1)
        crossings.commit(2 &* count)
        trace.bands.count = count
        trace.crossings.count = 2 &* count
        return trace
    }
}
