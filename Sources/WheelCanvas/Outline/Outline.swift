/// Where a shape's outline lies in its frame's lists, and how far it reaches, in steps of the grid.
struct Outline: BitwiseCopyable {
    var nodes = 0
    var nodeCount = 0
    var chains = 0
    var chainCount = 0
    var left = Int32.max
    var top = Int32.max
    var right = Int32.min
    var bottom = Int32.min

    /// The rows of pixels that it touches.
    var rows: Span {
        top < bottom ? Span(from: top >> Grid.bits, to: (bottom + Grid.step - 1) >> Grid.bits) : .empty
    }

    /// The columns of pixels that it touches.
    var columns: Span {
        left <= right ? Span(from: left >> Grid.bits, to: (right >> Grid.bits) + 1) : .empty
    }

    @inline(__always)
    mutating func include(_ corner: Outlines.Corner) {
        left = min(left, corner.x)
        right = max(right, corner.x)
        top = min(top, corner.y)
        bottom = max(bottom, corner.y)
    }
}
