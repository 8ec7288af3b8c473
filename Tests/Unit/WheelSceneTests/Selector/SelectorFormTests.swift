import TestSupport
import Testing
import WheelCore

@testable import WheelModel
@testable import WheelScene

@Suite("Selector: forms") struct SelectorFormTests {
    /// Each row is a body in millimetres, and its form.
    private static let bodies = """
        modes 100x10    -> segments
        modes 100x9.1   -> segments
        modes 100x8     -> word
        modes 60x20     -> chips 4          # 7 × 11 mm and more do not fit beside each other
        modes 50x21     -> chips 4
        modes 40x32     -> chips 3
        modes 25x45     -> chips 2
        modes 15x80     -> chips 1
        modes 15x40     -> list 4
        modes 15x52     -> list 5
        modes 15x20     -> word
        modes 10x60     -> word             # "DATA" does not fit
        mute 30x10      -> segments
        mute 20x10      -> segments
        mute 18x20      -> chips 1          # one above the other
        mute 18x10      -> toggle
        mute 30x24      -> segments
        mute 30x31      -> chips 1          # higher than wide
        few 10x40       -> segments
        mute 8.2x20     -> chips 1          # narrower than a fingertip, and the words fit
        mute 8.2x15     -> toggle
        mute 6x20       -> toggle
        patches 40x25   -> word
        patches 40x32   -> list 3
        patches 100x49  -> list 4
        patches 100x52  -> list 5
        few 12x10       -> segments
        few 5x5         -> word
        many 100x49     -> list 4
        """

