/// An sRGB colour with an opacity. The channels are not multiplied by the opacity.
public struct Color: Equatable, Hashable, Sendable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8
    public var alpha: UInt8

    public static let black = Color(0x000000)
    public static let white = Color(0xFFFFFF)
}

extension Color {
    /// A colour from a number as in style sheets: `Color(0x3478F6)`.
    public init(_ rgb: UInt32, alpha: UInt8 = 255) {
        self.init(
            red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
            blue: UInt8(truncatingIfNeeded: rgb), alpha: alpha)
    }

    /// Each channel of the result is at `fraction` of the way from this colour's channel to the channel of `other`.
    public func mixed(with other: Color, fraction: Double) -> Color {
        let share = min(max(fraction, 0), 1)
        func mix(_ from: UInt8, _ to: UInt8) -> UInt8 {
            UInt8((Double(from) + (Double(to) - Double(from)) * share).rounded())
        }
        return Color(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
            alpha: mix(alpha, other.alpha))
    }

    /// An opaque pixel of this colour: 0xFFRRGGBB.
    var word: UInt32 {
        0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }

    /// The opacity in 256ths.
    var weight: Int32 {
        Int32(alpha) + Int32(alpha >> 7)
    }
}
