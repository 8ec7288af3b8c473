import TestSupport
import Testing
import WheelCanvas
import WheelCore
import WheelModel

@testable import WheelScene

/// Pictures of two colours, and the pages of small screens.
@Suite struct MonoTests {
    private static let sizes = [(128, 64), (128, 32), (64, 128), (96, 64), (256, 64), (400, 240)]

    @Test(arguments: sizes) func thereAreTwoColours(_ width: Int, _ height: Int) throws {
        let problem = counterexample("two colours", seed: 5, cases: 60) { random in
            guard let studio = try? Studio(RandomPanel.settings, width: width, height: height, theme: .mono) else {
                return "there is no font"
            }
            studio.draw { state in
                state.focus = random.int(in: 0...state.controls.count - 1)
                state.isLocked = random.once(in: 4)
            }
            for y in 0..<height {
                for x in 0..<width {
                    let color = studio.pixels[x, y]
                    if color != .black, color != .white { return "\(x), \(y) is \(color)" }
                }
            }
            return nil
        }
        #expect(problem == nil)
    }

    /// The digits are as large as there is room for, and at least 20 pixels high wherever digits of this height fit.
    @Test(arguments: [
        (128, 64, 1.24, "1.240", 3), (128, 32, 1.24, "1.240", 2), (128, 64, 20, "20.000", 3),
        (64, 128, 1.24, "1.240", 2),
    ])
    func theDigitsAreStencils(_ width: Int, _ height: Int, _ value: Double, _ text: String, _ factor: Int) throws {
        let studio = try Studio(
            PanelSettings(controls: [Self.cutoff]), width: width, height: height, theme: .mono)
        studio.set(0, .number(value))
        studio.draw()
        #expect(studio.places(of: text, factor: factor).count == 1)
    }

