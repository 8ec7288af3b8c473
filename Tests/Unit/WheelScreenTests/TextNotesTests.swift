import LinuxSystem
import Testing
import WheelCanvas
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene
@testable import WheelScreen

/// The text at a picture of 40 by 12 characters.
@Suite struct TextNotesTests {
    private static let size = Terminal.Size(columns: 40, rows: 12)

    private static func notes(_ surroundings: CellSurroundings = CellSurroundings()) -> CellNotes {
        let number = NumberSettings(range: ValueRange(0, 100))
        let pictureSettings = PictureSettings(
            PanelSettings(controls: [ControlSettings(name: "level", quantity: .float(number))]))
        let state = SceneState(pictureSettings, Panel(pictureSettings.settings), at: Instant(microseconds: 0))
        return CellNotes(state, CellScreen(columns: size.columns, rows: size.rows), surroundings)
    }

    private static func written(
        _ new: CellNotes, _ theme: Theme = .dark, _ colors: TerminalLook.Colors = .direct
    ) -> [UInt8] {
        var notes = TextNotes(colors)
        (notes.line, notes.box, notes.theme) = (new.line, new.box, theme)
        var bytes: [UInt8] = []
        _ = notes.write(size, { _, _ in "" }, to: &bytes)
        return bytes
    }

    private static func rows(_ surroundings: CellSurroundings) -> [String] {
        var terminal = FakeTerminal(columns: size.columns, rows: size.rows)
        terminal.consume(written(notes(surroundings)))
        return (0..<size.rows).map(terminal.text)
    }

    @Test func theLastRowHasTheKeys() {
        let last = Self.rows(CellSurroundings()).last ?? ""
        #expect(last.hasPrefix(" ←→ turn   space press"))
        #expect(last.hasSuffix("? keys  q leave "))
        #expect(Self.notes().key(column: 38) == .leave)
        #expect(Self.notes().key(column: 1) == .turn(-1))
    }

    @Test func aLineHasTheFormThatFits() {
        var surroundings = CellSurroundings()
        surroundings.line = CellLine(
            .notice, "Read every value in a second terminal: wheelctl watch", "Read every value: wheelctl watch",
            "short")
        #expect(Self.rows(surroundings).last?.hasPrefix(" Read every value: wheelctl watch ") == true)
    }

    @Test func theEndOfWhatIsTypedStaysInSight() {
        var surroundings = CellSurroundings()
        let text = "= " + String(repeating: "1", count: 60) + "2"
        surroundings.line = CellLine(.prompt(hint: "enter sets"), text)
        #expect(Self.rows(surroundings).last?.hasSuffix("12  ") == true)
        surroundings.line = CellLine(.prompt(hint: "enter sets"), "= 1")
        #expect(Self.rows(surroundings).last?.hasPrefix(" = 1   enter sets") == true)
    }

    @Test func aMistakeHasASign() {
        var surroundings = CellSurroundings()
        surroundings.line = CellLine(.mistake, "'x' is no number")
        #expect(Self.rows(surroundings).last?.hasPrefix(" ! 'x' is no number") == true)
    }

    @Test func aBoxStandsInTheMiddle() {
        var surroundings = CellSurroundings()
        surroundings.box = ["one", "two"]
        let rows = Self.rows(surroundings)
        #expect(rows[4].contains("one") && rows[5].contains("two"))
    }

    @Test func theColoursAreThoseOfTheThemeAndTheTerminal() {
        func text(_ theme: Theme, _ colors: TerminalLook.Colors) -> String {
            var surroundings = CellSurroundings()
            surroundings.box = ["one"]
            return String(decoding: Self.written(Self.notes(surroundings), theme, colors), as: UTF8.self)
        }
        let raised = Theme.light.raised
        #expect(text(.light, .direct).contains("48;2;\(raised.red);\(raised.green);\(raised.blue)"))
        #expect(!text(.dark, .direct).contains("48;2;\(raised.red);\(raised.green);\(raised.blue)"))
        #expect(text(.dark, .indexed).contains("48;5;") && !text(.dark, .indexed).contains("8;2;"))
        #expect(!text(.dark, .none).contains("38;") && !text(.dark, .none).contains("48;"))
    }
}
