import TestSupport
import Testing
import WheelCanvas
import WheelCore
import WheelModel

@testable import WheelScene

/// The pictures of a counter: −99999.00 … 99999.00 m, with the speeds 1000000, 1000, 100, 12.5, 1, 0.01 and 0.001.
@Suite("Digits: pictures") struct DigitSceneTests {
    /// A row: a value, a step, and a letter for each digit: `f` faint, `b` bright, a capital if the digit is
    /// underlined.
    @Test(
        "The digits that a detent moves are underlined; zeros before them and digits behind them are faint",
        arguments: table(
            """
            12345 100           -> bbBffff
            12.5 100            -> ffBffff
            12.5 12.5           -> fffBBBf
            12345 1             -> bbbbBff
            -12345 1            -> bbbbBff
            0 1000              -> fBfffff
            0 1                 -> ffffBff
            99999 0.01          -> bbbbbbB
            12.5 0.001          -> fffbbbb          # finer than all digits
            12.5 1000000        -> fffbbbb          # coarser than all digits
            """), [Theme.dark, .light])
    func digits(_ row: Row, _ theme: Theme) throws {
        let words = row.input.split(separator: " ").map(String.init)
        let studio = try Self.studio(theme: theme)
        studio.speed(0, words[1])
        studio.set(0, .number(number(words[0])))
        studio.draw()
        #expect(try Self.description(studio) == row.output)
    }

    @Test("A stale value is faint, and one that nobody has set has no digits")
    func states() throws {
        let studio = try Self.studio()
        studio.set(0, .number(12345))
        studio.draw { state in
            state = state.with(0) {
                $0.age = AgePicture(writtenAt: Instant(microseconds: 0), staleAt: Instant(microseconds: 1))
            }
        }
        #expect(try Self.description(studio) == "ffffFff")
        studio.draw { state in state = state.with(0) { $0.hasValue = false } }
        #expect(try !Self.description(studio).contains { $0.isUppercase })
    }

    /// Without the lock, the zero of the hundreds, which a detent moves, is bright and underlined.
    @Test("A locked counter has a faint underline, and its digits are those of a number without a cursor")
    func locked() throws {
        let studio = try Self.studio()
        studio.speed(0, "100")
        studio.set(0, .number(12.5))
        studio.draw()
        #expect(try Self.description(studio) == "ffBffff")
        studio.draw { $0.isLocked = true }
        #expect(try Self.description(studio) == "fffbbbb")
    }

    @Test("Every digit keeps its place: only the pixels of digits that change are written")
    func damage() throws {
        let studio = try Self.studio()
        let layout = try Self.layout(studio)
        for (from, to, places) in [
            (12345.0, 12346.0, [0]), (12399, 12400, [2, 1, 0]), (12345.5, 12345.6, [-1]), (99, 100, [2, 1, 0]),
            (5, 6, [0]), (-1, -2, [0]),
        ] {
            studio.set(0, .number(from))
            studio.draw()
            studio.set(0, .number(to))
            studio.draw()
            #expect(!studio.damage.isEmpty)
            for index in 0..<studio.damage.count {
                let rect = studio.damage[index]
                let middle = Double(rect.x) + Double(rect.width) / 2
                let column = layout.columns.first { $0.x...$0.x + layout.columnWidth ~= middle }
                let place = try #require(column).place
                #expect(places.contains(place), "\(from) → \(to) writes the digit \(place)")
                #expect(Double(rect.width) <= layout.columnWidth + 2)
            }
        }
    }

    @Test("The last digit stands at the same place in every number")
    func rightAlignment() throws {
        let studio = try Self.studio()
        let layout = try Self.layout(studio)
        let column = try #require(layout.columns.last)
        var pictures: [[Color]] = []
        for value in [0.25, 1.25, 99998.25, -0.25, -54321.25] {
            studio.set(0, .number(value))
            studio.draw()
            pictures.append(Self.pixels(studio, column.x, layout.columnWidth, layout.field))
        }
        let areEqual = pictures.allSatisfy { $0 == pictures[0] }
        #expect(areEqual)
    }

