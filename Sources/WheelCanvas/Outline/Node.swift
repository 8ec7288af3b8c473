/// The grid that outlines are laid on: 256 steps to a pixel, so that all that follows is exact in integers and the
/// coverage of a pixel is the same whatever part of the picture is drawn.
enum Grid {
    static let bits: Int32 = 8
    static let step: Int32 = 1 << bits
    /// Coordinates are held inside ± a million pixels, so that no product below overflows.
    static let limit = 1_048_576.0

    /// The nearest grid line to a coordinate in pixels, which must be a number.
    @inline(__always)
    static func line(_ pixels: Double) -> Int32 {
        // Adding 1.5·2⁵² leaves the nearest integer in the low bits, without a call or a branch.
        let held = min(max(pixels, -limit), limit) * Double(step) + 6_755_399_441_055_744
        return Int32(truncatingIfNeeded: held.bitPattern)
    }
}

/// A corner of an outline on the grid, and how the edge that begins there goes on.
struct Node: BitwiseCopyable {
    var x: Int32
    var y: Int32
    /// How far x goes while y goes one step, in 2⁻³² steps.
    var slope: Int64

    /// Where the edge is at `height`, rounded to the grid.
    @inline(__always)
    func x(at height: Int32) -> Int32 {
        let way = Int64(height &- y) &* slope &+ 0x8000_0000
        return x &+ Int32(truncatingIfNeeded: way >> 32)
    }
}

/// Edges that follow one another strictly downwards.
struct Chain: BitwiseCopyable {
    /// The first of its nodes, counted from the outline's first.
    var first: Int32
    /// The last node: it ends the chain and begins no edge.
    var last: Int32
    /// What crossing it from left to right adds to the number of times that a place is inside: +1 or −1.
    var winding: Int32
    var top: Int32
    var bottom: Int32
    /// The edge that the sweep has come to.
    var cursor: Int32
}
