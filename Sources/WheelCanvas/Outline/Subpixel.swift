/// The grid of outlines, with 256 steps per pixel. On it all computation is exact in integers, so the coverage of a
/// pixel does not depend on the part of the picture that is drawn.
enum Subpixel {
    static let bits: Int32 = 8
    static let step: Int32 = 1 << bits
    /// Coordinates are limited to ± a million pixels, so that no product overflows.
    static let limit = 1_048_576.0

    /// The nearest grid line to a coordinate in pixels, which must not be NaN.
    @inline(__always)
    static func line(_ pixels: Double) -> Int32 {
        // Adding 1.5·2⁵² puts the nearest integer into the low bits, without a call or a branch.
        let held = min(max(pixels, -limit), limit) * Double(step) + 6_755_399_441_055_744
        return Int32(truncatingIfNeeded: held.bitPattern)
    }
}