    /// Digits that would be small on one line are on two lines. Each digit has the same place for all values. A level
    /// bar is below both lines of digits.
    @Test func manyDigitsHaveTwoLines() throws {
        func places(_ range: ValueRange, _ value: Double, _ decimals: Int, _ texts: [String]) throws -> [Int] {
            let control = Self.number("Count", range, value, "Hz", decimals) { $0.scene = .wheel }
            let studio = try Studio(PanelSettings(controls: [control]), width: 128, height: 64, theme: .mono)
            studio.draw { $0 = $0.with(0) { $0.isEditing = true } }
            return try texts.map { try #require(studio.places(of: $0, factor: 2).first, "\($0)").x }
        }
        let many = ValueRange(0, 999_999_999_999)
        #expect(try places(many, 123_456_789_012, 0, ["123456", "789012"]) == [29, 29])
        let few = try places(many, 7_654_321, 0, ["7", "654321"])
        #expect(few == [29 + 5 * 12, 29])
        let parts = ValueRange(-9_999_999, 9_999_999)
        #expect(try places(parts, -1_234_567.25, 3, ["−1234567", ".250"]).count == 2)
    }

    /// All words of a choice have the size in which the longest fits. A word with a space is on two lines.
    @Test func wordsHaveTwoLines() throws {
        let words = PositionSettings(positions: ["Off", "Constant current"].map { Position(name: $0) })
        let studio = try Studio(
            PanelSettings(controls: [ControlSettings(name: "mode", quantity: .choice(words))]), width: 128, height: 64,
            theme: .mono)
        func rows(_ position: Int) -> [Int] {
            studio.set(0, .position(position))
            studio.draw()
            return (14..<57).filter { y in (0..<128).contains { studio.pixels[$0, y] == .white } }
        }
        #expect(rows(0).count >= 12, "\(rows(0))")
        #expect(rows(1).count >= 24, "\(rows(1))")
    }

    @Test func theMarkedControlIsShownAlone() throws {
        let studio = try Studio(
            PanelSettings(controls: [Self.cutoff, Self.vfo]), width: 128, height: 64, theme: .mono)
        studio.draw { $0.focus = 0 }
        #expect(studio.places(of: "1.240", factor: 3).count == 1)
        studio.draw { $0.focus = 1 }
        #expect(studio.places(of: "1.240", factor: 3).isEmpty)
        let place = try #require(studio.places(of: "14.074 250", factor: 2).first)
        // The speed moves the hundreds, whose digit is marked.
        let marked = (0..<128).filter { studio.pixels[$0, place.y + 22] == .white }
        let digit = place.x + 2 * ((DigitStencil.width(of: "14.074 ") ?? 0) + 1)
        #expect(marked == Array(digit..<digit + 10))
    }

    @Test func digitsKeepTheirPlaces() throws {
        let studio = try Studio(
            PanelSettings(controls: [Self.cutoff]), width: 128, height: 64, theme: .mono)
        var ends: Set<Int> = []
        for (value, text) in [(0.02, "0.020"), (1.5, "1.500"), (19.999, "19.999")] {
            studio.set(0, .number(value))
            studio.draw()
            let place = try #require(studio.places(of: text, factor: 3).first)
            ends.insert(place.x + 3 * (DigitStencil.width(of: text) ?? 0))
        }
        #expect(ends.count == 1)
    }

    /// The label bar is inverse, a pending value has a dotted frame, and an alarm is a plate in the bar.
    @Test func statesAreTold() throws {
        let studio = try Studio(PanelSettings(controls: [Self.cutoff]), width: 128, height: 64, theme: .mono)
        func row(_ y: Int) -> [Bool] { (0..<128).map { studio.pixels[$0, y] == .white } }
        studio.draw()
        #expect(row(0).allSatisfy { $0 } && row(12).allSatisfy { $0 })
        #expect(row(14).allSatisfy { !$0 })
        studio.draw { $0 = $0.with(0) { $0.isEditing = true } }
        #expect(row(14).allSatisfy { $0 })
        studio.draw { $0 = $0.with(0) { $0.applied = 3 } }
        #expect((60...68).contains(row(14).filter { $0 }.count))
        studio.draw { $0 = $0.with(0) { $0.knob = .waiting } }
        #expect(row(1).filter { $0 }.count < 100)
    }

    /// Chosen seats are filled, other seats are frames. The same holds for blocks of seats that are too small to be
    /// drawn.
    @Test(arguments: [(6, PositionLayout.rows), (8, .arc), (400, .arc)])
    func chosenSeatsAreFilled(_ count: Int, _ layout: PositionLayout) throws {
        var control = ControlSettings(
            name: "seats",
            quantity: .selection(PositionSettings(positions: PositionSettings.numbered(count), layout: layout)))
        control.scene = .positions
        let studio = try Studio(PanelSettings(controls: [control]), width: 256, height: 128, theme: .mono)
        let scene = try #require(studio.layout().cells[0].scene as? SeatLayout)
        let all = scene.window
        /// The number of white pixels in the chart.
        func white() -> Double {
            let pixels = (Int(all.minY)..<Int(all.maxY)).flatMap { y in
                (Int(all.minX)..<Int(all.maxX)).map { x in studio.pixels[x, y] == .white }
            }
            return Double(pixels.filter { $0 }.count)
        }
        studio.draw()
        let none = white()
        studio.set(0, .positions(Array(0..<count)))
        studio.draw()
        #expect(none > 0 && white() > 1.7 * none, "\(none) and \(white())")
    }

    /// If positions can be touched, those that are not chosen have frames of one pixel, in each form of a selector.
    @Test(arguments: [(800, 240), (400, 300)]) func positionsThatCanBeTouchedHaveFrames(_ width: Int, _ height: Int)
        throws
    {
        let words = ["LSB", "USB", "CW", "AM"]
        var settings = PanelSettings(controls: [
            ControlSettings(
                name: "mode", quantity: .choice(PositionSettings(positions: words.map { Position(name: $0) })))
        ])
        settings.inputs = [.touch]
        let studio = try Studio(settings, width: width, height: height, theme: .mono)
        let scene = try #require(studio.layout().cells[0].scene as? SelectorLayout)
        #expect(scene.chips.count == words.count)
        studio.set(0, .position(1))
        studio.draw()
        for (position, chip) in scene.chips.enumerated() {
            // The column from the middle of the plate's upper edge down to its word.
            let column = (0..<6).map {
                studio.pixels[Int(chip.midX), Int(chip.minY) + $0] == .white
            }
            #expect(
                column
                    == (position == 1 ? [Bool](repeating: true, count: 6) : [true] + [Bool](repeating: false, count: 5))
            )
            #expect(studio.pixels[Int(chip.midX), Int(chip.minY) - 1] == .black)
        }
    }

