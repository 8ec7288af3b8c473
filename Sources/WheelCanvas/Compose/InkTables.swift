/// Tables for texts on a ground of one colour. A table holds the pixel for each coverage, in the target's format. The
/// last few tables are kept, because most texts keep their colours from frame to frame.
struct InkTables: ~Copyable {
    struct Key: BitwiseCopyable, Equatable {
        var color: UInt32
        /// The opacity in 256ths.
        var opacity: Int32
        var ground: UInt32
        var format: PixelFormat
    }

    private static let count = 8
    private static let coverages = 256
    private var keys = KeptBuffer<Key>(capacity: count)
    /// The tables, one after another, in the order of `keys`.
    private let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: count * coverages)
    /// The index of the table that is replaced next.
    private var oldest = 0

    deinit {
        pixels.deallocate()
    }

    /// Returns the address of a table with 256 pixels. The first pixel has the coverage 0.
    mutating func table(_ key: Key) -> UnsafePointer<UInt32> {
        var index = 0
        while index < keys.count {
            if keys[index] == key { return UnsafePointer(pixels + index &* InkTables.coverages) }
            index &+= 1
        }
        if keys.count < InkTables.count { keys.append(key) } else { index = oldest }
        keys[index] = key
        oldest = (index + 1) % InkTables.count
        let (table, paint) = (pixels + index * InkTables.coverages, Paint(color: key.color, opacity: key.opacity))
        for coverage in 0..<InkTables.coverages {
            table[coverage] = key.format.stored(paint.over(key.ground, coverage: Int32(coverage)))
        }
        return UnsafePointer(table)
    }
}
