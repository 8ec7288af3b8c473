import LinuxSystem
import Testing
import WheelCanvas
import WheelCore
import WheelScene
import WheelWire

@testable import WheelPanel

@Suite struct TextNotesTests {
    private static let layout = PanelLayout(Terminal.Size(columns: 60, rows: 12))
    private static let facts: KeyFacts = {
        var marked = ControlState()
        (marked.name, marked.label, marked.speeds) = ("a", "A", ["fine", "coarse"])
        return KeyFacts(marked: marked, count: 2, pageCount: 2)
    }()

    private static func written(
        _ text: PanelText, _ theme: Theme = .dark, _ colors: TerminalLook.Colors = .direct
    ) -> [UInt8] {
        var notes = TextNotes(colors, Palette(theme))
        (notes.line, notes.box) = (text.line, text.box)
        var bytes: [UInt8] = []
        _ = notes.write(layout, { _, _ in "" }, to: &bytes)
        return bytes
    }

    private static func text(_ line: PanelLine? = nil, box: [String] = []) -> PanelText {
        var text = PanelText()
        text.line = KeyLine(facts, line, events: nil, columns: 60).grid(in: .unicode)
        if !box.isEmpty { text.box = PanelBox.grid(box, in: layout.view, isFramed: false, .unicode) }
        return text
    }

    private static func rows(_ text: PanelText) -> [String] {
        var terminal = FakeTerminal(columns: 60, rows: 12)
        terminal.consume(written(text))
        return (0..<12).map(terminal.text)
    }

    @Test func theLastRowHasTheKeysThatFit() {
        let last = Self.rows(Self.text()).last ?? ""
        #expect(last.hasPrefix(" ←→ turn   space press   tab next"))
        #expect(last.hasSuffix("? keys  q leave "))
    }

    @Test func theLongestFormThatFitsIsShown() {
        let line = PanelLine(
            .notice, "Read every value in a second terminal with this command: wheelctl watch",
            "Read every value: wheelctl watch")
        #expect(Self.rows(Self.text(line)).last?.hasPrefix(" Read every value: wheelctl watch ") == true)
    }

    @Test func whatIsTypedLastStaysInSight() {
        let long = PanelLine(.prompt(hint: "enter sets"), "A = " + String(repeating: "1", count: 60) + "12")
        #expect(Self.rows(Self.text(long)).last?.hasSuffix("12  ") == true)
        let short = PanelLine(.prompt(hint: "enter sets"), "= 1")
        #expect(Self.rows(Self.text(short)).last?.hasPrefix(" = 1   enter sets") == true)
    }

    @Test func aMistakeTakesThePlaceOfTheKeys() {
        let line = PanelLine(.mistake, "'x' is not a number")
        #expect(Self.rows(Self.text(line)).last?.hasPrefix(" ! 'x' is not a number") == true)
        #expect(KeyLine(Self.facts, line, events: nil, columns: 60).key(at: 2) == nil)
    }

    @Test func aBoxStandsInTheMiddle() {
        let rows = Self.rows(Self.text(box: ["one", "two"]))
        #expect(rows[4].contains("  one  ") && rows[5].contains("  two  "))
    }

    @Test func aKeyIsWhereItsWordIs() {
        let line = KeyLine(Self.facts, nil, events: nil, columns: 100)
        let text = line.grid(in: .unicode).text(0)
        let keys: [(String, Character)] = [("= type", "="), ("s speed", "s"), ("? keys", "?"), ("q leave", "q")]
        for (word, key) in keys {
            guard let range = text.firstRange(of: word) else {
                Issue.record("\(word) is not in \(text)")
                continue
            }
            #expect(line.key(at: text.distance(from: text.startIndex, to: range.lowerBound)) == .character(key))
        }
    }

    /// A command that is cut would be useless, so it continues in the next row.
    @Test func aCommandThatIsLongerThanARowIsContinued() {
        var strip = EventStrip()
        strip.elsewhere = "socat - UNIX-CONNECT:/run/user/1000/instruments/wheeld-of-the-bench.sock"
        for rows in 6...40 {
            let grid = strip.grid(CellBox(column: 0, row: 0, columns: 43, rows: rows), .unicode)
            let all = (0..<rows).map { String(grid.text($0).dropFirst(2)) }
            let start = all.firstIndex { $0.hasPrefix("socat") }
            if rows > 10 { #expect(start == rows - 2) }
            guard let start else { continue }
            #expect(
                all[start].filter { $0 != " " } + all[start + 1].filter { $0 != " " }
                    == strip.elsewhere.filter { $0 != " " })
        }
    }

    @Test(arguments: [
        (99, nil, false, false), (100, nil, false, true), (160, nil, true, true), (120, true, true, true),
        (170, false, false, true),
    ])
    func eventsStandBesideTheViewWhereThereIsRoom(_ columns: Int, _ wants: Bool?, _ areShown: Bool, _ hasRoom: Bool) {
        let layout = PanelLayout(Terminal.Size(columns: columns, rows: 40), wantsEvents: wants)
        #expect((layout.showsEvents, layout.canHaveEvents) == (areShown, hasRoom))
        #expect(layout.view.columns + (layout.strip?.columns ?? 0) == columns)
        #expect(layout.view.rows == 39)
    }

    @Test func withoutColoursNoneAreSent() {
        for theme in [Theme.dark, .light] {
            let text = String(decoding: Self.written(Self.text(box: ["one"]), theme, .none), as: UTF8.self)
            #expect(!text.contains("38;") && !text.contains("48;"))
        }
    }
}