    @Test("The first form that fits with targets of 9 mm is taken", arguments: table(bodies))
    func forms(_ row: Row) { #expect(form(row.input, isTouched: true) == row.output) }

    @Test(
        "Without a touch input the words need their own room alone",
        arguments: table(
            """
            modes 90x6      -> segments
            modes 50x12     -> chips 4
            modes 15x42     -> chips 1
            modes 15x37     -> chips 1      # a little lower than in a grid, but all of them
            modes 15x35     -> list 6
            modes 36x4      -> word
            mute 17x6       -> segments
            mute 10x6       -> toggle
            patches 40x25   -> list 4
            """))
    func still(_ row: Row) { #expect(form(row.input, isTouched: false) == row.output) }

    @Test("Rows that fill their place begin at its top, where chips do")
    func rowsBeginAtTheTop() throws {
        for height in stride(from: 32.0, through: 60, by: 1.5) {
            let list = SelectorPanel.layout(SelectorPanel.patches, 45, height)
            let first = list.row(0, try #require(list.rows), offset: 0)
            let most = Measures(pixelsPerMillimetre: 7.3).pixels(12)
            #expect(first.height <= most + 1, "\(height)")
            if first.height < most - 1 { #expect(abs(first.minY - 40) <= 0.5, "\(height): \(first)") }
        }
    }

    @Test("Chips lie in the body, beside each other, and each has its word")
    func chips() {
        let problem = counterexample("chips in their body", seed: 91, cases: 500) { random in
            let count = random.int(in: 1...30)
            let words = (0..<count).map { _ in
                String(repeating: random.pick(["W", "i", "a"]), count: random.int(in: 0...9))
            }
            let positions = PositionSettings(positions: words.enumerated().map { Position(name: "\($0)", label: $1) })
            let layout = SelectorPanel.layout(
                positions, random.double(in: 2...100), random.double(in: 2...60), isTouched: random.once(in: 2))
            guard !layout.chips.isEmpty else { return nil }
            if layout.chips.count != count { return "\(layout.chips.count) chips for \(count) positions" }
            for (number, chip) in layout.chips.enumerated() {
                if !layout.body.inset(by: -1).contains(chip) { return "chip \(number) leaves the body" }
                if layout.chips[..<number].contains(where: { $0.intersects(chip) }) { return "chip \(number) overlaps" }
                let room = chip.width - 2 * layout.size.padding + 1.5
                if WordWidth.capitals(of: words[number]) * layout.size.capital > room {
                    return "\(words[number]) is cut"
                }
            }
            return nil
        }
        #expect(problem == nil)
    }

    @Test("Chips, lists and words leave a gap below the label")
    func gaps() {
        let problem = counterexample("the gap below the label", seed: 103, cases: 500) { random in
            let measures = Measures(pixelsPerMillimetre: 7.3)
            let cell = Rect(x: 0, y: 0, width: random.double(in: 130...800), height: random.double(in: 95...480))
            let frame = CellFrame(cell, measures)
            let room = SceneRoom(
                cell: cell, body: frame.body, measures: measures, hasSteppers: false, isTouched: random.once(in: 2),
                picture: Size(width: 800, height: 480))
            let positions = random.pick([SelectorPanel.modes, SelectorPanel.mute, SelectorPanel.patches])
            let layout = SelectorLayout(ControlSettings(name: "c", quantity: .choice(positions)), positions, in: room)
            let top = layout.chips.map(\.minY).min() ?? layout.body.minY
            let gap = top - frame.labelRow.maxY
            return gap >= measures.innerGap - 0.5 ? nil : "\(layout.form) in \(cell.size) leaves \(gap)"
        }
        #expect(problem == nil)
    }

    @Test("A list is full at each position: rows of 9 to 12 mm from one end of its window to the other")
    func fullLists() {
        let problem = counterexample("lists are full", seed: 99, cases: 500) { random in
            let count = random.int(in: 1...60)
            let layout = SelectorPanel.layout(
                SelectorPanel.numbered(count), random.double(in: 9...60), random.double(in: 28...130))
            guard let rows = layout.rows else { return nil }
            guard count > Int(rows.visibleRows) else { return "\(count) rows fit without a list" }
            let chosen = random.int(in: 0...count - 1)
            let offset = rows.centring(chosen)
            let (first, last) = (Int(offset), Int(offset + rows.visibleRows) - 1)
            let (top, bottom) = (layout.row(first, rows, offset: offset), layout.row(last, rows, offset: offset))
            if first < 0 || last >= count { return "rows \(first)…\(last) of \(count)" }
            if top.minY != layout.body.minY || bottom.maxY != layout.body.maxY { return "\(top), \(bottom)" }
            if !(first...last).contains(chosen) { return "\(chosen) is not among \(first)…\(last)" }
            let (above, below) = (chosen - first, last - chosen)
            if first > 0, last < count - 1, abs(above - below) > 1 { return "\(above) rows above, \(below) below" }
            let height = top.height / 7.3
            return (9...12.1).contains(height) ? nil : "rows of \(height) mm"
        }
        #expect(problem == nil)
    }

    @Test("No list hides a position for which a little lower rows would have room")
    func listsAreNeeded() {
        let problem = counterexample("lists are needed", seed: 107, cases: 500) { random in
            let count = random.int(in: 3...12)
            let positions = PositionSettings(positions: Array(SelectorPanel.patches.positions.prefix(count)))
            let size = Size(width: random.double(in: 18...38), height: random.double(in: 14...75))
            let isTouched = random.once(in: 2)
            let layout = SelectorPanel.layout(positions, size.width, size.height, isTouched: isTouched)
            guard let rows = layout.rows else { return nil }
            let least = isTouched ? 9 : 4.6
            let needed = Double(count) * least + Double(count - 1) * (isTouched ? 1.1 : 0.8)
            return needed < size.height - 0.3 ? "\(rows.visibleRows) of \(count) rows in \(size)" : nil
        }
        #expect(problem == nil)
    }

    @Test("In a cell that is higher than wide no row of plates is lost in empty space")
    func tallCellsHaveColumns() {
        var columns = 0
        let problem = counterexample("columns in tall cells", seed: 109, cases: 500) { random in
            let words = String(repeating: "w,", count: random.int(in: 1...4)) + "w"
            let positions = SelectorPanel.positions(words)
            let size = Size(width: random.double(in: 10...60), height: random.double(in: 20...150))
            let layout = SelectorPanel.layout(positions, size.width, size.height, isTouched: random.once(in: 2))
            let count = layout.chips.count
            guard count > 1, size.height > size.width + 0.2, Double(count) * 13.2 < size.height else { return nil }
            columns += 1
            return layout.form == .chips(columns: 1) ? nil : "\(layout.form) of \(count) in \(size)"
        }
        #expect(problem == nil)
        #expect(columns > 50)
    }

    @Test(
        "Seats stay where `layout` asks for them, for large selections, and for the scene `positions`",
        arguments: [
            (false, nil as PositionLayout?, nil as SceneKind?, 500, "selector"), (false, .rows, nil, 5, "seats"),
            (false, .arc, nil, 5, "seats"), (true, nil, nil, 24, "selector"), (true, nil, nil, 25, "seats"),
            (true, .rows, nil, 5, "seats"), (false, nil, .positions, 5, "seats"),
            (true, nil, .selector, 60, "selector"),
            (false, .rows, .selector, 5, "selector"), (false, nil, .readout, 5, "readout"),
        ])
    func scene(_ selects: Bool, _ layout: PositionLayout?, _ scene: SceneKind?, _ count: Int, _ expected: String) {
        var positions = SelectorPanel.numbered(count)
        positions.layout = layout
        var settings = SelectorPanel.settings([positions], selects: selects)
        settings.controls[0].scene = scene
        #expect(Self.scene(settings) == expected)
    }

    @Test("What hands do not move is a readout")
    func readout() {
        var settings = SelectorPanel.settings([SelectorPanel.modes])
        settings.controls[0].scene = nil
        settings.controls[0].movedByHands = false
        #expect(Self.scene(settings) == "readout")
    }

    private static func scene(_ settings: PanelSettings) -> String {
        switch PageLayout(PictureSettings(settings), .page(0), size: Size(width: 800, height: 480)).cells[0].scene {
        case is SelectorLayout: "selector"
        case is SeatLayout: "seats"
        case is ReadoutLayout: "readout"
        default: "another"
        }
    }

    private func form(_ input: String, isTouched: Bool) -> String {
        let words = input.split(separator: " ")
        let sides = words[1].split(separator: "x").map { number($0) }
        let all = [
            "modes": SelectorPanel.modes, "mute": SelectorPanel.mute, "patches": SelectorPanel.patches,
            "few": SelectorPanel.numbered(1), "many": SelectorPanel.numbered(1000),
        ]
        let positions = all[String(words[0])] ?? SelectorPanel.modes
        switch SelectorPanel.layout(positions, sides[0], sides[1], isTouched: isTouched).form {
        case .segments: return "segments"
        case .chips(let columns): return "chips \(columns)"
        case .list(let rows): return "list \(rows)"
        case .word: return "word"
        case .toggle: return "toggle"
        }
    }
}
