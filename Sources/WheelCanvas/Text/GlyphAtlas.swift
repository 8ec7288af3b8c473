internal import CFreeType

/// One glyph at one subpixel position: the coverage of each of its pixels.
struct GlyphCell: BitwiseCopyable {
    /// The offset of the cell's first byte in the atlas. A row has `width` bytes.
    var offset: Int
    /// The index of the `GlyphRow` of its first row. This index is only used if `GlyphRow.has(width)`.
    var firstRow: Int
    var width: Int32
    var height: Int32
    /// The distance from the pen to the cell's left column, and from the baseline up to the cell's top row.
    var left: Int32
    var top: Int32
}

/// A glyph of a list: a cell, and the place of its upper left pixel.
struct PlacedGlyph: BitwiseCopyable, Equatable {
    var cell: Int32
    var x: Int32
    var y: Int32

    @inline(__always)
    func columns(_ cell: GlyphCell) -> Span { Span(from: x, to: x + cell.width) }

    @inline(__always)
    func rows(_ cell: GlyphCell) -> Span { Span(from: y, to: y + cell.height) }
}

/// The coverage of all rendered glyphs of a typeface. Glyphs are never removed.
final class GlyphAtlas {
    var cells = KeptBuffer<GlyphCell>(capacity: 256)
    var coverage = KeptBuffer<UInt8>(capacity: 65_536)
    var rows = KeptBuffer<GlyphRow>(capacity: 1024)

    /// The pointers are valid until a glyph is added.
    var pointers: Pointers { Pointers(cells: cells.start, coverage: coverage.start, rows: rows.start) }

    /// Pointers to the memory of an atlas. Each access to a property of a class is checked at run time, so a frame
    /// reads these pointers only once.
    struct Pointers: BitwiseCopyable {
        let cells: UnsafePointer<GlyphCell>
        let coverage: UnsafePointer<UInt8>
        let rows: UnsafePointer<GlyphRow>

        init(cells: UnsafePointer<GlyphCell>, coverage: UnsafePointer<UInt8>, rows: UnsafePointer<GlyphRow>) {
            self.cells = cells
            self.coverage = coverage
            self.rows = rows
        }
    }

    func addEmpty() -> Int32 {
        add(GlyphCell(offset: coverage.count, firstRow: rows.count, width: 0, height: 0, left: 0, top: 0))
    }

    /// Adds a bitmap with one or eight bits a pixel. Each pixel of the bitmap becomes `factor` × `factor` pixels.
    func add(_ bitmap: FT_Bitmap, left: Int, top: Int, factor: Int) -> Int32 {
        let modes = [FT_PIXEL_MODE_MONO, FT_PIXEL_MODE_GRAY].map { UInt8($0.rawValue) }
        guard let bytes = bitmap.buffer, modes.contains(bitmap.pixel_mode) else { return addEmpty() }
        let (width, height) = (Int(bitmap.width) * factor, Int(bitmap.rows) * factor)
        let cell = GlyphCell(
            offset: coverage.count, firstRow: rows.count, width: Int32(width), height: Int32(height),
            left: Int32(left * factor), top: Int32(top * factor))
        let isMono = bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_MONO.rawValue)
        for y in 0..<height {
            let row = bytes + (y / factor) * Int(bitmap.pitch)
            let target = coverage.reserve(width)
            if isMono {
                for x in 0..<width {
                    let column = x / factor
                    target[x] = row[column >> 3] & 0x80 >> UInt8(column & 7) != 0 ? 255 : 0
                }
            } else {
                for x in 0..<width { target[x] = row[x / factor] }
            }
            coverage.commit(width)
            if GlyphRow.has(width) { rows.append(GlyphRow(target, width: width)) }
        }
        return add(cell)
    }

    private func add(_ cell: GlyphCell) -> Int32 {
        cells.append(cell)
        return Int32(cells.count - 1)
    }
}

/// How the pixels of one row of a wide glyph are covered, in groups of four pixels. A set of groups is a word with one
/// bit for each group. Up to three pixels at the end of the row belong to no group.
struct GlyphRow: BitwiseCopyable {
    /// The groups whose pixels are all covered in full.
    private(set) var full: UInt64 = 0
    /// The groups that are neither full nor empty.
    private(set) var mixed: UInt64 = 0

    static let group = 4
    /// A narrower row is not written faster with groups.
    private static let leastWidth = 16

    /// Whether a row of this width has groups.
    @inline(__always)
    static func has(_ width: Int) -> Bool { width >= leastWidth && width / group <= UInt64.bitWidth }

    /// Reads a row of `width` coverages. `has(width)` must be true.
    init(_ coverage: UnsafePointer<UInt8>, width: Int) {
        for index in 0..<width / GlyphRow.group {
            let covered = UnsafeRawPointer(coverage + index * GlyphRow.group).loadUnaligned(as: UInt32.self)
            if covered == .max {
                full |= 1 << UInt64(index)
            } else if covered != 0 {
                mixed |= 1 << UInt64(index)
            }
        }
    }

    /// All groups of a row of this width.
    @inline(__always)
    static func all(_ width: Int) -> UInt64 { UInt64.max &>> UInt64(UInt64.bitWidth &- width / group) }

    @inline(__always)
    func empty(of all: UInt64) -> UInt64 { all & ~(full | mixed) }

    /// Calls `body` for each group of a set, with the group's first column.
    @inline(__always)
    static func forEach(_ groups: UInt64, _ body: (Int) -> Void) {
        var rest = groups
        while rest != 0 {
            body(rest.trailingZeroBitCount &* group)
            rest &= rest &- 1
        }
    }
}
