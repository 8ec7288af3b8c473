/// A colour prepared for blending.
///
/// The four channels of a pixel are 16 bits apart in a 64-bit word, so one multiplication handles all of them. A
/// product with at most 256 does not overflow into the next channel.
struct Paint {
    /// 0xFFRRGGBB.
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
        // Borrows between channels cancel out: each sum is 256 times a channel's value, and none is negative.
        let sum =
            (under &<< 8) &+ (spread &- under) &* UInt64(UInt32(truncatingIfNeeded: weight)) &+ 0x0080_0080_0080_0080
        let channels = sum &>> 8 & 0x00FF_00FF_00FF_00FF
        return UInt32(truncatingIfNeeded: channels | channels &>> 24)
    }

    /// The number of a glyph's pixels that are processed at a time. Some of the last ones may lie beyond the glyph. They
    /// are read and written unchanged.
    static let group = 8

    /// Draws columns of one row of a glyph. `coverage` is the address of the coverage for the picture's column 0.
    @inline(never)
    func draw(_ coverage: UnsafePointer<UInt8>, _ columns: Span, into row: UnsafeMutablePointer<UInt32>) {
        let bytes = UnsafeRawPointer(coverage)
        let isOpaque = opacity == 256
        var column = Int(columns.from)
        let end = Int(columns.to)
        while column < end {
            var covered = bytes.loadUnaligned(fromByteOffset: column, as: UInt64.self)
            let rest = end &- column
            if rest < Paint.group { covered &= UInt64.max &>> UInt64((Paint.group &- rest) &* 8) }
            // Many pixels of a glyph's cell are empty, and some are full.
            if covered == .max && isOpaque {
                setPixels(row + column, count: Paint.group, to: color)
            } else if covered != 0 {
                layOver(row + column, covered: unsafeBitCast(covered, to: SIMD8<UInt8>.self))
            }
            column &+= Paint.group
        }
    }

    /// Blends the colour with eight pixels, as `over` does, by coverages of 0…255.
    @inline(__always)
    func layOver(_ first: UnsafeMutablePointer<UInt32>, covered: SIMD8<UInt8>) {
        let covered = SIMD8<UInt16>(truncatingIfNeeded: covered)
        var weights = covered &+ covered &>> 7
        if opacity < 256 { weights = (weights &* UInt16(truncatingIfNeeded: opacity)) &>> 8 }
        let pixels = UnsafeMutableRawPointer(first)
        let channels = pair
        Paint.lay(channels, over: pixels, weights[0], weights[1])
        Paint.lay(channels, over: pixels + 8, weights[2], weights[3])
        Paint.lay(channels, over: pixels + 16, weights[4], weights[5])
        Paint.lay(channels, over: pixels + 24, weights[6], weights[7])
    }

    /// Two pixels have eight channels of 16 bits. The sums do not overflow.
    @inline(__always)
    private static func lay(
        _ channels: SIMD8<UInt16>, over pixels: UnsafeMutableRawPointer, _ first: UInt16, _ second: UInt16
    ) {
        let under = SIMD8<UInt16>(truncatingIfNeeded: pixels.loadUnaligned(as: SIMD8<UInt8>.self))
        let weights = SIMD8(first, first, first, first, second, second, second, second)
        let sum = under &<< 8 &+ (channels &- under) &* weights &+ 0x80
        pixels.storeBytes(of: SIMD8<UInt8>(truncatingIfNeeded: sum &>> 8), as: SIMD8<UInt8>.self)
    }

    /// The channels of two pixels with this colour.
    @inline(__always)
    private var pair: SIMD8<UInt16> {
        let word = UInt64(color)
        return SIMD8(truncatingIfNeeded: unsafeBitCast(word << 32 | word, to: SIMD8<UInt8>.self))
    }

    /// The channels in the order blue, red, green, alpha.
    @inline(__always)
    private static func spread(_ word: UInt32) -> UInt64 {
        (UInt64(word) | UInt64(word) &<< 24) & 0x00FF_00FF_00FF_00FF
    }
}
