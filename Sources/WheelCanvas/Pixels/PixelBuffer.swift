/// A rectangle of pixels in memory that another object owns, for example a mapped framebuffer.
///
/// `bytesPerRow` may be larger than the pixels of a row need, so a part of a larger picture is a buffer too.
public struct PixelBuffer {
    public let base: UnsafeMutableRawPointer
    public let width: Int
    public let height: Int
    public let bytesPerRow: Int
    public let format: PixelFormat
    /// The owner of the memory, which the buffer keeps alive; `nil` if the memory outlives the buffer anyway.
    private let owner: AnyObject?

    public init(
        base: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int, format: PixelFormat,
        owner: AnyObject? = nil
    ) {
        precondition(width >= 0 && height >= 0 && bytesPerRow >= width * format.bytesPerPixel)
        self.base = base
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
        self.format = format
        self.owner = owner
    }

    /// The colour of one pixel. Reading single pixels is slow, and only meant for tests and for outputs that have no
    /// pixels of their own.
    public subscript(x: Int, y: Int) -> Color {
        precondition(x >= 0 && x < width && y >= 0 && y < height)
        return Color(format.load(pixel(x, y)) & 0xFF_FFFF)
    }

    /// The pixels within a rectangle, which must lie in the picture.
    public func part(_ area: PixelRect) -> PixelBuffer {
        precondition(area.x >= 0 && area.y >= 0 && area.x + area.width <= width && area.y + area.height <= height)
        return PixelBuffer(
            base: pixel(area.x, area.y), width: area.width, height: area.height, bytesPerRow: bytesPerRow,
            format: format, owner: owner)
    }

    /// Copies another picture of the same format to a place in this picture. Returns `false`, and copies no pixels, if
    /// the other picture does not fit there.
    public func copy(_ other: PixelBuffer, toX x: Int, y: Int) -> Bool {
        precondition(format == other.format)
        guard x >= 0, y >= 0, x <= width - other.width, y <= height - other.height else { return false }
        for row in 0..<other.height {
            pixel(x, y + row).copyMemory(from: other.pixel(0, row), byteCount: other.width * format.bytesPerPixel)
        }
        return true
    }

    /// Fills a rectangle with copies of a run of pixels of one colour. Large copies are faster than single stores,
    /// because processors do not fetch memory that is about to be overwritten in full.
    func fill(with run: UnsafeRawBufferPointer, rows: Span, columns: Span) {
        guard let source = run.baseAddress else { return }
        let length = Int(columns.count) &* format.bytesPerPixel
        var target = pixel(Int(columns.from), Int(rows.from))
        // Rows without gaps between them are filled as one long row.
        let isOne = length == bytesPerRow
        for _ in 0..<(isOne ? 1 : Int(rows.count)) {
            let end = isOne ? length &* Int(rows.count) : length
            for offset in stride(from: 0, to: end, by: run.count) {
                (target + offset).copyMemory(from: source, byteCount: min(end &- offset, run.count))
            }
            target += bytesPerRow
        }
    }

    /// Writes the same pixels to many rows. The pixels are converted to the format once, one piece at a time.
    @inline(never)
    func write(_ words: UnsafePointer<UInt32>, intoAll rows: Span, columns: Span) {
        guard format != .xrgb8888 else {
            // The format's pixels are the words themselves.
            let place = pixel(Int(columns.from), Int(rows.from))
            return repeatBytes(words + Int(columns.from), Int(columns.count) &* 4, at: place, Int(rows.count))
        }
        let piece = 256
        withUnsafeTemporaryAllocation(byteCount: piece &* 4, alignment: 16) { made in
            guard let source = made.baseAddress else { return }
            var column = Int(columns.from)
            while column < columns.to {
                let count = min(Int(columns.to) &- column, piece)
                format.store(words + column, count: count, to: source)
                repeatBytes(
                    UnsafeRawPointer(source), count &* format.bytesPerPixel, at: pixel(column, Int(rows.from)),
                    Int(rows.count))
                column &+= count
            }
        }
    }

    /// Copies `count` bytes to each of `times` rows. Most runs belong to thin lines and fit into a few registers.
    private func repeatBytes(
        _ source: UnsafeRawPointer, _ count: Int, at first: UnsafeMutableRawPointer, _ times: Int
    ) {
        switch count {
        case 65...256:
            for row in 0..<times { copyGroups(source, byteCount: count, to: first + row &* bytesPerRow) }
        case 33...64: repeatGroups(of: source, count, at: first, times)
        case 16...32: repeatEnds(SIMD4<UInt32>.self, of: source, count, at: first, times)
        case 8..<16: repeatEnds(UInt64.self, of: source, count, at: first, times)
        case 4..<8: repeatEnds(UInt32.self, of: source, count, at: first, times)
        case 2..<4: repeatEnds(UInt16.self, of: source, count, at: first, times)
        default:
            for row in 0..<times { (first + row &* bytesPerRow).copyMemory(from: source, byteCount: count) }
        }
    }

    /// Copies four groups of 16 bytes, which may overlap, to each row.
    @inline(__always)
    private func repeatGroups(
        of source: UnsafeRawPointer, _ count: Int, at first: UnsafeMutableRawPointer, _ times: Int
    ) {
        typealias Group = SIMD4<UInt32>
        let (third, last) = (count &- 32, count &- 16)
        let groups = (
            source.loadUnaligned(as: Group.self), source.loadUnaligned(fromByteOffset: 16, as: Group.self),
            source.loadUnaligned(fromByteOffset: third, as: Group.self),
            source.loadUnaligned(fromByteOffset: last, as: Group.self)
        )
        var target = first
        for _ in 0..<times {
            target.storeBytes(of: groups.0, as: Group.self)
            target.storeBytes(of: groups.1, toByteOffset: 16, as: Group.self)
            target.storeBytes(of: groups.2, toByteOffset: third, as: Group.self)
            target.storeBytes(of: groups.3, toByteOffset: last, as: Group.self)
            target += bytesPerRow
        }
    }

    /// Copies the first and the last word, which may overlap, to each row.
    @inline(__always)
    private func repeatEnds<Word: BitwiseCopyable>(
        _: Word.Type, of source: UnsafeRawPointer, _ count: Int, at first: UnsafeMutableRawPointer, _ times: Int
    ) {
        let last = count &- MemoryLayout<Word>.size
        let head = source.loadUnaligned(as: Word.self)
        let tail = source.loadUnaligned(fromByteOffset: last, as: Word.self)
        var target = first
        for _ in 0..<times {
            target.storeBytes(of: head, as: Word.self)
            target.storeBytes(of: tail, toByteOffset: last, as: Word.self)
            target += bytesPerRow
        }
    }

    /// Writes rows of pixels. In `words` the rows lie `pitch` pixels apart.
    @inline(never)
    func write(_ words: UnsafePointer<UInt32>, pitch: Int, rows: Span, columns: Span) {
        format.store(
            PixelRows(
                source: words + Int(columns.from), sourcePitch: pitch &* 4,
                target: pixel(Int(columns.from), Int(rows.from)), targetPitch: bytesPerRow, count: Int(columns.count),
                rows: Int(rows.count)))
    }

    /// The address of a pixel.
    @inline(__always)
    public func pixel(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
        base + y * bytesPerRow + x * format.bytesPerPixel
    }
}
