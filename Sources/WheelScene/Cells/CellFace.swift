public import WheelCore
import WheelModel
public import WheelTouch

/// The face of a panel on a terminal: characters in place of a picture. The face depends on the state, the terminal and
/// the time alone.
///
///     let face = CellFace(state, CellScreen(columns: 80, rows: 24), at: now)
///     face.grid       // the characters
///     face.targets    // the areas that react to the mouse
public struct CellFace {
    /// A character's size in the coordinates of touches. A half block is a square.
    public static let cell = Size(width: 10, height: 20)

    /// The smallest terminal that shows several controls. A smaller terminal shows only the marked control. A usual
    /// terminal has 24 rows, of which the client uses one itself.
    private static let leastBank = CellScreen(columns: 80, rows: 23)

    private let state: SceneState
    private let size: CellScreen
    private let controls: [CellControl]
    private let tabs: CellTabs
    private let page: CellBox

    public init(_ state: SceneState, _ size: CellScreen, at time: Instant) {
        self.state = state
        self.size = size
        // A terminal with at most three rows has no row for the tabs.
        let top = size.rows > 3 ? 1 : 0
        page = CellBox(column: 0, row: top, columns: size.columns, rows: max(0, size.rows - top))
        let all = SceneView.controls(of: state.view, state.pictureSettings.settings)
        let isSmall = size.columns < CellFace.leastBank.columns || size.rows < CellFace.leastBank.rows
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
        tabs = CellTabs(state, in: CellBox(column: 0, row: 0, columns: size.columns, rows: top))
    }

    static func rect(_ box: CellBox) -> Rect {
        Rect(
            x: Double(box.column) * cell.width, y: Double(box.row) * cell.height,
            width: Double(box.columns) * cell.width, height: Double(box.rows) * cell.height)
    }

    public var grid: CellGrid {
        var grid = CellGrid(columns: size.columns, rows: size.rows)
        for control in controls { control.draw(into: &grid) }
        if controls.isEmpty { drawEmpty(into: &grid) }
        tabs.draw(into: &grid)
        grid.spell(in: size.alphabet)
        return grid
    }

    /// Whether several controls are shown.
    var isBank: Bool { controls.count > 1 }

    /// The areas that react to the mouse. A later target lies above an earlier one.
    public var targets: [TouchTarget] { controls.flatMap(\.targets) + tabs.targets }

    private func drawEmpty(into grid: inout CellGrid) {
        let short = state.pictureSettings.emptySentence(of: state.view).cut(to: page.columns)
        grid.put(
            short, column: page.column + (page.columns - short.cellCount) / 2, row: page.row + page.rows / 2,
            CellStyle(.secondary))
    }
}
