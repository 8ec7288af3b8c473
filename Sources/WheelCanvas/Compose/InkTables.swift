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
    /// The tables, one after another. Each table has room for 256 pixels of four bytes.
    private let pixels: UnsafeMutableRawPointer
    private let keys: UnsafeMutablePointer<Key>
    /// The number of tables that were made so far, including those that were replaced.
    private let made: UnsafeMutablePointer<Int>

    init() {
        pixels = .allocate(byteCount: InkTables.count * InkTables.coverages * 4, alignment: 64)
        keys = .allocate(capacity: InkTables.count)
        made = .allocate(capacity: 1)
        made.initialize(to: 0)
    }

    deinit {
        pixels.deallocate()
        keys.deallocate()
        made.deallocate()
    }

    /// Returns the address of a table with 256 pixels. The first one is for coverage 0.
    func table(_ key: Key) -> UnsafeRawPointer {
        var index = 0
        while index < min(made.pointee, InkTables.count) {
            if keys[index] == key { return UnsafeRawPointer(place(index)) }
            index &+= 1
        }
        return make(key)
    }

    private func place(_ index: Int) -> UnsafeMutableRawPointer { pixels + index &* (InkTables.coverages &* 4) }

    @inline(never)
    private func make(_ key: Key) -> UnsafeRawPointer {
        let index = made.pointee % InkTables.count
        made.pointee += 1
        (keys + index).initialize(to: key)
        let target = place(index)
        let paint = Paint(color: key.color, opacity: key.opacity)
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: InkTables.coverages) { words in
            for coverage in 0..<InkTables.coverages {
                words.initializeElement(at: coverage, to: paint.over(key.ground, coverage: Int32(coverage)))
            }
            guard let first = words.baseAddress else { return }
            key.format.store(first, count: InkTables.coverages, to: target)
        }
        return UnsafeRawPointer(target)
    }
}
