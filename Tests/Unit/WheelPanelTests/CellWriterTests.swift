import Testing
import WheelCanvas
import WheelCore
import WheelModel
import WheelScene
import WheelTouch

@testable import WheelPanel

@Suite struct CellWriterTests {
    private let pictureSettings = PictureSettings(
        PanelSettings(controls: [
            ControlSettings(
                name: "level", label: "Lev\u{1B}el 語", quantity: .float(NumberSettings(range: ValueRange(0, 100))))
        ]))

    private func grid(_ value: Double) -> CellGrid {
        let panel = Panel(pictureSettings.settings)
        let start = Instant(microseconds: 0)
        let state = SceneState(pictureSettings, panel, at: start).with(0) { picture in
            picture.number = value
            picture.position = value / 100
        }
        return CellFace(state, CellScreen(columns: 40, rows: 12), at: start).grid
    }

    @Test(arguments: [TerminalLook.Colors.none, .indexed, .direct])
    func aTerminalShowsAllOfEachFace(_ colors: TerminalLook.Colors) {
        var writer = CellWriter(colors)
        var terminal = FakeTerminal(columns: 40, rows: 12)
        var old: CellGrid?
        for value in [0.0, 7, 7, 50, 100, 33.3] {
            let new = grid(value)
            writer.write(new, over: old, Palette(.dark))
            terminal.consume(writer.bytes)
            old = new
            var fresh = FakeTerminal(columns: 40, rows: 12)
            writer.write(new, over: nil, Palette(.dark))
            fresh.consume(writer.bytes)
            #expect(terminal.places == fresh.places)
            for row in 0..<12 {
                let shown = fresh.text(row).filter { $0 != "»" }
                #expect(shown == new.text(row).replacing("\u{1B}"))
            }
        }
    }

    /// Terminals disagree about the width of some characters. The characters after them must have the right places
    /// nevertheless.
    @Test(arguments: ["Power ⚡ in", "Love ❤️ it", "Done ✅", "Heart ♥ of", "Cafe\u{301} au lait"], [false, true])
    func aCharacterShiftsNothing(_ label: String, _ countsSelectors: Bool) {
        let number = NumberSettings(range: ValueRange(0, 100))
        let pictureSettings = PictureSettings(
            PanelSettings(controls: [ControlSettings(name: "level", label: label, quantity: .float(number))]))
        let start = Instant(microseconds: 0)
        let state = SceneState(pictureSettings, Panel(pictureSettings.settings), at: start)
        let grid = CellFace(state, CellScreen(columns: 40, rows: 12), at: start).grid
        var writer = CellWriter(.direct)
        writer.write(grid, over: nil, Palette(.dark))
        var terminal = FakeTerminal(columns: 40, rows: 12, countsSelectors: countsSelectors)
        terminal.consume(writer.bytes)
        for row in 0..<12 where grid[39, row].character != " " {
            #expect(terminal[39, row].text == grid[39, row].character, "row \(row)")
        }
    }

    @Test(arguments: [("⚡", 2), ("✅", 2), ("⌚", 2), ("❤️", 2), ("語", 2), ("♥", 1), ("é", 1), ("▶", 1), ("─", 1)])
    func anEmojiHasTwoCells(_ character: Character, _ count: Int) {
        #expect(character.cellCount == count)
    }

    @Test func anUnchangedFaceIsNotWritten() {
        var writer = CellWriter(.direct)
        writer.write(grid(5), over: grid(5), Palette(.dark))
        #expect(writer.bytes.isEmpty)
    }

    /// A frame in which a digit changes has few bytes.
    @Test func aFrameHasWhatDiffers() {
        var writer = CellWriter(.direct)
        writer.write(grid(6), over: grid(5), Palette(.dark))
        #expect((1...600).contains(writer.bytes.count))
    }

    @Test(arguments: [
        (0x000000, 16), (0xFFFFFF, 231), (0xFF0000, 196), (0x808080, 244), (0xFFA528, 214), (0x5CB8F2, 75),
    ])
    func aColourIsTheNearestOf256(_ color: UInt32, _ index: Int) {
        #expect(IndexedColor.nearest(to: Color(color)) == index)
    }

    @Test(arguments: [
        (["TERM": "xterm-256color", "LANG": "de_DE.UTF-8"], TerminalLook.Colors.indexed, CellAlphabet.unicode),
        (["TERM": "xterm", "COLORTERM": "truecolor", "LANG": "C"], .direct, .ascii),
        (["TERM": "xterm", "COLORTERM": "24bit", "NO_COLOR": "1", "LC_ALL": "C.utf8"], .none, .unicode),
        (["TERM": "linux", "LANG": "C.UTF-8", "LC_ALL": ""], .indexed, .console),
        (["TERM": "linux", "LANG": "C.UTF-8", "LC_CTYPE": "POSIX"], .indexed, .ascii),
    ])
    func theEnvironmentSaysWhatATerminalCan(
        _ variables: [String: String], _ colors: TerminalLook.Colors, _ alphabet: CellAlphabet
    ) {
        let look = TerminalLook { variables[$0] }
        #expect((look.colors, look.alphabet) == (colors, alphabet))
    }
}

extension String {
    /// Characters that a terminal must not get become question marks.
    fileprivate func replacing(_ hostile: Character) -> String { String(map { $0 == hostile ? "?" : $0 }) }
}
