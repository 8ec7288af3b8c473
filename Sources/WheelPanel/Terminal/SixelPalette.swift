import WheelCanvas

/// The colours in a terminal's registers for sixel pictures. A colour keeps its register, since some terminals share
/// the registers among all pictures on the screen.
struct SixelPalette {
    /// The maximum error of a channel, in steps of 1/255, with which a colour may use the register of another colour.
    let tolerance: Int
    /// The colour of each register as 0xRRGGBB, with channels in percent, as in sixel colours.
    private(set) var colors: [UInt32] = []
    /// Whether no register was left for a colour that differs too much from all others.
    private(set) var isShort = false
    private let limit: Int
    /// `colors` with channels in steps of 1/255, as the terminal shows them.
    private var shown: [UInt32] = []
    /// The register that each colour of the picture uses.
    private var known: [UInt32: UInt16] = [:]

    /// The smallest tolerance, in steps of 1/255. Registers hold percents, and a percent is 2.55 steps, so even a
    /// colour with its own register may be off by one step.
    static let leastTolerance = 1

    init(limit: Int, tolerance: Int = SixelPalette.leastTolerance) {
        (self.limit, self.tolerance) = (limit, tolerance)
    }

    mutating func register(of color: UInt32) -> UInt16 {
        if let register = known[color] { return register }
        let register = UInt16(nearest(to: color))
        known[color] = register
        return register
    }

    private mutating func nearest(to color: UInt32) -> Int {
        var (nearest, least) = (0, Int.max)
        for (register, other) in shown.enumerated() {
            let distance = SixelPalette.distance(color, other)
            if distance < least { (nearest, least) = (register, distance) }
        }
        if least <= tolerance { return nearest }
        guard colors.count < limit else {
            isShort = true
            return nearest
        }
        let percent = SixelPalette.scaled(color, from: 255, to: 100)
        colors.append(percent)
        shown.append(SixelPalette.scaled(percent, from: 100, to: 255))
        return colors.count - 1
    }

    /// Assigns registers to the most frequent colours before other colours are merged with them.
    mutating func reserve(for pixels: PixelBuffer) {
        var counts: [UInt32: Int] = [:]
        for y in 0..<pixels.height {
            // Most pixels have the colour of the previous pixel, so runs of equal pixels are counted together.
            var (last, run) = (UInt32(0), 0)
            for x in 0..<pixels.width {
                let color = pixels.color(x, y)
                if color == last {
                    run += 1
                } else {
                    counts[last, default: 0] += run
                    (last, run) = (color, 1)
                }
            }
            counts[last, default: 0] += run
        }
        let frequent = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        for (color, _) in frequent.prefix(min(limit, 16)) { _ = register(of: color) }
    }

    private static func scaled(_ color: UInt32, from: UInt32, to: UInt32) -> UInt32 {
        func channel(_ shift: UInt32) -> UInt32 { (((color >> shift & 0xFF) * to + from / 2) / from) << shift }
        return channel(16) | channel(8) | channel(0)
    }

    private static func distance(_ one: UInt32, _ other: UInt32) -> Int {
        func channel(_ shift: UInt32) -> Int { abs(Int(one >> shift & 0xFF) - Int(other >> shift & 0xFF)) }
        return max(channel(16), channel(8), channel(0))
    }
}

extension PixelBuffer {
    /// The colour of a pixel as 0xRRGGBB. The picture must be in libpng's format or in XRGB8888.
    func color(_ x: Int, _ y: Int) -> UInt32 {
        let place = pixel(x, y)
        guard format == .bgr888 else { return place.load(as: UInt32.self) & 0xFF_FFFF }
        func byte(_ offset: Int) -> UInt32 { UInt32(place.load(fromByteOffset: offset, as: UInt8.self)) }
        return byte(0) << 16 | byte(1) << 8 | byte(2)
    }
}
