/// What lies under everything that a sweep draws: one colour, or a layer that was drawn before.
struct Ground {
    /// How many pixels may be read and written beyond the end of what is asked for: rows are copied in groups.
    static let slack = 8

    var color: UInt32
    /// Pixels without gaps between the rows, and `slack` more.
    var pixels: UnsafePointer<UInt32>?
    /// For each row: not 0 where it differs from that above it.
    var changes: UnsafePointer<Int32>?
    var width: Int

    @inline(__always)
    func copy(row y: Int, _ span: Span, into row: UnsafeMutablePointer<UInt32>) {
        let count = Int(span.count)
        guard let pixels else { return setPixels(row + Int(span.from), count: count, to: color) }
        let target = UnsafeMutableRawPointer(row + Int(span.from))
        let source = UnsafeRawPointer(pixels + (y &* width &+ Int(span.from)))
        guard count <= 64 else { return target.copyMemory(from: source, byteCount: count &* 4) }
        var offset = 0
        while offset < count &* 4 {
            let group = source.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt32>.self)
            target.storeBytes(of: group, toByteOffset: offset, as: SIMD8<UInt32>.self)
            offset &+= 32
        }
    }
}
