/// The part of an edge in one row of pixels.
struct Crossing: BitwiseCopyable, Equatable {
    /// The x coordinates at which the edge enters and leaves the row, in grid steps.
    var from: Int32
    var to: Int32
    /// The part of the row's height that the edge spans, in grid steps, with the sign of the edge's winding. This
    /// height is added to the coverage of all pixels to the right of the edge.
    var height: Int32

    /// The columns of pixels that the edge passes through are `first ... last`.
    @inline(__always)
    var first: Int32 { min(from, to) >> Subpixel.bits }

    @inline(__always)
    var last: Int32 { max(from, to) >> Subpixel.bits }

    /// The first column to the right of the crossing.
    @inline(__always)
    var end: Int32 { (max(from, to) &+ Subpixel.step &- 1) >> Subpixel.bits }

    @inline(__always)
    static func == (one: Crossing, other: Crossing) -> Bool {
        one.from == other.from && one.to == other.to && one.height == other.height
    }
}

/// The crossings of one row, from left to right. An outline is closed, so the heights of its crossings add up to 0.
typealias Crossings = UnsafeBufferPointer<Crossing>

@inline(__always)
func isSame(_ one: Crossings, _ other: Crossings) -> Bool {
    guard one.count == other.count else { return false }
    var index = 0
    while index < one.count {
        if one[index] != other[index] { return false }
        index &+= 1
    }
    return true
}

extension Span {
    /// Extends a span of columns to contain two crossings.
    @inline(__always)
    mutating func widen(_ one: Crossing, _ other: Crossing) {
        widen(Span(from: min(one.first, other.first), to: max(one.last, other.last) &+ 1))
    }
}

/// Rows that an outline crosses in the same way: one row where an edge is slanted, many where all edges are vertical.
struct Band: BitwiseCopyable {
    /// The first row of the band. The band ends where the next band begins.
    var from: Int32
    /// The index of the band's first crossing among the crossings of the trace.
    var crossings: Int32
    var count: Int32
}

/// A range of indices of a `KeptBuffer`. Its two numbers have 32 bits, because many ranges are stored, and they are
/// copied often.
struct IndexRange: BitwiseCopyable {
    private var firstPlace: Int32 = 0
    private var length: Int32 = 0

    init(first: Int = 0) {
        self.first = first
    }

    init(_ range: Range<Int>) {
        first = range.lowerBound
        count = range.count
    }

    @inline(__always)
    var first: Int {
        get { Int(firstPlace) }
        set { firstPlace = Int32(truncatingIfNeeded: newValue) }
    }

    @inline(__always)
    var count: Int {
        get { Int(length) }
        set { length = Int32(truncatingIfNeeded: newValue) }
    }

    @inline(__always)
    var end: Int { first &+ count }
}

/// The crossings of an outline with the rows of the picture, as ranges of the lists in `Traces`.
struct Trace: BitwiseCopyable {
    /// The rows of the picture that the outline crosses, and the columns that it may touch.
    var rows = Span.empty
    var columns = Span.empty
    /// The bands of the trace. One more band follows them in the list, and marks the end of the last band.
    var bands = IndexRange()
    var crossings = IndexRange()
    /// The rows in which the trace may differ from the trace that it replaces.
    var changed = Span.empty
}

/// Moves down a trace and returns its crossings in each row. A cursor is valid until a trace is added to the lists.
/// Rows must be requested from top to bottom.
struct BandCursor: BitwiseCopyable {
    private var band: UnsafePointer<Band>
    private let crossings: UnsafePointer<Crossing>
    private let top: Int32
    private let bottom: Int32

    init(_ trace: Trace, of traces: borrowing Traces) {
        band = UnsafePointer(traces.bands.start + trace.bands.first)
        crossings = UnsafePointer(traces.crossings.start + trace.crossings.first)
        top = trace.rows.from
        bottom = trace.rows.to
    }

    /// The first row below row `y` whose crossings may differ from the crossings of row `y`.
    @inline(__always)
    mutating func end(of y: Int32) -> Int32 {
        guard y >= top && y < bottom else { return y < top ? top : .max }
        while band[1].from <= y { band += 1 }
        return band[1].from
    }

    @inline(__always)
    mutating func crossings(_ y: Int32) -> Crossings {
        y >= top && y < bottom ? crossingsInside(y) : Crossings(start: nil, count: 0)
    }

    /// The crossings of a row, which must be a row of the trace.
    @inline(__always)
    mutating func crossingsInside(_ y: Int32) -> Crossings {
        while band[1].from <= y { band += 1 }
        return Crossings(start: crossings + Int(band.pointee.crossings), count: Int(band.pointee.count))
    }
}
