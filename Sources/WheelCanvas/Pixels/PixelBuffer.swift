/// A rectangle of pixels in memory that someone else owns, such as a mapped frame buffer.
///
/// `bytesPerRow` is free: rows may be padded, and a part of a larger picture is a buffer too.
public struct PixelBuffer {
    public let base: UnsafeMutableRawPointer
    public let width: Int
    public let height: Int
    public let bytesPerRow: Int
    public let format: PixelFormat
    /// Who has the memory, kept as long as the buffer is; nil where somebody else sees to that.
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

    /// The colour of one pixel: for tests and for outputs without pixels of their own, not for drawing.
    public subscript(x: Int, y: Int) -> Color {
        precondition(x >= 0 && x < width && y >= 0 && y < height)
        return Color(format.load(base + y * bytesPerRow + x * format.bytesPerPixel) & 0xFF_FFFF)
    }

    /// Writes the same pixels into many rows: they are brought into the format once, a piece at a time.
    @inline(never)
    func write(_ words: UnsafePointer<UInt32>, intoAll rows: Span, columns: Span) {
        let piece = 256
        withUnsafeTemporaryAllocation(byteCount: piece &* 4, alignment: 16) { made in
            guard let source = made.baseAddress else { return }
            var column = Int(columns.from)
            while column < columns.to {
                let count = min(Int(columns.to) &- column, piece)
                format.store(words + column, count: count, to: source)
                repeatBytes(source, count &* format.bytesPerPixel, at: pixel(column, Int(rows.from)), Int(rows.count))
                column &+= count
            }
        }
    }

    /// Thin lines as a rule, which fit into a few registers.
    private func repeatBytes(
        _ source: UnsafeMutableRawPointer, _ count: Int, at first: UnsafeMutableRawPointer, _ times: Int
    ) {
        switch count {
        case 33...64:
            repeatEnds(SIMD4<UInt32>.self, of: source, 32, at: first, times)
            let rest = count &- 32
            repeatEnds(SIMD4<UInt32>.self, of: source + rest, 32, at: first + rest, times)
        case 16...32: repeatEnds(SIMD4<UInt32>.self, of: source, count, at: first, times)
        case 8..<16: repeatEnds(UInt64.self, of: source, count, at: first, times)
        default:
            for row in 0..<times { (first + row &* bytesPerRow).copyMemory(from: source, byteCount: count) }
        }
    }

    /// The first bytes and the last ones, which may overlap.
    @inline(__always)
    private func repeatEnds<Word: BitwiseCopyable>(
        _: Word.Type, of source: UnsafeMutableRawPointer, _ count: Int, at first: UnsafeMutableRawPointer, _ times: Int
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

    /// Writes rows of pixels that lie `pitch` apart.
    @inline(never)
    func write(_ words: UnsafePointer<UInt32>, pitch: Int, rows: Span, columns: Span) {
        let (target, source) = (pixel(Int(columns.from), Int(rows.from)), words + Int(columns.from))
        let count = Int(columns.count)
        guard format != .xrgb8888 else {
            return copyRows(source, apart: pitch &* 4, to: target, apart: bytesPerRow, count: count, rows: rows)
        }
        for row in 0..<Int(rows.count) {
            format.store(source + row &* pitch, count: count, to: target + row &* bytesPerRow)
        }
    }

    @inline(__always)
    func pixel(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
        base + y * bytesPerRow + x * format.bytesPerPixel
    }
}
