import WheelCore

/// An upright rectangle on the grid. It has only two edges, and most of its rows are identical.
struct GridBox {
    var left: Int32
    var right: Int32
    var top: Int32
    var bottom: Int32

    /// `nil` unless the shape is an upright rectangle with sharp corners. A rectangle without an area, or with
    /// coordinates that are not finite, becomes an empty box.
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
        left = Subpixel.line(min(one.x, other.x))
        right = Subpixel.line(max(one.x, other.x))
        top = Subpixel.line(min(one.y, other.y))
        bottom = Subpixel.line(max(one.y, other.y))
    }
}

extension Traces {
    /// Traces a box in a picture of this size: the rows that it fills, and the partly covered rows above and below.
    mutating func add(_ box: GridBox, like old: Trace, width: Int32, height: Int32) -> Trace {
        // The box is cut off at the sides of the picture.
        let (left, right) = (max(box.left, 0), min(box.right, width << Subpixel.bits))
        let (top, bottom) = (max(box.top, 0), min(box.bottom, height << Subpixel.bits))
        guard left < right && top < bottom else { return Trace(changed: old.rows) }
        var trace = Trace(
            rows: Span(from: top >> Subpixel.bits, to: (bottom &+ Subpixel.step &- 1) >> Subpixel.bits),
            columns: Span(from: left >> Subpixel.bits, to: right >> Subpixel.bits &+ 1),
            bands: IndexRange(first: bands.count), crossings: IndexRange(first: crossings.count))
        trace.changed = old.rows.union(trace.rows)
        let (band, crossing) = (bands.reserve(4), crossings.reserve(6))
        var count = 0
        var from = top
        while from < bottom {
            let isWhole = from & (Subpixel.step &- 1) == 0 && bottom &- from >= Subpixel.step
            let end = from & ~(Subpixel.step &- 1) &+ Subpixel.step
            let height = isWhole ? Subpixel.step : min(bottom, end) &- from
            band[count] = Band(
                from: from >> Subpixel.bits, crossings: Int32(truncatingIfNeeded: 2 &* count), count: 2)
            crossing[2 &* count] = Crossing(from: left, to: left, height: height)
            crossing[2 &* count &+ 1] = Crossing(from: right, to: right, height: 0 &- height)
            count &+= 1
            from = isWhole ? bottom & ~(Subpixel.step &- 1) : end
        }
        band[count] = Band(from: trace.rows.to, crossings: 0, count: 0)
        bands.commit(count &+ 1)
        crossings.commit(2 &* count)
        trace.bands.count = count
        trace.crossings.count = 2 &* count
        if areSame(old, trace) { trace.changed = .empty }
        return trace
    }
}
