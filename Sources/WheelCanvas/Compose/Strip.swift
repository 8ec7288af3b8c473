/// Rows of pixels in which a sweep composes before it writes to the target.
struct Strip: ~Copyable {
    /// The number of rows that are composed at a time.
    static let rows = blocks * IdenticalRows.rowsPerBlock
    static let blocks = 2
    private let pixels: UnsafeMutablePointer<UInt32>
    /// The distance between rows, in pixels.
    let pitch: Int

    init(width: Int) {
        // At least one more pixel, for coverage that is cut off at the right side.
        pitch = (width + 8) & ~7
        // A group of a glyph's pixels may extend beyond the last row.
        let count = pitch * Strip.rows + Paint.group
        pixels = .allocate(capacity: count)
        pixels.initialize(repeating: 0, count: count)
    }

    deinit {
        pixels.deallocate()
    }

    @inline(__always)
    func row(_ number: Int) -> UnsafeMutablePointer<UInt32> { pixels + number &* pitch }
}
