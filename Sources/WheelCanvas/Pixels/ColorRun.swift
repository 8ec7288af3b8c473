/// Pixels of one colour, to be copied from: large copies are faster than stores of the same bytes, since processors do
/// not fetch what is about to be overwritten in full.
struct ColorRun: BitwiseCopyable {
    /// A multiple of 80 pixels in every format, and small enough to stay in the nearest cache.
    static let length = 16_320
    let bytes: UnsafeRawPointer

    @inline(__always)
    func copy(_ count: Int, to target: UnsafeMutableRawPointer) {
        var offset = 0
        while offset < count {
            let piece = min(count &- offset, ColorRun.length)
            (target + offset).copyMemory(from: bytes, byteCount: piece)
            offset &+= piece
        }
    }
}
