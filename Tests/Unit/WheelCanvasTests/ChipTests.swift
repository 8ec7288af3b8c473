import TestSupport
import Testing
import WheelCanvas
import WheelCore

/// Chips with words, as of selectors and choosers: plates that stay, and above them plates and texts that move by whole
/// pixels. Most pixels of chips are written without blending. A plate's trace (the crossings of its outline with the
/// rows of pixels) is computed once, and shifted when the plate moves.
@Suite struct ChipTests {
    static let (width, height) = (200, 90)
    private static let colors = [Color(0xFFA528), Color(0x14181E), Color(0xF6F8FA), Color(0xA9B3C0, alpha: 90)]

    @Test(arguments: [PixelFormat.xrgb8888, .xbgr8888, .rgb565])
    func chipsLookAsInAFormatThatIsAlwaysBlended(_ format: PixelFormat) throws {
        let font = try Typeface().font(pixels: 19)
        var canvases = (0..<3).map { _ in Canvas(width: Self.width, height: Self.height) }
        var ground = Color.black
        let bitmaps = [format, .rgb888, format].map { Bitmap(width: Self.width, height: Self.height, format: $0) }
        var (still, moving, damage) = (DisplayList(), DisplayList(), DamageRegion())
        let problem = counterexample("chips in \(format)", seed: 9, cases: 600) { random in
            if random.once(in: 15) {
                Self.fill(&still, plates: 4, font, &random)
                ground = Self.colors[random.int(in: 0...2)]
                for canvas in canvases { canvas.setLayer(still, on: ground) }
            }
            Self.fill(&moving, plates: random.int(in: 0...2), font, &random)
            // The third picture is drawn in full, by a canvas that has no traces yet.
            canvases[2] = Canvas(width: Self.width, height: Self.height)
            canvases[2].setLayer(still, on: ground)
            for (canvas, bitmap) in zip(canvases, bitmaps) { canvas.draw(moving, into: bitmap.pixels, damage: &damage) }
            return Self.difference(bitmaps[0].pixels, bitmaps[1].pixels, bitmaps[2].pixels)
        }
        #expect(problem == nil)
    }

    private static func fill(
        _ list: inout DisplayList, plates: Int, _ font: Font, _ random: inout SeededGenerator
    ) {
        list.removeAll()
        for plate in 0..<plates {
            let (x, y) = (Double(random.int(in: -9...150)), Double(random.int(in: -9...60)))
            // Few sizes and fractions of a pixel, so that most plates move or grow by whole pixels.
            let fraction = random.once(in: 4) ? 0.37 : 0
            let size = Size(width: [60, 61, 60.5, 35, 33][random.int(in: 0...4)], height: 34)
            list.add(
                .roundedRectangle(
                    Rect(origin: Point(x: x + fraction, y: y), size: size), radius: [4, 17, 30, 0][plate & 3]),
                color: colors[random.int(in: 0...3)])
            guard !random.once(in: 4) else { continue }
            list.add(
                ["10", "Vox", "AV", "1"][random.int(in: 0...3)], font: font, at: Point(x: x + 30.25, y: y + 24),
                alignment: .middle, color: colors[random.int(in: 0...3)])
        }
    }

    /// The first pixel in which the picture drawn in steps differs from the blended or from the full one; nil if none
    /// does.
    private static func difference(_ steps: PixelBuffer, _ blended: PixelBuffer, _ full: PixelBuffer) -> String? {
        for y in 0..<height {
            for x in 0..<width {
                let (color, other) = (steps[x, y], blended[x, y])
                if color != full[x, y] { return "pixel \(x), \(y) is \(color), and in full \(full[x, y])" }
                let bits: (UInt8, UInt8) = steps.format == .rgb565 ? (3, 2) : (0, 0)
                guard color.red >> bits.0 == other.red >> bits.0 && color.green >> bits.1 == other.green >> bits.1,
                    color.blue >> bits.0 == other.blue >> bits.0
                else { return "pixel \(x), \(y) is \(color), and blended \(other)" }
            }
        }
        return nil
    }
}
