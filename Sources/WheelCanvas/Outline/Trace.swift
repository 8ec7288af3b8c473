/// What one edge does in one row of pixels.
struct Crossing: BitwiseCopyable, Equatable {
    /// Where it enters and leaves the row, in steps of the grid.
    var from: Int32
    var to: Int32
    /// How much of the row's height it covers, in steps, with the sign of its winding: what it adds to how far all
    /// pixels to its right are inside.
    var height: Int32

    /// The columns of pixels that it passes through.
    @inline(__always)
    var first: Int32 { min(from, to) >> Grid.bits }

    @inline(__always)
    var last: Int32 { max(from, to) >> Grid.bits }

    @inline(__always)
    static func == (one: Crossing, other: Crossing) -> Bool {
        one.from == other.from && one.to == other.to && one.height == other.height
    }
}

/// The crossings of one row, from left to right. An outline is closed: their heights add up to nothing.
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

/// Rows that an outline crosses in the same way: one where an edge leans, many where all edges stand upright.
struct Band: BitwiseCopyable {
    /// Its first row; the first row of the next band ends it.
    var from: Int32
    /// Its crossings, counted from the trace's first.
    var crossings: Int32
    var count: Int32
}

/// A part of a kept list. Small, since there are many of them and they are copied from list to list.
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

/// Where an outline crosses the rows of the picture; a place in the lists of `Traces`.
struct Trace: BitwiseCopyable {
    /// The rows of the picture that it crosses, and the columns that it may touch.
    var rows = Span.empty
    var columns = Span.empty
    /// After its bands one more says where the last ends.
    var bands = IndexRange()
    var crossings = IndexRange()
    /// Its edges, if it may be taken over in part.
    var edges = IndexRange()
    /// The rows in which it may differ from the trace that it was made like.
    var changed = Span.empty
}
