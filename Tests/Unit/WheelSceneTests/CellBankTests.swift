import Testing
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// The cells of a page in a terminal look like one grid: their letters have equal sizes and are on equal lines.
@Suite struct CellBankTests {
    private static let sizes = [(80, 24), (91, 27), (120, 40), (160, 50)]
    private static let units = ["%", "s", "Hz", "st"]
    private static let values = ["100.0", "0.250", "20000", "−24"]

    /// A bank whose controls show the four values of `values` in turn.
    private static func bank(_ count: Int, page: PageSettings? = nil) -> SceneState {
        let kinds: [(range: ValueRange, decimals: Int, unit: String)] = [
            (ValueRange(0, 100), 1, "%"), (ValueRange(0, 1), 3, "s"), (ValueRange(20, 20_000), 0, "Hz"),
            (ValueRange(-24, 24), 0, "st"),
        ]
        let controls = (0..<count).map { index in
            let kind = kinds[index % kinds.count]
            return ControlSettings(
                name: "c\(index)", label: "Level",
                quantity: .float(NumberSettings(range: kind.range, unit: kind.unit, decimals: kind.decimals)))
        }
        return state(controls, focus: 0, page: page, numbers: [100, 0.25, 20_000, -24])
    }

    private static func state(
        _ controls: [ControlSettings], focus: Int? = nil, page: PageSettings? = nil, numbers: [Double] = []
    ) -> SceneState {
        var settings = PanelSettings(controls: controls)
        if let page { settings.pages = [page] }
        var state = SceneState(PictureSettings(settings), Panel(settings), focus: focus, at: .distantPast)
        for index in controls.indices where !numbers.isEmpty {
            state = state.with(index) {
                $0.number = numbers[index % numbers.count]
                $0.position = controls[index].number.map { number in
                    (numbers[index % numbers.count] - number.range.lower) / number.range.span
                }
            }
        }
        return state
    }

    private static func face(_ state: SceneState, _ size: (Int, Int), _ alphabet: CellAlphabet = .unicode) -> CellFace {
        CellFace(state, CellScreen(columns: size.0, rows: size.1 - 1, alphabet: alphabet), at: .distantPast)
    }

    /// Larger letters would make a short value look more important than the others.
    @Test(arguments: sizes) func equalCellsHaveEqualLetters(_ columns: Int, _ rows: Int) {
        for count in [2, 3, 6, 8, 16] {
            for alphabet in [CellAlphabet.unicode, .ascii] {
                let cells = CellReader.cells(Self.face(Self.bank(count), (columns, rows), alphabet))
                #expect(cells.count == count)
                var fonts: Set<String?> = []
                var places: Set<String> = []
                for (index, cell) in cells.enumerated() {
                    let value = Self.values[index % 4]
                    fonts.insert(cell.letters(of: alphabet == .ascii ? value.withHyphen : value)?.font)
                    let unit = Self.units[index % 4]
                    let isBeside = cell.rows.dropFirst().contains { $0.contains(" \(unit) ") }
                    places.insert(isBeside ? "beside" : cell.title.contains("  \(unit) ") ? "title" : "nowhere")
                }
                let picture = cells.flatMap(\.rows).joined(separator: "\n")
                #expect(fonts.count == 1 && !fonts.contains(nil), "\(count) \(fonts)\n\(picture)")
                #expect(places.count == 1 && !places.contains("nowhere"), "\(count) \(places)\n\(picture)")
            }
        }
    }

