import WheelCore
import WheelModel
import WheelTouch

/// The place of everything on a page: the cells of its controls, above a strip with the tabs of all pages.
///
///     settings, view, size ──▶ PagePlan: strip, screens ──▶ PageGrid: cards ──▶ cells: frame, scene, plate
///                                                                                 │
///                     picture: PageView fits texts into the places ◀──────────────┴──────▶ targets of touch
///
/// Drawing and touch share this layout: the thread that draws a display, and the loop's thread, which finds the target
/// under a finger, call the initialiser with the same arguments. The layout depends on nothing else. In particular the
/// layout uses no font: text widths are taken from `WordWidth`, and a text that is wider in the display's font is drawn
/// smaller.
///
/// Each cell is first laid out as if it were alone. Then the cells of a row get a common line for their values, and the
/// digits of a card are limited to the height of the digits in larger cards. On large cards and on distant displays,
/// large words are tried first. If a label then does not fit, or draws more attention than its value, everything is
/// laid out again with smaller words.
struct PageLayout: Sendable {
    struct Cell: Sendable {
        let control: Int
        let frame: CellFrame
        let scene: any Scene
        /// The number of the input that turns the control; `nil` if the display does not show this number.
        let input: KnobNumber?
        /// The layout while the control has a pending value; `nil` for a control without `confirm`.
        let pending: PendingLayout?

        func scene(isPending: Bool) -> any Scene { isPending ? pending?.scene ?? scene : scene }
    }

    /// The plate of a pending value, and the scene above it.
    struct PendingLayout: Sendable {
        let plate: PendingPlate
        let scene: any Scene
        /// The scene while no value is pending. The value has the same place in `usual` and in `scene`.
        let usual: any Scene

        init?(_ settings: ControlSettings, _ room: SceneRoom) {
            guard settings.confirmTimeout != nil else { return nil }
            let whole = settings.scene(in: room)
            if let value = whole.valueAlone, let plate = PendingPlate(settings, room, below: value.bottom) {
                (self.plate, scene, usual) = (plate, value.scene, whole)
                return
            }
            plate = PendingPlate(settings, room)
            scene = settings.scene(in: plate.rest(of: room))
            // While no value is pending, the place for the plate stays free if the value would otherwise move. On a
            // touchscreen the place always stays free, because Apply must not appear under a finger that taps.
            let keepsValue = scene.value != nil && scene.value == whole.value
            usual = keepsValue && !plate.isTouched ? whole : scene
        }
    }

    struct Tab: Sendable {
        /// The page of the tab; `nil` for the only tab of a display without pages.
        let page: Int?
        let title: String
        /// The number of the screen that is shown, such as "1/2"; `nil` if the page has one screen, and for the tabs of
        /// other pages.
        let screen: String?
        let isCurrent: Bool
        /// What a tap on the tab shows: its page, or the next screen if that page is already shown.
        let goal: PageGoal
        let rect: Rect
        /// The arrow to pages whose tabs do not fit into the strip; `nil` for a tab with a title.
        var arrow: Arrow?

        enum Arrow { case back, forward }
    }

    let view: SceneView
    let cells: [Cell]
    let screens: PageScreens
    /// The screen with the cells, counted from 0.
    let screen: Int
    let tabs: [Tab]
    /// The screens or pages that a swipe to the left or right shows. The last page is followed by the first.
    let swipes: SwipePages
    /// The picture without the strip.
    let area: Rect
    let measures: Measures

