/// A colour ready to be laid over pixels.
///
/// The four channels of a pixel stand sixteen bits apart in one word of 64 bits, so that one multiplication serves all
/// of them: a product with at most 256 does not reach the neighbour.
struct Paint {
    /// 0xFFRRGGBB.
    let color: UInt32
    /// In 256ths.
    let opacity: Int32
    private let spread: UInt64

    init(color: UInt32, opacity: Int32) {
        self.color = color
        self.opacity = opacity
        spread = Paint.spread(color)
    }

    /// The word of this colour laid over that of `below`, `weight` parts in 256 of it, each channel rounded to the
    /// nearest. Equal colours stay what they are at any weight.
    @inline(__always)
    func over(_ below: UInt32, weight: Int32) -> UInt32 {
        let under = Paint.spread(below)
        // Borrows from channel to channel cancel out: each sum is a channel's 256 parts, and none is negative.
        let sum =
            (under &<< 8) &+ (spread &- under) &* UInt64(UInt32(truncatingIfNeeded: weight)) &+ 0x0080_0080_0080_0080
        let channels = sum &>> 8 & 0x00FF_00FF_00FF_00FF
        return UInt32(truncatingIfNeeded: channels | channels &>> 24)
    }

    /// Lays the colour over eight pixels, as `over` does, by coverages of 0…255.
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

    /// Two pixels: eight channels of sixteen bits, which the sums do not exceed.
    @inline(__always)
    private static func lay(
        _ channels: SIMD8<UInt16>, over pixels: UnsafeMutableRawPointer, _ first: UInt16, _ second: UInt16
    ) {
        let under = SIMD8<UInt16>(truncatingIfNeeded: pixels.loadUnaligned(as: SIMD8<UInt8>.self))
        let weights = SIMD8(first, first, first, first, second, second, second, second)
        let sum = under &<< 8 &+ (channels &- under) &* weights &+ 0x80
        pixels.storeBytes(of: SIMD8<UInt8>(truncatingIfNeeded: sum &>> 8), as: SIMD8<UInt8>.self)
    }

    /// The channels of two pixels of this colour.
    @inline(__always)
    private var pair: SIMD8<UInt16> {
        let word = UInt64(color)
        return SIMD8(truncatingIfNeeded: unsafeBitCast(word << 32 | word, to: SIMD8<UInt8>.self))
    }

    /// Blue, red, green and alpha.
    @inline(__always)
    private static func spread(_ word: UInt32) -> UInt64 {
        (UInt64(word) | UInt64(word) &<< 24) & 0x00FF_00FF_00FF_00FF
    }
}