    /// Chosen or not, a position that the knob has reached has a second frame inside its own edge.
    @Test func theCursorIsSeenOnChosenPositions() throws {
        let words = ["low", "mid", "high"].map { Position(name: $0) }
        var settings = PanelSettings(controls: [
            ControlSettings(name: "bands", quantity: .selection(PositionSettings(positions: words)))
        ])
        settings.inputs = [.touch, InputSettings(name: "knob", controls: [0])]
        let studio = try Studio(settings, width: 800, height: 240, theme: .mono)
        let scene = try #require(studio.layout().cells[0].scene as? SelectorLayout)
        #expect(scene.hasCursor && scene.chips.count == 3)
        studio.set(0, .positions([0]))
        for cursor in 0..<3 {
            studio.draw { $0 = $0.with(0) { $0.number = Double(cursor) } }
            for (position, chip) in scene.chips.enumerated() {
                let (inner, isChosen) = (studio.pixels[Int(chip.midX), Int(chip.minY) + 2], position == 0)
                #expect((inner == .white) == (isChosen != (cursor == position)), "\(position), \(cursor)")
            }
        }
    }

    @Test func everyCharacterOfANumberHasAStencil() {
        for character in "0123456789.,'-−+—: °" {
            #expect(DigitStencil.of(character)?.rows.count == DigitStencil.height, "\(character)")
        }
        #expect(DigitStencil.width(of: "1e9") == nil)
    }