    /// `screen` chooses one of the page's screens.
    init(
        _ pictureSettings: PictureSettings, _ view: SceneView, size: Size, measures: Measures? = nil,
        screen: (PageScreens) -> Int = { _ in 0 }
    ) {
        let settings = pictureSettings.settings
        let measures = (measures ?? Measures(picture: size)).rounded(by: pictureSettings.corner)
        let page = view.page
        let plan = PagePlan(pictureSettings, view, size: size, measures)
        let grid = plan.grid(of: view, pictureSettings)
        let screens = plan.screens(of: view, pictureSettings)
        let shown = screen(screens)
        self.view = view
        area = plan.area
        self.screens = screens
        self.screen = shown
        tabs = plan.tabs(view, screens, shown, pictureSettings)
        swipes = plan.swipes(view, screens, shown, pictureSettings)
        let controls = Array(screens.controls(on: shown))
        let cards = controls.indices.map { grid.cell($0) }
        func arranged(_ measures: Measures) -> [Cell] {
            PageLayout.cells(of: controls, cards, measures, pictureSettings, on: page, size)
        }
        let sizes = measures.showsOneControl ? [measures] : measures.wordSizes(on: cards)
        var (chosen, cells) = (sizes[0], arranged(sizes[0]))
        for smaller in sizes.dropFirst() where cells.contains(where: { $0.hasLoudLabel(settings, chosen) }) {
            (chosen, cells) = (smaller, arranged(smaller))
        }
        (self.measures, self.cells) = (chosen, cells)
    }

    /// Whether a display with this state shows this page and this screen. The state must have the settings of this
    /// layout.
    func isShown(in state: SceneState) -> Bool { state.view == view && screens.screen(of: state) == screen }

    /// Whether the marked control fills the picture, without tabs and other cells.
    var isAlone: Bool { measures.showsOneControl }

    var isBank: Bool { screens.controls.count > 1 && !isAlone }
}

extension PageLayout {
    static func cells(
        of controls: [Int], _ cards: [Rect], _ measures: Measures, _ pictureSettings: PictureSettings, on page: Int?,
        _ size: Size
    ) -> [Cell] {
        let settings = pictureSettings.settings
        let lines = zip(cards, controls).map { card, control in
            CellFrame.labelLines(
                settings.controls[control], hasNumber: pictureSettings.inputNumber(of: control, on: page) != nil,
                in: card, measures)
        }
        // All cards of a row get as many label lines as the longest label needs, so that their bodies begin at the same
        // height.
        let rowLines = cards.map { card in zip(cards, lines).filter { $0.0.isBeside(card) }.map(\.1).max() ?? 1 }
        func cell(_ number: Int, _ control: Int, _ line: ValueLine?, most: Double = .infinity) -> Cell {
            let frame = CellFrame(cards[number], measures, labelLines: rowLines[number])
            let controlSettings = settings.controls[control]
            var room = SceneRoom(
                cell: frame.rect, body: frame.body, measures: measures,
                hasSteppers: pictureSettings.hasSteppers(control, on: page), isTouched: pictureSettings.isTouched,
                hasKnob: pictureSettings.hasKnob(control, on: page), picture: size, line: line, mostCapital: most)
            room.isPressed = pictureSettings.isAppliedByPress(control, on: page)
            let pending = PendingLayout(controlSettings, room)
            return Cell(
                control: control, frame: frame, scene: pending?.usual ?? controlSettings.scene(in: room),
                input: pictureSettings.inputNumber(of: control, on: page),
                pending: pending)
        }
        var cells = controls.enumerated().map { cell($0, $1, nil) }
        // First each scene reports the line that it would choose for its value. A line that is not high enough for
        // readable digits is not shared.
        let least = SceneRoom.line(measures.leastValue)
        let valueLines = cells.map { cell in cell.scene.line.flatMap { $0.height >= least ? $0 : nil } }
        var shared = [ValueLine?](repeating: nil, count: cells.count)
        for (number, control) in controls.enumerated() {
            let row = cells[number].frame.rect
            let others = zip(cells, valueLines).compactMap { $0.frame.rect.isBeside(row) ? $1 : nil }
            guard let first = others.first, let line = valueLines[number] else { continue }
            guard others.contains(where: { $0 != line }) else { continue }
            shared[number] = others.reduce(first) { $0.joined(with: $1) }
            cells[number] = cell(number, control, shared[number])
        }
        // Only the scene `digits` is limited here, because its layout depends on the height of its digits. For other
        // values, `ValueText.align` later chooses a smaller font.
        for (number, control) in controls.enumerated() {
            guard let digits = cells[number].scene as? DigitsLayout else { continue }
            let card = cells[number].frame.rect
            let larger = cells.filter { $0.frame.rect.isLarger(than: card) }
            let most = larger.compactMap { $0.valueCapital(settings.controls[$0.control], measures) }.min()
            guard let most, most < digits.capital, digits.capital > measures.leastValue else { continue }
            cells[number] = cell(number, control, shared[number], most: max(most, measures.leastValue))
        }
        return cells
    }
}

