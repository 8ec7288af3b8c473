/// Rows of pixels that a sweep composes before it writes them.
struct Strip: ~Copyable {
    /// So many rows are composed at a time.
    static let rows = blocks * AlikeRows.rowsPerBlock
    static let blocks = 2
    private let pixels: UnsafeMutablePointer<UInt32>
    /// From the beginning of a row to that of the next.
    let pitch: Int

    init(width: Int) {
        // One more, at least: what is cut off at the right side is painted there.
        pitch = (width + 8) & ~7
        pixels = .allocate(capacity: pitch * Strip.rows)
        pixels.initialize(repeating: 0, count: pitch * Strip.rows)
    }

    deinit {
        pixels.deallocate()
    }

    @inline(__always)
    func row(_ number: Int) -> UnsafeMutablePointer<UInt32> { pixels + number &* pitch }
}
