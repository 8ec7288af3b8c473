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

    /// The colour of one pixel. Reading a picture pixel by pixel is slow.
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

    /// Fills a rectangle with one colour, given as 0xFFRRGGBB.
    func fill(_ columns: Span, _ rows: Span, with color: UInt32) {
        let stored = format.stored(color)
        switch format.bytesPerPixel {
        case 4: fill(columns, rows, withWord: stored)
        case 2: fill(columns, rows, withWord: UInt16(truncatingIfNeeded: stored))
        default:
            for y in rows.from..<rows.to {
                for x in columns.from..<columns.to { PixelFormat.storeThree(stored, to: pixel(Int(x), Int(y))) }
            }
        }
    }

    /// Fills a rectangle, which may be empty, with copies of a pixel in the buffer's format.
    @inline(__always)
    func fill<Word: FixedWidthInteger & BitwiseCopyable>(_ columns: Span, _ rows: Span, withWord word: Word) {
        guard !columns.isEmpty && !rows.isEmpty else { return }
        let (count, size, four) = (Int(columns.count), MemoryLayout<Word>.size, FourPixels(word))
        var row = pixel(Int(columns.from), Int(rows.from))
        let end = row + Int(rows.count) &* bytesPerRow
        while count >= 4 && row < end {
            four.fill(row, count, size)
            row += bytesPerRow
        }
        while row < end {
            row.storeBytes(of: word, as: Word.self)
            if count > 1 { row.storeBytes(of: word, toByteOffset: size, as: Word.self) }
            if count > 2 { row.storeBytes(of: word, toByteOffset: 2 &* size, as: Word.self) }
            row += bytesPerRow
        }
    }

    /// Writes rows of pixels. In `words` the rows lie `pitch` pixels apart; with a pitch of 0 all rows are equal.
    @inline(never)
    func write(_ words: UnsafePointer<UInt32>, pitch: Int, rows: Span, columns: Span) {
        guard pitch == 0 && rows.count > 1 && format != .xrgb8888 else {
            return format.store(
                PixelRows(
                    source: words + Int(columns.from), sourcePitch: pitch &* 4,
                    target: pixel(Int(columns.from), Int(rows.from)), targetPitch: bytesPerRow,
                    count: Int(columns.count), rows: Int(rows.count)))
        }
        // If all rows are equal, each piece of a row is converted once and then copied to all rows.
        let piece = 256
        withUnsafeTemporaryAllocation(byteCount: piece &* 4, alignment: 16) { made in
            guard let first = made.baseAddress else { return }
            for column in stride(from: Int(columns.from), to: Int(columns.to), by: piece) {
                let count = min(Int(columns.to) &- column, piece)
                format.store(
                    PixelRows(
                        source: words + column, sourcePitch: 0, target: first, targetPitch: 0, count: count, rows: 1))
                for y in Int(rows.from)..<Int(rows.to) {
                    pixel(column, y).copyMemory(from: first, byteCount: count &* format.bytesPerPixel)
                }
            }
        }
    }

    /// The address of a pixel.
    @inline(__always)
    public func pixel(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
        base + y * bytesPerRow + x * format.bytesPerPixel
    }
}
