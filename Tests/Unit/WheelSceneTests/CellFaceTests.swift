import Testing
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

@Suite struct CellFaceTests {
    /// Several controls are a bank: as on displays, the first click on one of them marks it.
    @Test func severalControlsAreABank() {
        let controls = ["a", "b"].map { ControlSettings.ranged($0, ValueRange(0, 1)) }
        for (count, columns, isBank) in [(1, 80, false), (2, 80, true), (2, 60, false)] {
            let pictureSettings = PictureSettings(PanelSettings(controls: Array(controls.prefix(count))))
            let state = SceneState(pictureSettings, Panel(pictureSettings.settings), at: .distantPast)
            var arranger = TouchArranger(typed: CellScreen(columns: columns, rows: 23))
            let layout = arranger.layout(for: state)
            #expect(layout?.isBank == isBank, "\(count) controls, \(columns) columns")
        }
    }

    private static let vfo: ControlSettings = {
        var number = NumberSettings(
            range: ValueRange(0, 30_000_000), unit: "Hz", speeds: [.perDetent("tune", 100), .perDetent("fine", 10)])
        number.shown = ShownText(factor: 1e-6, decimals: 6, group: " ", unit: "MHz")
        return ControlSettings(name: "vfo", label: "VFO A", quantity: .int(number))
    }()
    private static let mode = ControlSettings(
        name: "mode", label: "Mode",
        quantity: .choice(PositionSettings(positions: ["LSB", "USB", "CW"].map { Position(name: $0) })))
    private static let volume = ControlSettings(
        name: "volume", label: "Volume",
        quantity: .int(NumberSettings(range: ValueRange(0, 100), unit: "%", decimals: 0)))

    private static func state(
        _ controls: [ControlSettings], focus: Int? = nil, _ change: (inout [ControlPicture]) -> Void = { _ in }
    ) -> SceneState {
        let settings = PanelSettings(controls: controls)
        var state = SceneState(PictureSettings(settings), Panel(settings), focus: focus, at: .distantPast)
        var pictures = state.controls
        change(&pictures)
        for index in pictures.indices { state = state.with(index) { $0 = pictures[index] } }
        return state
    }

    private static func rows(_ face: CellFace) -> [String] { (0..<face.grid.rows).map(face.grid.text) }

    @Test func aCounterHasLargeDigitsAndTheSpeedUnderlined() {
        let state = Self.state([Self.vfo], focus: 0) { pictures in
            pictures[0].number = 14_074_250
            pictures[0].limit = nil
        }
        let rows = Self.rows(CellFace(state, CellScreen(columns: 80, rows: 11), at: .distantPast))
        #expect(rows[1].hasPrefix("╭─ VFO A ─") && rows[1].contains(" tune ─╮"))
        let shown = CellReader.read(rows, .large).text
        #expect(shown == "14.074250", "\(rows.joined(separator: "\n"))")
        #expect(rows.contains { $0.contains(" MHz") })
        #expect(rows.contains { $0.filter { $0 == "▀" }.count == 6 && !$0.contains("█") })
    }

    /// Digits that differ in few pixels are misread from a distance, above all 4 and 9.
    @Test(arguments: 0..<3) func anyTwoDigitsDifferInManyPixels(_ index: Int) {
        let font = [Stencil.large, .small, .narrow][index]
        let digits = Array("0123456789")
        let columns = font.width(of: digits[0])
        // Digits are equally wide, so a digit that changes does not move the others.
        #expect(digits.allSatisfy { font.width(of: $0) == columns })
        let pictures = digits.map { Self.pixels(of: $0, font, columns: columns) }
        for first in digits.indices {
            for second in digits.indices where second > first {
                let count = zip(pictures[first], pictures[second]).count { $0 != $1 }
                let least = (first, second) == (4, 9) ? 3 : 8
                #expect(count * least > pictures[first].count, "\(first) and \(second): \(count)")
            }
        }
    }

    private static func pixels(of character: Character, _ font: Stencil, columns: Int) -> [Bool] {
        var grid = CellGrid(columns: columns, rows: font.rows)
        font.draw(character, column: 0, row: 0, CellStyle(), into: &grid)
        return (0..<font.rows).flatMap { row in
            let line = Array(grid.text(row))
            return line.map { "▀█".contains($0) } + line.map { "▄█".contains($0) }
        }
    }

    @Test func valuesOfABankAreThere() {
        let state = Self.state([Self.vfo, Self.mode, Self.volume], focus: 1) { pictures in
            pictures[1].number = 1
            pictures[2].number = 30
            pictures[2].position = 0.3
        }
        let face = CellFace(state, CellScreen(columns: 80, rows: 23), at: .distantPast)
        let all = Self.rows(face).joined(separator: "\n")
        for word in [" 1 VFO A ", " 2 Mode ", " 3 Volume ", " LSB ", " USB ", " CW ", "━"] {
            #expect(all.contains(word), "\(word) is not in\n\(all)")
        }
        let chosen = (0..<23).flatMap { row in (0..<80).map { face.grid[$0, row] } }.filter {
            $0.style.ground == .accent
        }
        #expect(String(chosen.map(\.character)) == " USB ")
    }

    /// In half a terminal's width, a frequency still has stencils, not plain text of one row.
    @Test func aNarrowCellHasNarrowDigits() {
        let controls = [Self.vfo, Self.volume, Self.volume, Self.volume]
        let state = Self.state(controls, focus: 0) { $0[0].number = 14_074_250 }
        let rows = Self.rows(CellFace(state, CellScreen(columns: 80, rows: 23), at: .distantPast))
        #expect(CellReader.read(rows, .narrow).text.contains("14.074250"), "\(rows.joined(separator: "\n"))")
    }

