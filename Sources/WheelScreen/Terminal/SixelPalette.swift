/// The colours of a terminal's registers. A colour keeps its register, since some terminals share the registers between
/// all pictures on the screen.
struct SixelPalette {
    /// A colour as 0xRRGGBB, in percent for each channel: the steps of sixel colours.
    private(set) var colors: [UInt32] = []
    private let limit: Int
    /// The registers of colours as they stand in the picture.
    private var known: [UInt32: Int] = [:]
    /// The largest error of a channel in percent with which a colour takes another one's register. A percent is 2.55
    /// steps of a channel.
    private static let tolerance = 1
    /// Whether a colour has got a register that shows another one.
    private(set) var isShort = false

    init(limit: Int) { self.limit = limit }

    /// The register of a colour, 0xRRGGBB.
    mutating func register(of color: UInt32) -> Int {
        if let register = known[color] { return register }
        let register = newRegister(of: SixelPalette.percent(color))
        known[color] = register
        return register
    }

    private mutating func newRegister(of color: UInt32) -> Int {
        var (nearest, least) = (0, Int.max)
        for (register, other) in colors.enumerated() {
            let distance = SixelPalette.distance(color, other)
            if distance < least { (nearest, least) = (register, distance) }
        }
        if least == 0 { return nearest }
        if colors.count < limit {
            colors.append(color)
            return colors.count - 1
        }
        if least > SixelPalette.tolerance { isShort = true }
        return nearest
    }

    private static func percent(_ color: UInt32) -> UInt32 {
        func step(_ shift: UInt32) -> UInt32 { (((color >> shift & 0xFF) * 100 + 127) / 255) << shift }
        return step(16) | step(8) | step(0)
    }

    private static func distance(_ one: UInt32, _ other: UInt32) -> Int {
        func channel(_ shift: UInt32) -> Int { abs(Int(one >> shift & 0xFF) - Int(other >> shift & 0xFF)) }
        return max(channel(16), channel(8), channel(0))
    }
}
