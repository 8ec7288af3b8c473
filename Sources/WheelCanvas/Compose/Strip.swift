/// Rows of pixels that a sweep composes before it writes them.
struct Strip: ~Copyable {
    /// So many rows are composed at a time.
    static let rows = blocks * IdenticalRows.rowsPerBlock
    static let blocks = 2
    private let pixels: UnsafeMutablePointer<UInt32>
    /// From the beginning of a row to that of the next.
    let pitch: Int

    init(width: Int) {
        // One more, at least: what is cut off at the right side is painted there.
        pitch = (width + 8) & ~7
        // And a group of a glyph may go on beyond the last row.
        let count = pitch * Strip.rows + GlyphRow.group
        pixels = .allocate(capacity: count)
        pixels.initialize(repeating: 0, count: count)
    }

    deinit {
        pixels.deallocate()
    }

    @inline(__always)
    func row(_ number: Int) -> UnsafeMutablePointer<UInt32> { pixels + number &* pitch }
}