    @Test func aLargeCellOfTheGridHasLargerLetters() {
        var number = NumberSettings(
            range: ValueRange(0, 30_000_000), unit: "Hz",
            speeds: [Speed(name: "tune", amount: .perDetent(100), density: 8, lineWidth: 2)])
        number.shown = ShownText(factor: 1e-6, decimals: 6, unit: "MHz")
        let vfo = ControlSettings(name: "vfo", label: "VFO", quantity: .int(number))
        let level = ControlSettings(
            name: "level", label: "Level", quantity: .float(NumberSettings(range: ValueRange(0, 100), decimals: 1)))
        var page = PageSettings(name: "p", controls: [0, 1, 2, 3, 4])
        page.areas = PageAreas(
            columns: 4, rows: 2,
            areas: [PageAreas.Area(column: 0, row: 0, columns: 4, rows: 1)]
                + (0..<4).map { PageAreas.Area(column: $0, row: 1) })
        let state = Self.state([vfo, level, level, level, level], page: page, numbers: [14_074_250, 50, 7.5, 12, 1])
        let cells = CellReader.cells(Self.face(state, (80, 24)))
        let fonts = zip(cells, ["14.074250", "50.0", "7.5", "12.0", "1.0"]).map { $0.letters(of: $1)?.font }
        let others = Set(fonts.dropFirst())
        #expect(fonts.first == "large" && others.count == 1 && others != ["large"] && !others.contains(nil), "\(fonts)")
    }

    /// Cells in a row have equal heights, so their values and bars are on the same lines.
    @Test(arguments: sizes) func valuesAndBarsStandOnTheSameLines(_ columns: Int, _ rows: Int) {
        for count in [4, 8, 16] {
            let cells = CellReader.cells(Self.face(Self.bank(count), (columns, rows)))
            var (tops, bars): ([Int: Set<Int?>], [Int: Set<Int?>]) = ([:], [:])
            for (index, cell) in cells.enumerated() {
                tops[cell.row, default: []].insert(cell.letters(of: Self.values[index % 4])?.row)
                bars[cell.row, default: []].insert(cell.bar)
            }
            let picture = cells.flatMap(\.rows).joined(separator: "\n")
            #expect(tops.values.allSatisfy { $0.count == 1 && !$0.contains(nil) }, "\(tops)\n\(picture)")
            #expect(bars.values.allSatisfy { $0.count == 1 && !$0.contains(nil) }, "\(count): \(bars)\n\(picture)")
        }
    }

    /// A bar on the frame of its cell would touch digits, and look like a part of the frame.
    @Test(arguments: sizes) func noBarLiesOnAFrame(_ columns: Int, _ rows: Int) {
        for count in 1...20 {
            let one = PageSettings(name: "p", controls: Array(0..<count), columns: 1)
            let two = PageSettings(name: "p", controls: Array(0..<count), columns: 2)
            for page in [nil, one, two] {
                for cell in CellReader.cells(Self.face(Self.bank(count, page: page), (columns, rows))) {
                    let frame = [cell.rows.first, cell.rows.last].compactMap { $0 }
                    #expect(!frame.joined().contains("━"), "\(count)\n\(cell.rows.joined(separator: "\n"))")
                }
            }
        }
    }

    /// Cells of three rows and more show their values in stencils (digits of several rows), unless only a grid with
    /// more empty cells has room for stencils.
    @Test func valuesOfABankAreLarge() {
        for (count, widest) in [(2, "20000"), (4, "20000"), (6, "20000"), (8, "20000"), (8, "−100.0"), (16, "100")] {
            let digits = widest.split(separator: ".").map(\.count)
            let top = Double(widest.filter { $0.isNumber || $0 == "." }) ?? 0
            let range = ValueRange(widest.hasPrefix("−") ? -top : 0, top)
            let control = ControlSettings(
                name: "c", label: "Level",
                quantity: .float(NumberSettings(range: range, unit: "Hz", decimals: digits.count - 1)))
            let value = widest.hasPrefix("−") ? -top : top
            let state = Self.state(Array(repeating: control, count: count), numbers: [value])
            let cells = CellReader.cells(Self.face(state, (80, 24)))
            let fonts = Set(cells.map { $0.letters(of: widest)?.font })
            let picture = cells.flatMap(\.rows).joined(separator: "\n")
            #expect(fonts.count == 1 && !fonts.contains("plain") && !fonts.contains(nil), "\(count)\n\(picture)")
            #expect(cells.allSatisfy { $0.bar != nil }, "\(count)\n\(picture)")
        }
    }

