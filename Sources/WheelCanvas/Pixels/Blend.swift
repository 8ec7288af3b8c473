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

    /// Blue, red, green and alpha.
    @inline(__always)
    private static func spread(_ word: UInt32) -> UInt64 {
        (UInt64(word) | UInt64(word) &<< 24) & 0x00FF_00FF_00FF_00FF
    }
}
