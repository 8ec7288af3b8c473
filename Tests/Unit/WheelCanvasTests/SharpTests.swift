import Testing
import WheelCanvas
import WheelCore

/// Pictures without grey pixels: bitmaps enlarged by whole factors, outlines with one bit per pixel, and shapes whose
/// edge pixels have the nearer of two colours.
@Suite struct SharpTests {
    @Test(arguments: [
        (8.0, 8.0, 12.0), (7, 8, 12), (9.9, 8, 12), (20, 20, 32), (26, 26, 40), (30, 30, 48), (40, 40, 64),
    ])
    func bitmapsHaveWholeFactors(_ wanted: Double, _ capital: Double, _ pixels: Double) throws {
        let font = try Typeface([.terminus], isSharp: true).font(capital: wanted)
        #expect(font.capHeight == capital && font.pixels == pixels)
        #expect(font.width(of: "Gain 12") == 7 * pixels / 2)
        let rows = Self.drawn(font, "H", x: 10.3).enumerated().filter { $0.element.contains(.white) }.map(\.offset)
        #expect(rows == Array(80 - Int(capital)..<80))
    }

    @Test func anEnlargedBitmapHasTheSamePixels() throws {
        let typeface = try Typeface([.terminus], isSharp: true)
        let (small, large) = (typeface.font(pixels: 32), typeface.font(pixels: 64))
        let (one, two) = (Self.drawn(small, "R8", x: 20), Self.drawn(large, "R8", x: 40))
        for y in 0..<40 {
            for x in 0..<60 { #expect(one[80 - 1 - y][x] == two[80 - 1 - 2 * y][2 * x]) }
        }
    }

    /// Large text is bold, because regular strokes would be too thin.
    @Test(arguments: [(12.0, true), (16, true), (20, false), (32, false), (64, false)])
    func largeBitmapsAreBold(_ pixels: Double, _ isThin: Bool) throws {
        let typeface = try Typeface([.terminus], isSharp: true)
        let usual = Self.drawn(typeface.font(pixels: pixels), "Ho", x: 20)
        let bold = Self.drawn(typeface.font(pixels: pixels, weight: .bold), "Ho", x: 20)
        // At 12 pixels the bold face has the bitmaps of the regular face.
        #expect((usual == bold) == (!isThin || pixels == 12))
    }

    @Test(arguments: [FontFamily.terminus, .dejaVuSans, .b612]) func textIsNeverGrey(_ family: FontFamily) throws {
        let typeface = try Typeface([family], isSharp: true)
        for pixels in [9.0, 12, 17.5, 40] {
            let rows = Self.drawn(typeface.font(pixels: pixels), "Gain Řada 12,5", x: 3.4)
            #expect(Set(rows.joined()) == [.black, .white])
        }
    }

    @Test func shapesHaveTheNearerColour() {
        let bitmap = Bitmap(width: 40, height: 40)
        let canvas = Canvas(width: 40, height: 40, isSharp: true)
        var (list, damage) = (DisplayList(), DamageRegion())
        for step in 0..<40 {
            let middle = Point(x: 8 + Double(step) * 0.61, y: 20)
            list.removeAll()
            list.add(.disc(center: middle, radius: 6), color: .white)
            canvas.setLayer(on: Color(step < 20 ? 0x101010 : 0x303030))
            canvas.draw(list, into: bitmap.pixels, damage: &damage)
            for y in 0..<40 {
                for x in 0..<40 {
                    let distance =
                        ((Double(x) + 0.5 - middle.x) * (Double(x) + 0.5 - middle.x)
                        + (Double(y) + 0.5 - 20) * (Double(y) + 0.5 - 20)).squareRoot()
                    guard abs(distance - 6) > 0.2 else { continue }
                    #expect(bitmap.pixels[x, y] == (distance < 6 ? .white : .black))
                }
            }
        }
    }

    private static func drawn(_ font: Font, _ text: String, x: Double) -> [[Color]] {
        var (list, damage) = (DisplayList(), DamageRegion())
        list.add(text, font: font, at: Point(x: x, y: 80), color: .white)
        let bitmap = Bitmap(width: 300, height: 120)
        Canvas(width: 300, height: 120).draw(list, into: bitmap.pixels, damage: &damage)
        return (0..<120).map { y in (0..<300).map { bitmap.pixels[$0, y] } }
    }
}