    @Test func pagesThatShareAGridShareTheOneThatTheWidestValueNeeds() {
        func level(_ top: Double) -> ControlSettings {
            ControlSettings(
                name: "c", label: "Level", quantity: .float(NumberSettings(range: ValueRange(0, top), decimals: 0)))
        }
        let controls = Array(repeating: level(9), count: 8) + Array(repeating: level(99_999), count: 8)
        var settings = PanelSettings(controls: controls)
        settings.pages = [
            PageSettings(name: "a", controls: Array(0..<8)), PageSettings(name: "b", controls: Array(8..<16)),
        ]
        let pictureSettings = PictureSettings(settings)
        let places = (0..<2).map { page in
            var state = SceneState(pictureSettings, Panel(settings), at: .distantPast)
            state.view = .page(page)
            return CellReader.cells(Self.face(state, (80, 24))).map { "\($0.column) \($0.row)" }
        }
        #expect(places[0] == places[1] && Set(places[0]).count == 8, "\(places)")
    }

    /// A page with `areas` has a grid of its own, so a long counter on it does not widen the cells of other pages.
    @Test func aPageWithItsOwnGridLeavesTheOthersTheirs() {
        let speeds = [100.0, 1].map { Speed(name: "s\(Int($0))", amount: .perDetent($0), density: 8, lineWidth: 2) }
        let counter = ControlSettings(
            name: "f", label: "F", quantity: .int(NumberSettings(range: ValueRange(0, 99_999_999), speeds: speeds)))
        let gain = ControlSettings(
            name: "g", label: "G", quantity: .float(NumberSettings(range: ValueRange(0, 6), decimals: 1)))
        var settings = PanelSettings(controls: [counter] + Array(repeating: gain, count: 7))
        var drawn = PageSettings(name: "a", controls: [0, 1, 2, 3])
        drawn.areas = PageAreas(
            columns: 3, rows: 2,
            areas: [PageAreas.Area(column: 0, row: 0, columns: 3, rows: 1)]
                + (0..<3).map { PageAreas.Area(column: $0, row: 1) })
        settings.pages = [drawn, PageSettings(name: "b", controls: [4, 5, 6, 7])]
        var state = SceneState(PictureSettings(settings), Panel(settings), at: .distantPast)
        state.view = .page(1)
        for size in [(80, 24), (120, 40)] {
            let cells = CellReader.cells(Self.face(state, size))
            #expect(Set(cells.map(\.column)).count == 2 && Set(cells.map(\.row)).count == 2, "\(size)")
        }
    }

    /// A counter has no bar. Beside a number with a bar, its digits are still on the same row and of the same size.
    @Test func aCounterStandsOnTheLineOfItsNeighbours() {
        let speeds = [0.1, 0.01].map {
            Speed(name: "s\($0)", amount: .perDetent($0), density: 8, lineWidth: 2)
        }
        let counter = ControlSettings(
            name: "f", label: "F",
            quantity: .float(NumberSettings(range: ValueRange(0.1, 30), decimals: 3, speeds: speeds)))
        let gain = ControlSettings(
            name: "g", label: "G", quantity: .float(NumberSettings(range: ValueRange(0, 6), decimals: 1)))
        let cells = CellReader.cells(Self.face(Self.state([counter, gain], numbers: [7.1, 3.5]), (80, 24)))
        let found = zip(cells, ["07.100", "3.5"]).map { $0.letters(of: $1) }
        #expect(found[0] != nil && found[0]?.row == found[1]?.row && found[0]?.font == found[1]?.font, "\(found)")
    }

    /// The marked control's frame has the colour of the underline, so the underline of a digit must not touch the
    /// frame.
    @Test func anUnderlineIsNoPartOfTheFrame() {
        let speeds = [100.0, 1].map { Speed(name: "s\(Int($0))", amount: .perDetent($0), density: 8, lineWidth: 2) }
        let counter = ControlSettings(
            name: "f", label: "F", quantity: .int(NumberSettings(range: ValueRange(0, 999_999), speeds: speeds)))
        let state = Self.state(Array(repeating: counter, count: 8), focus: 0, numbers: [123_456])
        let cells = CellReader.cells(Self.face(state, (80, 24)))
        #expect(cells.count == 8 && cells.contains { $0.rows.count == 5 })
        for cell in cells {
            let below = cell.rows.suffix(2).joined()
            #expect(below.contains("▀▀▀") && !below.contains("━"), "\(cell.rows.joined(separator: "\n"))")
        }
    }

