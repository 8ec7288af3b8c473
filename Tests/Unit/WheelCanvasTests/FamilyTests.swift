import CAllocationCounter
import Testing
import WheelCanvas
import WheelCore

/// The faces of a family: B612 with bold, and DejaVu Sans for words with letters that B612 lacks.
@Suite struct FamilyTests {
    let family: Typeface
    let spare: Typeface

    init() throws {
        family = try Typeface([.b612])
        spare = try Typeface([.dejaVuSans])
    }

    @Test func theUsualFontIsB612() throws {
        let (usual, b612) = (try Typeface().font(pixels: 40), family.font(pixels: 40))
        #expect(Self.ink("Gain 0123456789", usual) == Self.ink("Gain 0123456789", b612))
        #expect(Self.ink("Gain 0123456789", usual) != Self.ink("Gain 0123456789", spare.font(pixels: 40)))
        #expect(Set("0123456789".map { usual.width(of: String($0)) }).count == 1)
    }

    /// B612 lacks these spaces between the groups of a number. The number is still drawn in B612, with a narrow gap.
    @Test(arguments: ["\u{2009}", "\u{202F}"]) func aNarrowSpaceIsAGap(_ space: String) {
        let font = family.font(pixels: 40)
        let gap = font.width(of: "14\(space)074") - font.width(of: "14") - font.width(of: "074")
        #expect(abs(gap - 0.18 * 40) < 1e-9)
        let ink = Self.ink("14\(space)074", font)
        #expect(ink != Self.ink("14\(space)074", spare.font(pixels: 40)))
        #expect(Self.ink("4\(space)", font) == Self.ink("4", font))
    }

    @Test func withoutB612AllIsDejaVuSans() throws {
        let missing = FontFamily(regular: ["/nowhere/B612-Regular.otf"], bold: [])
        let found = try Typeface([missing, .dejaVuSans]).font(pixels: 40)
        #expect(Self.ink("Gain Ж", found) == Self.ink("Gain Ж", spare.font(pixels: 40)))
        #expect(throws: CanvasError.self) { try Typeface([missing, missing]) }
    }

    @Test(arguments: [8.0, 17, 19.3, 26, 37, 58, 95]) func aFontHasTheHeightOfItsCapitals(_ capital: Double) throws {
        for typeface in [family, spare] {
            for weight in [FontWeight.regular, .bold] {
                let font = typeface.font(capital: capital, weight: weight)
                #expect(font.capHeight <= capital + 1e-3 && font.capHeight > capital - 0.4)
                #expect(font.pixels * 2 == (font.pixels * 2).rounded())
                #expect(typeface.font(capital: font.capHeight, weight: weight).pixels == font.pixels)
                let height = try #require(Self.bounds("H", font)).height
                #expect(abs(Double(height) - capital) <= 1.4)
            }
        }
    }

