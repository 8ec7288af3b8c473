/// A colour prepared for blending.
///
/// The four channels of a pixel are 16 bits apart in a 64-bit word, so one multiplication handles all of them. A
/// channel times a weight of at most 256 does not overflow into the next channel.
struct Paint {
    /// The colour as a word 0xFFRRGGBB.
    let color: UInt32
    /// The opacity in 256ths.
    let opacity: Int32
    private let spread: UInt64

    init(color: UInt32, opacity: Int32) {
        self.color = color
        self.opacity = opacity
        spread = Paint.spread(color)
    }

    /// Blends this colour with `below`, with a weight in 256ths. Each channel is rounded to the nearest integer.
    /// Blending equal colours never changes them.
    @inline(__always)
    func over(_ below: UInt32, weight: Int32) -> UInt32 {
        let under = Paint.spread(below)
        // A negative difference borrows from the next channel. The addition cancels the borrow, since no channel's sum
        // is negative.
        let sum =
            (under &<< 8) &+ (spread &- under) &* UInt64(UInt32(truncatingIfNeeded: weight)) &+ 0x0080_0080_0080_0080
        let channels = sum &>> 8 & 0x00FF_00FF_00FF_00FF
        return UInt32(truncatingIfNeeded: channels | channels &>> 24)
    }

    /// Blends this colour over `below`. `coverage` is the coverage of a glyph's pixel, from 0 to 255.
    @inline(__always)
    func over(_ below: UInt32, coverage: Int32) -> UInt32 {
        over(below, weight: ((coverage &+ coverage &>> 7) &* opacity) &>> 8)
    }

    /// Draws columns of one row of a glyph. `coverage` is the address of the coverage for the picture's column 0.
    @inline(never)
    func draw(_ coverage: UnsafePointer<UInt8>, _ columns: Span, into row: UnsafeMutablePointer<UInt32>) {
        var column = Int(columns.from)
        while column < columns.to {
            // Outside of a glyph's strokes the coverage is 0, so nothing is blended there.
            if coverage[column] != 0 { row[column] = over(row[column], coverage: Int32(coverage[column])) }
            column &+= 1
        }
    }

    /// The channels, 16 bits apart, from the lowest bits: blue, red, green, alpha.
    @inline(__always)
    private static func spread(_ word: UInt32) -> UInt64 {
        (UInt64(word) | UInt64(word) &<< 24) & 0x00FF_00FF_00FF_00FF
    }
}
