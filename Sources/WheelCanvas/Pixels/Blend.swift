/// The word of `color` laid over that of `below`, `weight` parts in 256 of it, each channel rounded to the nearest.
///
/// Two channels at a time: in a 32-bit word red and blue are sixteen bits apart, and so are alpha and green, so
/// that a product with at most 256 does not reach the neighbour. Equal colours stay what they are at any weight.
@inline(__always)
func blended(_ below: UInt32, with color: UInt32, weight: UInt32) -> UInt32 {
    let rest = 256 &- weight
    let mask: UInt32 = 0x00FF_00FF
    let half: UInt32 = 0x0080_0080
    let redBlue = ((below & mask) &* rest &+ (color & mask) &* weight &+ half) >> 8 & mask
    let alphaGreen = ((below >> 8 & mask) &* rest &+ (color >> 8 & mask) &* weight &+ half) & ~mask
    return redBlue | alphaGreen
}
