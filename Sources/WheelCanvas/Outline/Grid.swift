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