    /// If a counter is too long for stencils (digits of several rows), the values beside it still have them.
    @Test func aLongCounterLeavesItsNeighboursTheirLetters() {
        let speeds = [100.0, 1].map { Speed(name: "s\(Int($0))", amount: .perDetent($0), density: 8, lineWidth: 2) }
        let counter = ControlSettings(
            name: "f", label: "F",
            quantity: .int(NumberSettings(range: ValueRange(0, 99_999_999_999), speeds: speeds)))
        let gain = ControlSettings(
            name: "g", label: "G", quantity: .float(NumberSettings(range: ValueRange(0, 6), decimals: 1)))
        let state = Self.state([counter, gain, gain, gain, gain, gain], numbers: [12_345_678_901, 3.5, 1, 1, 1, 1])
        let cells = CellReader.cells(Self.face(state, (80, 24)))
        #expect(cells[1].letters(of: "3.5")?.font == "large", "\(cells.flatMap(\.rows).joined(separator: "\n"))")
        #expect(cells[0].rows.contains { $0.contains("12345678901") })
    }

    @Test(arguments: sizes) func nothingTouchesAFrame(_ columns: Int, _ rows: Int) {
        var mute = PositionSettings(positions: ["off", "on"].map { Position(name: $0) })
        mute.off = 0
        for count in [2, 6, 8, 16] {
            var settings = Self.bank(count).pictureSettings.settings.controls
            for index in settings.indices where index % 3 == 2 {
                settings[index] = ControlSettings(name: "c\(index)", label: "Mute", quantity: .choice(mute))
            }
            let state = Self.state(settings, focus: 0).with(0) { $0.applied = 1 }
            let face = Self.face(state, (columns, rows))
            for cell in CellReader.cells(face) {
                let inside = cell.row + 1..<cell.row + cell.rows.count - 1
                let right = cell.column + (cell.rows.first?.count ?? 0) - 1
                for row in inside {
                    let beside = [face.grid[cell.column + 1, row], face.grid[right - 1, row]]
                    #expect(
                        beside == [CharacterCell(), CharacterCell()], "\(count)\n\(cell.rows.joined(separator: "\n"))")
                }
            }
        }
    }

    /// A page with any number of controls can be drawn. If cells would be smaller than a character, only the marked
    /// control is shown.
    @Test(arguments: [(1, nil), (nil, 1), (nil, nil)] as [(Int?, Int?)])
    func aPageOfManyControlsIsFinished(_ columns: Int?, _ rows: Int?) {
        for count in [24, 64, 300, 2000] {
            let page = PageSettings(name: "p", controls: Array(0..<count), columns: columns, rows: rows)
            let cells = CellReader.cells(Self.face(Self.bank(count, page: page), (80, 24)))
            if count >= 300, columns != nil || rows != nil { #expect(cells.count == 1, "\(count)") }
            if count == 64, columns == nil, rows == nil { #expect(cells.count == 64) }
        }
    }

    /// A pending value and its plate move no letters of the page, and cover no digits.
    @Test(arguments: sizes) func aPendingValueLeavesThePageItsLetters(_ columns: Int, _ rows: Int) {
        // In one column, each cell is only as high as its digits.
        let low = PageSettings(name: "p", controls: Array(0..<4), columns: 1)
        for state in [Self.bank(4), Self.bank(8), Self.bank(16), Self.bank(4, page: low)] {
            func found(_ state: SceneState) -> [String] {
                CellReader.cells(Self.face(state, (columns, rows))).enumerated().map { index, cell in
                    cell.letters(of: Self.values[index % 4]).map { "\($0.font) \($0.row)" } ?? "none"
                }
            }
            #expect(found(state) == found(state.with(2) { $0.applied = 440 }))
        }
    }
}

extension String {
    fileprivate var withHyphen: String { first == "−" ? "-" + dropFirst() : self }
}
