import WheelGeometry
import WheelModel
import WheelSettings

/// The cells of a page's controls, and the tabs of all pages: a grid above a strip.
///
/// It depends on the settings and the size alone and needs no font, so the loop's thread can compute touch areas
/// without a picture.
struct PageLayout: Sendable {
    struct Cell: Sendable {
        let control: Int
        let frame: CellFrame
        let scene: any Scene
        /// The number of the input that turns it, where there are several.
        let input: Int?
        /// What is shown while the control has a pending value; `nil` if hands move the value itself.
        let pending: PendingLayout?

        func scene(isPending: Bool) -> any Scene { isPending ? pending?.scene ?? scene : scene }
    }

    /// The plate of a pending value, and the scene above it.
    struct PendingLayout: Sendable {
        let plate: PendingPlate
        let scene: any Scene
        /// The scene while nothing is pending. The value has the same place in both.
        let usual: any Scene

        init?(_ settings: ControlSettings, _ room: CellRoom) {
            guard settings.confirmTimeout != nil else { return nil }
            let whole = settings.scene(in: room)
            if let value = whole.valueAlone, let plate = PendingPlate(settings, room, below: value.bottom) {
                (self.plate, scene, usual) = (plate, value.scene, whole)
                return
            }
            // The place stays free. Besides, Apply must not come up under a finger that taps on what was there before.
            plate = PendingPlate(settings, room)
            scene = settings.scene(in: plate.rest(of: room))
            usual = scene
        }
    }

    struct Tab: Sendable {
        let page: Int
        let rect: Rect
    }

    let cells: [Cell]
    let tabs: [Tab]
    /// The pages to the left and right of this one in the strip. The first and the last are neighbours.
    let swipes: SwipePages
    /// The picture without the strip.
    let area: Rect
    let measures: Measures

    init(_ instrument: Instrument, _ view: SceneView, size: Size, measures: Measures? = nil) {
        let settings = instrument.settings
        let measures = measures ?? Measures(picture: size)
        self.measures = measures
        let whole = Rect(origin: .zero, size: size)
        let pages = instrument.pages
        let count = pages.count
        var page: Int?
        if case .page(let number) = view { page = number }
        if let page, let place = pages.firstIndex(of: page), count > 1 {
            swipes = .to(before: pages[(place + count - 1) % count], after: pages[(place + 1) % count])
            // Without a touch input nobody taps on the tabs, and they only have the titles.
            let wanted = instrument.isTouched ? measures.target : measures.labelRow
            let height = measures.showsOneControl ? 0 : min(wanted, (size.height * 0.26).rounded())
            let above = whole.inset(bottom: height)
            area = above
            tabs =
                measures.showsOneControl
                ? []
                : PageLayout.tabs(pages, settings, in: Rect(x: 0, y: above.maxY, width: size.width, height: height))
        } else {
            area = whole
            tabs = []
            swipes = .nowhere
        }
        let controls = SceneView.controls(of: view, settings)
        let grid = PageGrid(
            count: instrument.cellCount(of: page) ?? controls.count, page: page.map { settings.pages[$0] }, in: area,
            measures)
        cells = controls.enumerated().map { number, control in
            let frame = CellFrame(grid.cell(number), measures)
            let controlSettings = settings.controls[control]
            var room = CellRoom(
                cell: frame.rect, body: frame.body, measures: measures,
                hasSteppers: instrument.hasSteppers(control, on: page), isTouched: instrument.isTouched,
                hasKnob: instrument.hasKnob(control, on: page), picture: size)
            room.isPressed = instrument.isAppliedByPress(control, on: page)
            let pending = PendingLayout(controlSettings, room)
            return Cell(
                control: control, frame: frame, scene: pending?.usual ?? controlSettings.scene(in: room),
                input: instrument.inputNumber(of: control, on: page),
                pending: pending)
        }
    }

    /// Whether the marked control fills the picture, without tabs and other cells.
    var isAlone: Bool { measures.showsOneControl }

    var isBank: Bool { cells.count > 1 && !isAlone }

    /// Tabs whose widths follow the lengths of their titles, on whole pixels.
    private static func tabs(_ pages: [Int], _ settings: PanelSettings, in strip: Rect) -> [Tab] {
        let lengths = pages.map { Double(min(settings.pages[$0].title.count, 24) + 4) }
        let width = strip.width / lengths.reduce(0, +)
        var end = 0.0
        return zip(pages, lengths).map { page, length in
            let start = end
            end += length * width
            let (left, right) = (start.rounded(), end.rounded())
            return Tab(
                page: page, rect: Rect(x: left, y: strip.minY, width: right - left, height: strip.height))
        }
    }
}

extension SceneView {
    static func controls(of view: SceneView, _ settings: PanelSettings) -> [Int] {
        switch view {
        case .all: Array(settings.controls.indices)
        case .page(let page): settings.pages[page].controls
        case .control(let control): [control]
        }
    }
}

extension Instrument {
    /// The number of cells for which the grid of a page is made. Pages with about as many controls have the same grid;
    /// `nil` for a page that has a grid of its own or few controls.
    func cellCount(of page: Int?) -> Int? {
        guard let page else { return nil }
        var most = 0
        for number in pages {
            let bank = settings.pages[number]
            guard bank.areas == nil, bank.columns == nil, bank.rows == nil else { continue }
            most = max(most, bank.controls.count)
        }
        let own = settings.pages[page].controls.count
        return own > 1 && own * 2 > most ? max(own, most) : nil
    }

    /// Whether a press of a knob that turns the control applies a pending value.
    func isAppliedByPress(_ control: Int, on page: Int?) -> Bool {
        turners(of: control, on: page).contains { number in
            let input = settings.inputs[number]
            if case .gpio(let gpio) = input.source, gpio.button == nil { return false }
            return input.bindings.appliesAtClick
        }
    }

    /// Whether − and + are drawn where they fit.
    func hasSteppers(_ control: Int, on page: Int?) -> Bool {
        guard isTouched, settings.controls[control].movedByHands else { return false }
        switch settings.controls[control].appearance.steppers {
        case .always: return true
        case .never: return false
        case .auto: return !hasKnob(control, on: page)
        }
    }
}