    @Test("A word for a value and a number beyond the places are written inside the field, without underlines")
    func otherTexts() throws {
        let number = NumberSettings(
            range: ValueRange(-.infinity, .infinity), unit: "m", decimals: 2,
            texts: [TextForValue(at: 7, text: "unlimited range")], speeds: Self.speeds)
        let studio = try Self.studio(number)
        let layout = try Self.layout(studio)
        for value in [7, 123_456_789.25, -1e300] {
            studio.set(0, .number(value))
            studio.draw()
            var (left, right) = (studio.size.width, 0.0)
            for x in 0..<studio.stage.width {
                for y in Int(layout.field.minY) - 4..<Int(layout.field.maxY) + 12 {
                    let color = studio.pixels[x, y]
                    #expect(color != studio.theme.hand)
                    if color == studio.theme.text { (left, right) = (min(left, Double(x)), max(right, Double(x + 1))) }
                }
            }
            #expect(left >= layout.field.minX - 1)
            #expect(right <= layout.field.maxX + 1 && right > layout.field.maxX - layout.columnWidth / 2)
        }
    }

    @Test("In steps it is drawn as in full")
    func steps() throws {
        let (shown, full) = (try Self.studio(width: 260, height: 70), try Self.studio(width: 260, height: 70))
        let problem = counterexample("digits by damage", seed: 4, cases: 300) { random in
            let (value, speed) = (random.double(in: -99999...99999), random.pick(Self.speeds).name)
            let (isEditing, focus) = (random.once(in: 3), random.once(in: 2) ? 0 : nil)
            full.stage.invalidate()
            for studio in [shown, full] {
                if random.once(in: 3) { studio.speed(0, speed) }
                studio.set(0, .number(value))
            }
            full.speed(0, speed)
            shown.speed(0, speed)
            for studio in [shown, full] {
                studio.draw { state in
                    state = state.with(0) { $0.isEditing = isEditing }
                    state.focus = focus
                }
            }
            return firstDifference(shown.pixels, full.pixels).map { "pixel \($0) differs from a full redraw" }
        }
        #expect(problem == nil)
    }

    // MARK: Pictures

    private static let speeds = [1e6, 1000, 100, 12.5, 1, 0.01, 0.001].map {
        Speed(name: text($0), amount: .perDetent($0), density: 8, lineWidth: 1)
    }

    private static func studio(
        _ number: NumberSettings? = nil, theme: Theme = .dark, width: Int = 800, height: Int = 200
    ) throws -> Studio {
        let usual = NumberSettings(range: ValueRange(-99999, 99999), unit: "m", decimals: 2, speeds: speeds)
        let control = ControlSettings(name: "n", quantity: .float(number ?? usual), scene: .digits)
        let studio = try Studio(PanelSettings(controls: [control]), width: width, height: height, theme: theme)
        studio.speed(0, "1")
        return studio
    }

    private static func layout(_ studio: Studio) throws -> DigitsLayout {
        try #require(studio.layout().cells[0].scene as? DigitsLayout)
    }

    private static func description(_ studio: Studio) throws -> String {
        let layout = try layout(studio)
        return layout.columns.map { column in
            let digit = pixels(studio, column.x, layout.columnWidth, layout.field)
            let below = Rect(x: 0, y: layout.underline.top, width: 1, height: layout.underline.height)
            let line = pixels(studio, column.x + layout.columnWidth / 3, layout.columnWidth / 3, below)
            let isUnderlined = line.allSatisfy { $0 == studio.theme.hand }
            if !isUnderlined, line.contains(studio.theme.hand) { return "?" }
            let (isBright, isFaint) = (digit.contains(studio.theme.text), digit.contains(studio.theme.secondary))
            return isBright ? (isUnderlined ? "B" : "b") : isFaint ? (isUnderlined ? "F" : "f") : "-"
        }.joined()
    }

    private static func pixels(_ studio: Studio, _ x: Double, _ width: Double, _ rows: Rect) -> [Color] {
        var colors: [Color] = []
        for y in Int(rows.minY.rounded())..<Int(rows.maxY.rounded()) {
            for x in Int(x.rounded())..<Int((x + width).rounded()) { colors.append(studio.pixels[x, y]) }
        }
        return colors
    }
}
