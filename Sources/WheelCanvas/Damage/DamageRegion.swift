/// A rectangle of whole pixels.
public struct PixelRect: Equatable, Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public var pixelCount: Int { width * height }

    func union(_ other: PixelRect) -> PixelRect {
        let (left, top) = (min(x, other.x), min(y, other.y))
        let (right, bottom) = (max(x + width, other.x + other.width), max(y + height, other.y + other.height))
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

/// The pixels that a frame changed: bands of rows, each with the same spans in all its rows, from top to bottom.
public struct DamageRegion: Sendable {
    private var bands = ContiguousArray<Band>()
    private var spans = ContiguousArray<Span>()

    private struct Band: Sendable {
        var rows: Range<Int>
        var spans: Range<Int>
    }

    public init() {}

    public var isEmpty: Bool { bands.isEmpty }

    public var pixelCount: Int {
        bands.reduce(0) { sum, band in
            sum + band.rows.count * spans[band.spans].reduce(0) { $0 + Int($1.to - $1.from) }
        }
    }

    /// The smallest rectangle around all of it.
    public var bounds: PixelRect? {
        bands.indices.reduce(nil as PixelRect?) { sum, index in sum?.union(box(of: index)) ?? box(of: index) }
    }

    public mutating func removeAll() {
        bands.removeAll(keepingCapacity: true)
        spans.removeAll(keepingCapacity: true)
    }

    /// Each run of pixels, row after row from top to bottom and from left to right.
    @inlinable
    public func forEachRun(_ body: (_ y: Int, _ x: Range<Int>) -> Void) {
        for band in 0..<bandCount {
            for y in rows(ofBand: band) { forEachSpan(ofBand: band) { body(y, $0) } }
        }
    }

    /// At most `limit` rectangles that cover it, for outputs that take no more than a few.
    public func rectangles(atMost limit: Int) -> [PixelRect] {
        precondition(limit > 0)
        var boxes: [PixelRect] = []
        for index in bands.indices {
            let next = box(of: index)
            if let last = boxes.last, last.y + last.height == next.y,
                last.union(next).pixelCount <= (last.pixelCount + next.pixelCount) * 5 / 4
            {
                boxes[boxes.count - 1] = last.union(next)
            } else {
                boxes.append(next)
            }
        }
        while boxes.count > limit {
            // The two neighbours that cost least to join.
            func cost(_ index: Int) -> Int {
                boxes[index].union(boxes[index + 1]).pixelCount - boxes[index].pixelCount - boxes[index + 1].pixelCount
            }
            let cheapest = (0..<boxes.count - 1).min { cost($0) < cost($1) } ?? 0
            boxes[cheapest] = boxes[cheapest].union(boxes[cheapest + 1])
            boxes.remove(at: cheapest + 1)
        }
        return boxes
    }

    /// Each rectangle of columns in a band of rows, from top to bottom and from left to right.
    func forEachSpan(_ body: (_ rows: Span, _ columns: Span) -> Void) {
        for band in bands {
            let rows = Span(from: Int32(band.rows.lowerBound), to: Int32(band.rows.upperBound))
            for span in spans[band.spans] { body(rows, span) }
        }
    }

    @usableFromInline var bandCount: Int { bands.count }

    @usableFromInline
    func rows(ofBand band: Int) -> Range<Int> { bands[band].rows }

    @usableFromInline
    func forEachSpan(ofBand band: Int, _ body: (Range<Int>) -> Void) {
        for span in spans[bands[band].spans] { body(Int(span.from)..<Int(span.to)) }
    }

    private func box(of band: Int) -> PixelRect {
        let (rows, spans) = (bands[band].rows, spans[bands[band].spans])
        let (left, right) = (Int(spans.first?.from ?? 0), Int(spans.last?.to ?? 0))
        return PixelRect(x: left, y: rows.lowerBound, width: right - left, height: rows.count)
    }

    /// Adds a band below all others.
    mutating func append(rows: Range<Int>, _ row: borrowing RowSpans) {
        let first = spans.count
        for index in 0..<row.count { spans.append(row[index]) }
        bands.append(Band(rows: rows, spans: first..<spans.count))
    }
}
