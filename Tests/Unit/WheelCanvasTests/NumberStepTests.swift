import TestSupport
import Testing
import WheelCanvas
import WheelCore

/// Steps in which only numbers change, as in most steps of a display. The numbers are on the ground, on plates of the
/// layer, and across the plates' edges.
@Suite struct NumberStepTests {
    private static let (width, height) = (220, 120)

    @Test(arguments: [PixelFormat.xrgb8888, .xbgr8888, .rgb565, .rgb888])
    func numbersLookAsInAFullRedraw(_ format: PixelFormat) throws {
        let typeface = try Typeface()
        let fonts = [9, 21, 60].map { typeface.font(pixels: $0) }
        let (canvas, reference) = (
            Canvas(width: Self.width, height: Self.height), Canvas(width: Self.width, height: Self.height)
        )
        let bitmaps = (0..<2).map { _ in Bitmap(width: Self.width, height: Self.height, format: format) }
        let (shown, full) = (bitmaps[0].pixels, bitmaps[1].pixels)
        var (list, still, damage, all) = (DisplayList(), DisplayList(), DamageRegion(), DamageRegion())
        var numbers: [Number] = []
        let problem = counterexample("numbers in \(format)", seed: 31, cases: 1_000) { random in
            if random.once(in: 20) {
                Self.fill(&still, &random)
                for canvas in [canvas, reference] { canvas.setLayer(still, on: Color(0x14181E)) }
                numbers = (0..<random.int(in: 1...4)).map { _ in Number(&random) }
            }
            for index in numbers.indices where random.once(in: 2) { numbers[index].value = random.int(in: -99...9_999) }
            list.removeAll()
            for number in numbers {
                list.add("\(number.value)", font: fonts[number.size], at: number.place, color: Color(0xFFA528))
            }
            canvas.draw(list, into: shown, damage: &damage)
            reference.invalidate()
            reference.draw(list, into: full, damage: &all)
            if let problem = Self.disorder(damage) { return problem }
            return DamageTests.firstDifference(shown, full).map { "pixel \($0) differs from a full redraw" }
        }
        #expect(problem == nil)
    }

    private struct Number {
        var value = 0
        var size: Int
        var place: Point

        init(_ random: inout SeededGenerator) {
            size = random.int(in: 1...2)
            place = Point(x: Double(random.int(in: -20...500)) / 4, y: Double(random.int(in: 20...120)))
        }
    }

    private static func fill(_ list: inout DisplayList, _ random: inout SeededGenerator) {
        list.removeAll()
        for _ in 0..<random.int(in: 0...3) {
            let rect = Rect(
                x: Double(random.int(in: -20...150)), y: Double(random.int(in: -20...90)),
                width: Double(random.int(in: 1...200)), height: Double(random.int(in: 1...90)))
            list.add(.roundedRectangle(rect, radius: 9), color: Color(0x252C36))
        }
    }

    /// What is wrong with the rectangles, or nil. They must be ordered from top to bottom and from left to right, and
    /// must not overlap.
    private static func disorder(_ damage: DamageRegion) -> String? {
        var seen = [Bool](repeating: false, count: width * height)
        for index in 0..<damage.count {
            let rect = damage[index]
            if index > 0 {
                let last = damage[index - 1]
                guard (last.y, last.x) < (rect.y, rect.x) else { return "\(rect) comes after \(last)" }
            }
            let isInside = rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= width && rect.y + rect.height <= height
            guard isInside else { return "\(rect) is outside" }
            for y in rect.y..<rect.y + rect.height {
                for x in rect.x..<rect.x + rect.width {
                    if seen[y * width + x] { return "the pixel \(x), \(y) is damaged twice" }
                    seen[y * width + x] = true
                }
            }
        }
        return nil
    }
}