    @Test func theEndOfTheRangeLeavesTheLabelItsRoom() {
        var control = Self.volume
        control.label = "Output volume"
        let state = Self.state(Array(repeating: control, count: 4), focus: 0) { pictures in
            for index in pictures.indices { pictures[index].limit = .least }
            pictures[1].hasValue = false
        }
        func text(_ columns: Int) -> String {
            let screen = CellScreen(columns: columns, rows: 23)
            return Self.rows(CellFace(state, screen, at: .distantPast)).joined(separator: "\n")
        }
        #expect(text(80).contains("Output volume") && !text(80).contains("…"), "\(text(80))")
        #expect(text(160).split(separator: " ").count { $0 == "min" } == 1, "\(text(160))")
        // A control without a value is not at an end of its range.
        let empty = state.with(0) { $0.hasValue = false }
        let rows = Self.rows(CellFace(empty, CellScreen(columns: 160, rows: 23), at: .distantPast))
        #expect(!rows.joined(separator: " ").split(separator: " ").contains("min"))
    }

    /// As on displays, only the marked control and a control that is being edited show that they are at an end.
    @Test func theMarkedControlAloneTellsTheEndOfItsRange() {
        let state = Self.state(Array(repeating: Self.volume, count: 4), focus: 1) { pictures in
            for index in pictures.indices { pictures[index].limit = .most }
        }
        let rows = Self.rows(CellFace(state, CellScreen(columns: 80, rows: 23), at: .distantPast))
        #expect(rows.joined(separator: " ").split(separator: " ").count { $0 == "max" } == 1)
        let editing = state.with(2) { $0.isEditing = true }
        let both = Self.rows(CellFace(editing, CellScreen(columns: 80, rows: 23), at: .distantPast))
        #expect(both.joined(separator: " ").split(separator: " ").count { $0 == "max" } == 2)
    }

    @Test func aCompassHasItsDirections() {
        var azimuth = ControlSettings(
            name: "azimuth", quantity: .float(NumberSettings(range: ValueRange(0, 360), wraps: true)))
        azimuth.scene = .rotor
        azimuth.appearance.hasCompass = true
        let state = Self.state([azimuth], focus: 0) { $0[0].number = 45 }
        for (columns, rows) in [(80, 24), (120, 40)] {
            let all = Self.rows(CellFace(state, CellScreen(columns: columns, rows: rows), at: .distantPast))
                .joined(separator: "\n")
            for direction in [" N ", " E ", " S ", " W "] { #expect(all.contains(direction), "\(all)") }
        }
    }

    @Test func aSmallTerminalHasTheMarkedControlAlone() {
        let state = Self.state([Self.vfo, Self.mode, Self.volume], focus: 2)
        let rows = Self.rows(CellFace(state, CellScreen(columns: 40, rows: 11), at: .distantPast))
        #expect(rows.joined().contains(" 3 Volume ") && !rows.joined().contains("VFO"))
    }

    @Test func everySizeHasAFace() {
        let state = Self.state([Self.vfo, Self.mode, Self.volume], focus: 0) { $0[0].applied = 7 }
        for columns in [1, 2, 3, 5, 8, 12, 20, 79, 80, 119, 120, 200] {
            for rows in [1, 2, 3, 4, 5, 6, 9, 23, 24, 60] {
                for alphabet in [CellAlphabet.ascii, .console, .unicode] {
                    let screen = CellScreen(columns: columns, rows: rows, alphabet: alphabet)
                    let face = CellFace(state, screen, at: .distantPast)
                    let text = Self.rows(face)
                    #expect(text.count == rows)
                    if alphabet == .ascii { #expect(text.joined().allSatisfy { $0.isASCII }) }
                    for target in face.targets where columns >= 20 && rows >= 6 {
                        #expect(
                            target.area.maxX <= screen.touchSize.width && target.area.maxY <= screen.touchSize.height)
                    }
                }
            }
        }
    }

    /// A click on a word hits the target of its chip.
    @Test func aChipIsWhereItsWordIs() {
        let state = Self.state([Self.mode, Self.volume])
        let face = CellFace(state, CellScreen(columns: 80, rows: 23), at: .distantPast)
        let rows = Self.rows(face)
        for target in face.targets {
            guard case .chip(_, let position) = target.kind else { continue }
            let (row, column) = (Int(target.area.minY / 20), Int(target.area.minX / 10))
            let word = String(Array(rows[row])[column..<column + Int(target.area.width / 10)])
            #expect(word == " \(["LSB", "USB", "CW"][position]) ")
        }
    }

    @Test func aPendingValueSaysWhatIsNow() {
        let state = Self.state([Self.volume], focus: 0) { $0[0].applied = 12 }
        let face = CellFace(state, CellScreen(columns: 80, rows: 23), at: .distantPast)
        #expect(Self.rows(face).contains { $0.contains(" now 12% · enter sets ") })
        #expect(face.targets.contains { $0.kind == .apply(control: 0) })
        #expect(face.targets.contains { $0.kind == .revert(control: 0) })
    }
}

extension Speed {
    fileprivate static func perDetent(_ name: String, _ amount: Double) -> Speed {
        Speed(name: name, amount: .perDetent(amount), density: 8, lineWidth: 2)
    }
}

extension String {
    fileprivate func range(of word: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(word) { return start..<index(start, offsetBy: word.count) }
            start = index(after: start)
        }
        return nil
    }
}
