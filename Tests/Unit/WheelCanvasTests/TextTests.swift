import Testing
import WheelCanvas
import WheelCore

@Suite struct TextTests {
    static let (width, height) = (120, 40)
    let typeface: Typeface
    let font: Font

    init() throws {
        typeface = try Typeface()
        font = typeface.font(pixels: 20)
    }

    @Test func kerningMovesPairsTogether() throws {
        let font = try Typeface([.dejaVuSans]).font(pixels: 20)
        let (pair, apart) = (font.width(of: "AV"), font.width(of: "A") + font.width(of: "V"))
        #expect(pair < apart - 0.5)
        #expect(font.width(of: "HH") == 2 * font.width(of: "H"))
        #expect(font.width(of: "") == 0)
    }

    @Test func measuresGrowWithTheSize() {
        let double = typeface.font(pixels: 40)
        #expect(abs(double.width(of: "−12.5 kHz") - 2 * font.width(of: "−12.5 kHz")) < 1e-9)
        #expect(double.pixels == 40)
        #expect(abs(double.capHeight - 2 * font.capHeight) < 1e-9)
        #expect(font.capHeight < font.ascent && font.ascent + font.descent <= font.lineHeight + 1e-9)
    }

    @Test(arguments: [20.0, 31, 48])
    func aCapitalStandsOnTheBaseline(_ pixels: Double) throws {
        let font = typeface.font(pixels: pixels)
        let bounds = try #require(drawn("H", font, Point(x: 60, y: 70), height: 100).bounds)
        #expect(bounds.y + bounds.height == 70)
        #expect(abs(Double(bounds.height) - font.capHeight) <= 1)
    }

    @Test func alignmentIsByTheWidth() throws {
        for (alignment, share) in [(TextAlignment.start, 0.0), (.middle, 0.5), (.end, 1)] {
            let bounds = try #require(drawn("HHHH", font, Point(x: 60, y: 30), alignment).bounds)
            let middle = Double(bounds.x) + Double(bounds.width) / 2
            #expect(abs(middle - (60 + (0.5 - share) * font.width(of: "HHHH"))) <= 1)
        }
    }

    @Test func aGlyphMovesByQuartersOfAPixel() {
        let pictures = [10.0, 10.25, 10.5, 10.75, 11].map { drawn("8", font, Point(x: $0, y: 30)) }
        for (quarter, picture) in pictures.enumerated() {
            #expect(abs(picture.middle - pictures[0].middle - Double(quarter) / 4) < 0.02)
        }
        #expect(pictures[4].columns(1..<120) == pictures[0].columns(0..<119))
    }

    @Test func textIsCutAtTheSidesWithoutAChange() {
        let whole = drawn("Ag45°", font, Point(x: 40, y: 25))
        let (left, right) = (
            drawn("Ag45°", font, Point(x: -10, y: 25)), drawn("Ag45°", font, Point(x: 100, y: 25))
        )
        #expect(left.columns(0..<60) == whole.columns(50..<110))
        #expect(right.columns(70..<120) == whole.columns(10..<60))
        #expect(drawn("Ag45°", font, Point(x: 40, y: 5)).rows(0..<10) == whole.rows(20..<30))
        #expect(drawn("Ag45°", font, Point(x: 4000, y: 5)).bounds == nil)
        #expect(drawn("Ag45°", font, Point(x: .nan, y: 5)).bounds == nil)
    }

    @Test func missingCharactersAreABox() throws {
        #expect(font.width(of: "\u{E123}") > 0)
        #expect(drawn("\u{E123}", font, Point(x: 40, y: 30)).bounds != nil)
    }

    @Test func preparedGlyphsAreEqual() throws {
        let prepared = try Typeface().font(pixels: 20)
        prepared.prepare("0123456789.°")
        let place = Point(x: 40.3, y: 30)
        #expect(drawn("45.0°", prepared, place).columns(0..<120) == drawn("45.0°", font, place).columns(0..<120))
    }

    @Test(arguments: [("/nowhere/Sans.ttf", "cannot be opened"), ("/etc/passwd", "is not a font")])
    func anUnusableFontHasAReason(_ path: String, _ reason: String) {
        let advice = "install the package fonts-b612 or fonts-dejavu-core, or name the file of another font"
        do throws(CanvasError) {
            _ = try Typeface(path: path)
            Issue.record("\(path) was taken for a font")
        } catch {
            #expect(error.description == "font \(path): \(reason); \(advice)")
        }
    }

    private func drawn(
        _ text: String, _ font: Font, _ place: Point, _ alignment: TextAlignment = .start, height: Int = Self.height
    ) -> Picture {
        var (list, damage) = (DisplayList(), DamageRegion())
        list.add(text, font: font, at: place, alignment: alignment, color: .white)
        let bitmap = Bitmap(width: Self.width, height: height)
        Canvas(width: Self.width, height: height).draw(list, into: bitmap.pixels, damage: &damage)
        return Picture(pixels: bitmap.pixels)
    }

    struct Picture {
        let pixels: PixelBuffer

        /// The bounds of all pixels that are not black.
        var bounds: PixelRect? {
            var bounds: PixelRect?
            for y in 0..<pixels.height {
                for x in 0..<pixels.width where pixels[x, y] != .black {
                    let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
                    bounds = bounds.map { $0.union(pixel) } ?? pixel
                }
            }
            return bounds
        }

        /// The distance from the left side to the middle of the pixels that are not black, in pixels.
        var middle: Double {
            var (sum, weighted) = (0.0, 0.0)
            for y in 0..<pixels.height {
                for x in 0..<pixels.width {
                    sum += Double(pixels[x, y].green)
                    weighted += Double(pixels[x, y].green) * (Double(x) + 0.5)
                }
            }
            return weighted / sum
        }

        func columns(_ range: Range<Int>) -> [Color] {
            (0..<pixels.height).flatMap { y in range.map { pixels[$0, y] } }
        }

        func rows(_ range: Range<Int>) -> [Color] {
            range.flatMap { y in (0..<pixels.width).map { pixels[$0, y] } }
        }
    }
}