extension PageLayout.Cell {
    /// Whether the label does not fit, or is so high that it draws more attention than the value. On a distant display,
    /// values must grow before labels.
    func hasLoudLabel(_ settings: PanelSettings, _ measures: Measures) -> Bool {
        let control = settings.controls[control]
        let label = frame.labelCapital(measures)
        if frame.labelLines == 1, !CellFrame.hasRoom(for: control.label, hasNumber: input != nil, frame, measures) {
            return true
        }
        return valueCapital(control, measures).map { label > $0 * PageLayout.Cell.mostOfLabel } ?? false
    }

    /// The maximum height of a label, as a fraction of the value's height.
    private static let mostOfLabel = 0.55

    /// The height of the value's digits, computed with `WordWidth`; `nil` for a control with positions.
    func valueCapital(_ settings: ControlSettings, _ measures: Measures) -> Double? {
        guard settings.number != nil else { return nil }
        if let digits = scene as? DigitsLayout { return digits.capital }
        guard let value = scene.value else { return nil }
        let width = ValueWidth(settings)
        var capital = value.capital
        while capital > 4, width.pixels(at: capital, measures) > value.box.width { capital *= 0.96 }
        return capital
    }
}

extension Rect {
    /// Whether both rectangles have the same upper edge and the same lower edge.
    func isBeside(_ other: Rect) -> Bool { minY == other.minY && maxY == other.maxY }

    var area: Double { width * height }

    /// Whether this rectangle is clearly larger than `other`. Rectangles of about the same size count as equal.
    func isLarger(than other: Rect) -> Bool { area > other.area * 1.1 }
}

extension SceneView {
    static func controls(of view: SceneView, _ settings: PanelSettings) -> [Int] {
        switch view {
        case .all: Array(settings.controls.indices)
        case .page(let page): settings.pages[page].controls
        case .control(let control): [control]
        }
    }

    var page: Int? {
        if case .page(let page) = self { page } else { nil }
    }
}

extension PageSettings {
    var hasOwnGrid: Bool { areas != nil || columns != nil || rows != nil }
}

extension PictureSettings {
    /// The number of cells for which the grid of a page is made. A page with more than half as many controls as the
    /// fullest page has the same grid as that page. The result is `nil` for all other pages, for pages with one
    /// control, and for pages that set their areas, columns or rows. The grid of such a page is made for the page's own
    /// controls.
    func cellCount(of page: Int?) -> Int? {
        guard let page, !settings.pages[page].hasOwnGrid else { return nil }
        var most = 0
        for number in pages {
            let bank = settings.pages[number]
            guard !bank.hasOwnGrid else { continue }
            most = max(most, bank.controls.count)
        }
        let own = settings.pages[page].controls.count
        return own > 1 && own * 2 > most ? max(own, most) : nil
    }

    func isAppliedByPress(_ control: Int, on page: Int?) -> Bool {
        turners(of: control, on: page).contains { number in
            let input = settings.inputs[number]
            if case .gpio(let gpio) = input.source, gpio.button == nil { return false }
            return input.bindings.appliesAtClick
        }
    }

    func hasSteppers(_ control: Int, on page: Int?) -> Bool {
        guard isTouched, settings.controls[control].movedByHands else { return false }
        switch settings.controls[control].appearance.steppers {
        case .always: return true
        case .never: return false
        case .auto: return !hasKnob(control, on: page)
        }
    }
}
