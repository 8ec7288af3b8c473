/// A run of pixels of one colour, as a source of copies. Large copies are faster than single stores, because processors
/// do not fetch memory that is about to be overwritten in full.
struct ColorRun: BitwiseCopyable {
    /// A multiple of 80 pixels in every format, small enough to stay in the first cache.
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