    /// Any two digits differ by at least 6 of their 50 pixels, even if one of them is shifted by a pixel.
    @Test func noDigitLooksLikeAnother() throws {
        let digits = try "0123456789".map { try #require(DigitStencil.of($0)) }
        #expect(digits.allSatisfy { $0.width == 5 })
        func difference(_ one: DigitStencil, _ other: DigitStencil, right: Int, down: Int) -> Int {
            (0..<DigitStencil.height).reduce(0) { sum, row in
                let from = row - down
                let line = other.rows.indices.contains(from) ? UInt16(other.rows[from]) << 1 : 0
                let shifted = right < 0 ? line << UInt16(-right) : line >> UInt16(right)
                return sum + (UInt16(one.rows[row]) << 1 ^ shifted).nonzeroBitCount
            }
        }
        for (number, one) in digits.enumerated() {
            for (rest, other) in digits[(number + 1)...].enumerated() {
                let least = (-1...1).flatMap { right in (-1...1).map { difference(one, other, right: right, down: $0) }
                }
                #expect(difference(one, other, right: 0, down: 0) >= 6, "\(number), \(number + 1 + rest)")
                #expect((least.min() ?? 0) >= 6, "\(number), \(number + 1 + rest), shifted")
            }
        }
    }

    /// The word at a selection's cursor is shown, and filled if its position is chosen.
    @Test func theCursorOfASelectionIsSeen() throws {
        let words = ["low", "mid", "high"].map { Position(name: $0) }
        var settings = PanelSettings(controls: [
            ControlSettings(name: "bands", quantity: .selection(PositionSettings(positions: words)))
        ])
        settings.inputs = [InputSettings(name: "knob", controls: [0])]
        let studio = try Studio(settings, width: 128, height: 64, theme: .mono)
        studio.set(0, .positions([1]))
        func white(_ area: Rect) -> Int {
            (Int(area.minY)..<Int(area.maxY)).reduce(0) { sum, y in
                sum + (Int(area.minX)..<Int(area.maxX)).filter { studio.pixels[$0, y] == .white }.count
            }
        }
        var shares: [Int] = []
        for cursor in 0..<3 {
            studio.draw { $0 = $0.with(0) { $0.number = Double(cursor) } }
            shares.append(white(Rect(x: 0, y: 14, width: 128, height: 40)))
            // Only the field of the cursor has a mark above it.
            let marks = (0..<3).map { white(Rect(x: Double(2 + 42 * $0), y: 55, width: 38, height: 2)) }
            #expect(marks.firstIndex { $0 > 30 } == cursor, "\(marks)")
        }
        #expect(shares[1] > 2 * shares[0] && shares[1] > 2 * shares[2], "\(shares)")
    }

    /// The digits of 20 pixels on the lowest picture do not touch the bar.
    @Test func anEmptyRowIsBelowTheBar() throws {
        let studio = try Studio(PanelSettings(controls: [Self.cutoff]), width: 128, height: 32, theme: .mono)
        for isEditing in [false, true] {
            studio.draw { $0 = $0.with(0) { $0.isEditing = isEditing } }
            #expect((0..<128).allSatisfy { studio.pixels[$0, 10] == .white && studio.pixels[$0, 11] == .black })
        }
    }

    static let cutoff = number("Cutoff", ValueRange(0.02, 20), 1.24, "kHz", 3) { $0.scene = .wheel }
    static let vfo = number("VFO A", ValueRange(0, 60_000_000), 14_074_250, "Hz", 0) {
        if case .float(var number) = $0.quantity {
            number.shown = ShownText(factor: 1e-6, decimals: 6, group: " ", unit: "MHz")
            number.speeds = [
                Speed(name: "100 Hz", amount: .perDetent(100), density: 20, lineWidth: 1),
                Speed(name: "10 Hz", amount: .perDetent(10), density: 20, lineWidth: 1),
            ]
            $0.quantity = .float(number)
        }
        $0.scene = .digits
    }

    static func number(
        _ label: String, _ range: ValueRange, _ value: Double, _ unit: String, _ decimals: Int,
        _ change: (inout ControlSettings) -> Void
    ) -> ControlSettings {
        var settings = ControlSettings(
            name: "c\(label.count)", label: label,
            quantity: .float(NumberSettings(range: range, initial: value, unit: unit, decimals: decimals)))
        change(&settings)
        return settings
    }
}

extension Studio {
    /// The places where exactly these digits are drawn: their pixels are white, and the pixels between them black.
    fileprivate func places(of text: String, factor: Int) -> [(x: Int, y: Int)] {
        let columns = text.reduce(into: [Int]()) { columns, character in
            guard let stencil = DigitStencil.of(character) else { return }
            for column in (0..<stencil.width).reversed() {
                columns.append(
                    stencil.rows.enumerated().reduce(0) { $0 | Int($1.element >> UInt8(column) & 1) << $1.offset })
            }
            columns.append(0)
        }.dropLast()
        let (width, height) = (columns.count * factor, DigitStencil.height * factor)
        guard width <= pixels.width, height <= pixels.height else { return [] }
        var found: [(x: Int, y: Int)] = []
        for y in 0...pixels.height - height {
            for x in 0...pixels.width - width {
                let isThere = (0..<width).allSatisfy { column in
                    (0..<height).allSatisfy { row in
                        (pixels[x + column, y + row] == .white) == (columns[column / factor] >> (row / factor) & 1 == 1)
                    }
                }
                if isThere { found.append((x, y)) }
            }
        }
        return found
    }
}
