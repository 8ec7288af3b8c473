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

    /// The smallest rectangle around both rectangles.
    public func union(_ other: PixelRect) -> PixelRect {
        let (left, top) = (min(x, other.x), min(y, other.y))
        let (right, bottom) = (max(x + width, other.x + other.width), max(y + height, other.y + other.height))
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

/// The pixels that a frame wrote, as rectangles that do not overlap, from top to bottom and from left to right. There
/// may be many narrow rectangles of at most 16 rows: a turning arm changes only the pixels along its edges.
public struct DamageRegion: Sendable {
    struct Part: BitwiseCopyable, Sendable {
        var rows: Span
        var columns: Span
        /// Whether the rows are known to be identical in these columns.
        var areIdentical = false
    }

    private(set) var parts = ContiguousArray<Part>()

    public init() {}

    public var isEmpty: Bool { parts.isEmpty }

    public var count: Int { parts.count }

    public subscript(index: Int) -> PixelRect {
        let part = parts[index]
        return PixelRect(
            x: Int(part.columns.from), y: Int(part.rows.from), width: Int(part.columns.count),
            height: Int(part.rows.count))
    }

    public var pixelCount: Int {
        var sum = 0
        for part in parts { sum += Int(part.columns.count) * Int(part.rows.count) }
        return sum
    }

    /// The smallest rectangle around the region; `nil` if the region is empty.
    public var bounds: PixelRect? {
        parts.indices.reduce(nil as PixelRect?) { sum, index in sum?.union(self[index]) ?? self[index] }
    }

    public mutating func removeAll() {
        parts.removeAll(keepingCapacity: true)
    }

    /// At most `limit` rectangles that together cover the region, for outputs that limit the number of rectangles.
    public func rectangles(atMost limit: Int) -> [PixelRect] {
        precondition(limit > 0)
        var boxes: [PixelRect] = []
        for index in parts.indices {
            // A rectangle is joined with the previous one if their union has at most a quarter more pixels than both
            // together.
            let next = self[index]
            if let last = boxes.last, last.union(next).pixelCount <= (last.pixelCount + next.pixelCount) * 5 / 4 {
                boxes[boxes.count - 1] = last.union(next)
            } else {
                boxes.append(next)
            }
        }
        while boxes.count > limit {
            // The two neighbours whose union adds the fewest pixels are joined.
            func cost(_ index: Int) -> Int {
                boxes[index].union(boxes[index + 1]).pixelCount - boxes[index].pixelCount - boxes[index + 1].pixelCount
            }
            let cheapest = (0..<boxes.count - 1).min { cost($0) < cost($1) } ?? 0
            boxes[cheapest] = boxes[cheapest].union(boxes[cheapest + 1])
            boxes.remove(at: cheapest + 1)
        }
        return boxes
    }

    mutating func append(_ more: borrowing KeptBuffer<Part>) {
        parts.append(contentsOf: UnsafeBufferPointer(start: more.start, count: more.count))
    }
}
