public import WheelCore
import WheelModel
public import WheelTouch

/// The face of a panel on a terminal: characters in place of a picture. It follows from the state and the size alone.
///
///     let face = CellFace(state, CellScreen(columns: 80, rows: 24), surroundings, at: now)
///     face.grid       // the characters
///     face.targets    // what the mouse touches, by the same layout
public struct CellFace {
    /// A character's size in the coordinates of touches. A half block is a square.
    public static let cell = Size(width: 10, height: 20)

    /// A smaller terminal shows the marked control alone.
    private static let leastBank = CellScreen(columns: 80, rows: 24)
    /// From so many columns on, events have so many of them.
    private static let leastForEvents = 120
    private static let eventColumns = 43

    private let state: SceneState
    private let size: CellScreen
    private let surroundings: CellSurroundings
    private let controls: [CellControl]
    private let tabs: CellTabs
    private let keys: CellKeyLine
    private let strip: CellBox?
    private let page: CellBox

    public init(
        _ state: SceneState, _ size: CellScreen, _ surroundings: CellSurroundings = CellSurroundings(),
        at time: Instant
    ) {
        self.state = state
        self.size = size
        self.surroundings = surroundings
        let canShowEvents = size.columns >= CellFace.leastForEvents
        let stripColumns = CellFace.showsEvents(size, surroundings) ? CellFace.eventColumns : 0
        let columns = size.columns - stripColumns
        // One row alone is for the control.
        let (top, bottom) = (size.rows > 3 ? 1 : 0, size.rows > 4 && surroundings.hasKeys ? 1 : 0)
        page = CellBox(column: 0, row: top, columns: columns, rows: max(0, size.rows - top - bottom))
        strip =
            stripColumns > 0
            ? CellBox(column: columns, row: 0, columns: stripColumns, rows: size.rows - bottom) : nil
        let all = SceneView.controls(of: state.view, state.pictureSettings.settings)
        // A client has a row of its own below its view.
        let rows = size.rows + (surroundings.hasKeys ? 0 : 1)
        let isSmall = size.columns < CellFace.leastBank.columns || rows < CellFace.leastBank.rows
        let marked = state.focus.flatMap { all.firstIndex(of: $0) } ?? 0
        let page = page
        let plan =
            isSmall && all.count > 1
            ? nil : CellPlan(state.pictureSettings, state.view, all.count, in: page, size.alphabet)
        let rooms: [CellRoom] = all.enumerated().compactMap { number, control in
            guard plan != nil || number == marked else { return nil }
            let mark = all.count > 1 && number < 9 ? number + 1 : nil
            let place = plan?[number] ?? (box: page, span: CellRoom.Span())
            return CellRoom(control, in: place.box, span: place.span, mark: mark, state, alphabet: size.alphabet)
        }
        let letters = CellLetters.of(rooms, alphabet: size.alphabet)
        controls = zip(rooms, letters).map { room, letters in
            CellControl(room, letters, state, alphabet: size.alphabet, at: time)
        }
        tabs = CellTabs(
            state, surroundings.title, in: CellBox(column: 0, row: 0, columns: columns, rows: top))
        keys = CellKeyLine(
            state, all, surroundings, canShowEvents: canShowEvents,
            in: CellBox(column: 0, row: size.rows - bottom, columns: size.columns, rows: bottom))
    }

    /// Whether events stand beside the page.
    public static func showsEvents(_ size: CellScreen, _ surroundings: CellSurroundings) -> Bool {
        surroundings.hasEvents && size.columns >= leastForEvents
    }

    static func rect(_ box: CellBox) -> Rect {
        Rect(
            x: Double(box.column) * cell.width, y: Double(box.row) * cell.height,
            width: Double(box.columns) * cell.width, height: Double(box.rows) * cell.height)
    }

    /// The characters.
    public var grid: CellGrid {
        var grid = CellGrid(columns: size.columns, rows: size.rows)
        for control in controls { control.draw(into: &grid) }
        if controls.isEmpty { drawEmpty(into: &grid) }
        tabs.draw(into: &grid)
        if let strip { CellStrip(surroundings, in: strip, size.alphabet).draw(into: &grid) }
        keys.draw(into: &grid)
        drawBox(into: &grid)
        grid.spell(in: size.alphabet)
        return grid
    }

    /// Whether several controls are shown.
    var isBank: Bool { controls.count > 1 }

    /// What the mouse touches. A later target lies above an earlier one.
    public var targets: [TouchTarget] { controls.flatMap(\.targets) + tabs.targets }

    /// A line of text for each control of the page, and what the surroundings tell, for a terminal without control
    /// sequences.
    public static func lines(
        _ state: SceneState, _ size: CellScreen, _ surroundings: CellSurroundings = CellSurroundings(),
        at time: Instant
    ) -> [String] {
        let settings = state.pictureSettings.settings
        let values = SceneView.controls(of: state.view, settings).map { control in
            let picture = state.controls[control]
            let word = StateWord.of(picture, settings, at: time).map { "  (\($0.text))" } ?? ""
            return "\(settings.controls[control].label)  \(ValueText.words(picture, settings.controls[control]))\(word)"
        }
        let forms = surroundings.line?.forms ?? []
        let line = forms.first { $0.cellCount <= size.columns } ?? forms.last
        return (values + surroundings.box + (line.map { [$0] } ?? [])).map(size.alphabet.spelling)
    }

    /// The size of the terminal in the coordinates of touches.
    public var touchSize: Size {
        Size(width: Double(size.columns) * CellFace.cell.width, height: Double(size.rows) * CellFace.cell.height)
    }

    /// The key of the line of keys at a place.
    public func key(column: Int, row: Int) -> CellKey? {
        size.rows > 4 && surroundings.hasKeys && row == size.rows - 1 ? keys.key(at: column) : nil
    }

    private func drawEmpty(into grid: inout CellGrid) {
        let short = state.pictureSettings.emptySentence(of: state.view).cut(to: page.columns)
        grid.put(
            short, column: page.column + (page.columns - short.cellCount) / 2, row: page.row + page.rows / 2,
            CellStyle(.secondary))
    }

    private func drawBox(into grid: inout CellGrid) {
        let lines = surroundings.box
        guard !lines.isEmpty else { return }
        let columns = min((lines.map(\.cellCount).max() ?? 0) + 4, page.columns)
        let rows = min(lines.count + 2, page.rows)
        let box = CellBox(
            column: page.column + (page.columns - columns) / 2, row: page.row + (page.rows - rows) / 2,
            columns: columns, rows: rows)
        let style = CellStyle(.text, on: .raised)
        grid.fill(box, CharacterCell(" ", style))
        grid.frame(box, "╭╮╰╯─│", CellStyle(.outline, on: .raised))
        for (number, line) in lines.prefix(max(0, rows - 2)).enumerated() {
            grid.put(line.cut(to: columns - 4), column: box.column + 2, row: box.row + 1 + number, style)
        }
    }
}
