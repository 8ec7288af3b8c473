/// How the pixels of one row of a wide glyph are covered, in groups of four pixels. A set of groups is a word with one bit for
/// each group. Up to three pixels at the end of the row belong to no group.
struct GlyphRow: BitwiseCopyable {
    /// The groups of which all pixels are covered in full.
    private(set) var full: UInt64 = 0
    /// The groups that are neither full nor empty.
    private(set) var mixed: UInt64 = 0

    static let group = 4
    /// Groups make it no faster to write a narrower row.
    private static let leastWidth = 16

    /// Whether there are groups for a row of this width.
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
