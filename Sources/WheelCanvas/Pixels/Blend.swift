/// A colour prepared for blending.
///
/// The four channels of a pixel are 16 bits apart in a 64-bit word, so one multiplication handles all of them. A
/// channel times at most 256 does not overflow into the next channel.
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

    /// Blends this colour over `below`. `coverage` is the coverage of a glyph's pixel, from 0 to 255.
    @inline(__always)
    func over(_ below: UInt32, coverage: Int32) -> UInt32 {
        over(below, weight: ((coverage &+ coverage &>> 7) &* opacity) &>> 8)
    }

    /// The number of a glyph's pixels that are processed at a time. The last group may extend beyond the glyph. The
    /// pixels there are read, and may be written back unchanged.
    static let group = 8

    /// Draws columns of one row of a glyph. `coverage` is the address of the coverage for the picture's column 0.
    @inline(never)
    func draw(_ coverage: UnsafePointer<UInt8>, _ columns: Span, into row: UnsafeMutablePointer<UInt32>) {
        let bytes = UnsafeRawPointer(coverage)
        let full = opacity == 256 ? UInt64.max : 0
        let channels = Channels(color)
        var column = Int(columns.from)
        let end = Int(columns.to)
        while column < end {
            var covered = bytes.loadUnaligned(fromByteOffset: column, as: UInt64.self)
            let rest = end &- column
            if rest < Paint.group { covered &= UInt64.max &>> UInt64((Paint.group &- rest) &* 8) }
            // Many groups are empty, and some are covered in full. Neither kind is blended.
            if covered != 0 {
                let pixels = UnsafeMutableRawPointer(row + column)
                if covered == full {
                    let group = SIMD4(repeating: color)
                    pixels.storeBytes(of: group, as: SIMD4<UInt32>.self)
                    pixels.storeBytes(of: group, toByteOffset: 16, as: SIMD4<UInt32>.self)
                } else {
                    // Most often, only one half of the group is partly covered.
                    let (low, high) = (UInt32(truncatingIfNeeded: covered), UInt32(truncatingIfNeeded: covered &>> 32))
                    let fullHalf = UInt32(truncatingIfNeeded: full)
                    blend(pixels, low, channels, full: fullHalf)
                    blend(pixels + 16, high, channels, full: fullHalf)
                }
            }
            column &+= Paint.group
        }
    }

    /// Blends the colour with four pixels, as `over` does, by coverages of 0…255.
    @inline(__always)
    private func blend(_ pixels: UnsafeMutableRawPointer, _ covered: UInt32, _ channels: Channels, full: UInt32) {
        guard covered != 0 else { return }
        guard covered != full else {
            return pixels.storeBytes(of: SIMD4(repeating: color), as: SIMD4<UInt32>.self)
        }
        let bytes = unsafeBitCast(UInt64(covered), to: SIMD8<UInt8>.self)
        let coverages = SIMD8<UInt16>(truncatingIfNeeded: bytes)
        var weights = coverages &+ coverages &>> 7
        if opacity < 256 { weights = (weights &* UInt16(truncatingIfNeeded: opacity)) &>> 8 }
        let under = pixels.loadUnaligned(as: SIMD16<UInt8>.self)
        let low = channels.over(under.lowHalf, weights[0], weights[1])
        let high = channels.over(under.highHalf, weights[2], weights[3])
        pixels.storeBytes(of: SIMD16(lowHalf: low, highHalf: high), as: SIMD16<UInt8>.self)
    }

    /// The eight channels of two pixels with the same colour.
    private struct Channels {
        private let wide: SIMD8<UInt16>

        init(_ color: UInt32) {
            let word = UInt64(color)
            wide = SIMD8(truncatingIfNeeded: unsafeBitCast(word << 32 | word, to: SIMD8<UInt8>.self))
        }

        /// Blends the colour with two pixels. Each of the eight channels has 16 bits, so no sum overflows.
        @inline(__always)
        func over(_ below: SIMD8<UInt8>, _ first: UInt16, _ second: UInt16) -> SIMD8<UInt8> {
            let under = SIMD8<UInt16>(truncatingIfNeeded: below)
            let weights = SIMD8(first, first, first, first, second, second, second, second)
            let sum = (under &<< 8 | 0x80) &+ (wide &- under) &* weights
            return SIMD8(truncatingIfNeeded: sum &>> 8)
        }
    }

    /// The channels, 16 bits apart, from the lowest bits: blue, red, green, alpha.
    @inline(__always)
    private static func spread(_ word: UInt32) -> UInt64 {
        (UInt64(word) | UInt64(word) &<< 24) & 0x00FF_00FF_00FF_00FF
    }
}