    @Test func boldIsBolder() throws {
        for typeface in [family, spare] {
            let (regular, bold) = (typeface.font(pixels: 40), typeface.font(pixels: 40, weight: .bold))
            #expect(Self.weight("Gain 12", bold) > Self.weight("Gain 12", regular) * 1.2)
        }
        // Without a bold face, bold text is regular.
        let alone = try Typeface(path: "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf")
        #expect(
            Self.ink("Gain", alone.font(pixels: 40)) == Self.ink("Gain", alone.font(pixels: 40, weight: .bold)))
    }

    /// Each word is drawn as if alone: in B612 if B612 has all its letters, otherwise in DejaVu Sans.
    @Test(arguments: [FontWeight.regular, .bold]) func aWordIsDrawnInOneFont(_ weight: FontWeight) throws {
        let font = family.font(capital: 30, weight: weight)
        let size = (font.capHeight * 2048 / 1493 * 64).rounded() / 64
        let other = spare.font(pixels: size, weight: weight)
        #expect(abs(other.capHeight - font.capHeight) < 0.02)
        for (text, words) in [
            ("Частота", [("Частота", other)]), ("Řízení", [("Řízení", other)]),
            ("VFO A", [("VFO", font), ("A", font)]), ("10 kΩ", [("10", font), ("kΩ", font)]),
            ("Kanał A Řada", [("Kanał", other), ("A", font), ("Řada", other)]),
        ] {
            let gaps = Double(words.count - 1) * font.width(of: " ")
            let sum = words.reduce(gaps) { $0 + $1.1.width(of: $1.0) }
            #expect(abs(font.width(of: text) - sum) < 1e-9)
            // Drawn one by one at their places, the words give the same picture.
            var (list, x) = ([(String, Font, Double)](), 10.0)
            for (word, used) in words {
                list.append((word, used, x))
                x += used.width(of: word) + font.width(of: " ")
            }
            #expect(Self.ink([(text, font, 10)]) == Self.ink(list))
        }
    }

    @Test func thePlacesOfLinesAgreeWithTheirWidths() throws {
        let font = family.font(capital: 20)
        for text in ["Kanał A Řada", "Частота 1", "AVAVAV Ř", "Ř AVAVAV", ""] {
            for (alignment, share) in [(TextAlignment.start, 0.0), (.middle, 0.5), (.end, 1)] {
                let start = 300 - share * font.width(of: text)
                #expect(Self.ink([(text, font, start)]) == Self.ink(text, font, at: 300, alignment))
            }
        }
    }

    @Test func preparedGlyphsTakeNoMemoryLater() throws {
        guard allocations_are_counted() else { return }
        let font = family.font(pixels: 20)
        font.prepare("Kanał A Řada 0123456789")
        var list = DisplayList()
        // The first round allocates the list's own memory, so only the second is checked.
        for isFirst in [true, false] {
            list.removeAll()
            let before = allocations_of_this_thread()
            for step in 0..<8 {
                let place = Point(x: Double(step) * 0.3, y: 30)
                list.add("Kanał A Řada 0123456789", font: font, at: place, alignment: .end, color: .white)
            }
            let count = allocations_of_this_thread() - before
            #expect(isFirst || count == 0)
        }
    }

    private static let (width, height) = (400, 160)

    private static func bounds(_ text: String, _ font: Font) -> (top: Int, height: Int)? {
        let rows = ink(text, font, at: 10).enumerated().filter { $0.element.contains { $0 != .black } }.map(\.offset)
        return rows.first.map { ($0, (rows.last ?? $0) - $0 + 1) }
    }

    private static func weight(_ text: String, _ font: Font) -> Double {
        ink(text, font).joined().reduce(0) { $0 + Double($1.green) }
    }

    private static func ink(
        _ text: String, _ font: Font, at x: Double = 10, _ alignment: TextAlignment = .start
    ) -> [[Color]] {
        ink([(text, font, x)], alignment)
    }

    /// The rows of a picture with these lines of text.
    private static func ink(_ lines: [(String, Font, Double)], _ alignment: TextAlignment = .start) -> [[Color]] {
        var rows = [[Color]](repeating: [Color](repeating: .black, count: width), count: height)
        // A list has texts of one typeface, so each typeface gets its own.
        for used in Set(lines.map { ObjectIdentifier($0.1.typeface) }) {
            var (list, damage) = (DisplayList(), DamageRegion())
            for (text, font, x) in lines where ObjectIdentifier(font.typeface) == used {
                list.add(text, font: font, at: Point(x: x, y: 120), alignment: alignment, color: .white)
            }
            let bitmap = Bitmap(width: width, height: height)
            Canvas(width: width, height: height).draw(list, into: bitmap.pixels, damage: &damage)
            for y in 0..<height {
                for x in 0..<width where bitmap.pixels[x, y] != .black { rows[y][x] = bitmap.pixels[x, y] }
            }
        }
        return rows
    }
}
