import WheelCore
import WheelModel
import WheelTouch

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
        let input: KnobNumber?
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

        init?(_ settings: ControlSettings, _ room: SceneRoom) {
            guard settings.confirmTimeout != nil else { return nil }
            let whole = settings.scene(in: room)
            if let value = whole.valueAlone, let plate = PendingPlate(settings, room, below: value.bottom) {
                (self.plate, scene, usual) = (plate, value.scene, whole)
                return
            }
            plate = PendingPlate(settings, room)
            scene = settings.scene(in: plate.rest(of: room))
            // The place for the plate stays free if the value would otherwise move. It also stays free on a touchscreen: Apply
            // must not come up under a finger that taps.
            let keepsValue = scene.value != nil && scene.value == whole.value
            usual = keepsValue && !plate.isTouched ? whole : scene
        }
    }

    struct Tab: Sendable {
        /// `nil` for the only tab of a display without pages.
        let page: Int?
        let title: String
        /// The number of the screen that is shown, such as "1/2"; `nil` if the page has one screen.
        let screen: String?
        let isCurrent: Bool
        /// Where a tap leads: on the current page's tab to the next screen.
        let goal: PageGoal
        let rect: Rect
        /// The way to pages whose tabs have no room in the strip. It has no title.
        var arrow: Arrow?

        enum Arrow { case back, forward }
    }

    let cells: [Cell]
    let screens: PageScreens
    /// The screen with the cells, counted from 0.
    let screen: Int
    let tabs: [Tab]
    /// The screens, and pages, to the left and right of this one. The first and the last are neighbours.
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
        let grown = measures.showsOneControl ? measures : measures.grown(for: cards)
        var (chosen, cells) = (grown, arranged(grown))
        if grown.hasGrown, cells.contains(where: { $0.hasLoudLabel(settings, grown) }) {
            (chosen, cells) = (measures, arranged(measures))
        }
        if measures.isEnlarged, !measures.showsOneControl {
            for calmer in measures.calmer where cells.contains(where: { $0.hasLoudLabel(settings, chosen) }) {
                (chosen, cells) = (calmer, arranged(calmer))
            }
        }
        (self.measures, self.cells) = (chosen, cells)
    }

    /// Whether the marked control fills the picture, without tabs and other cells.
    var isAlone: Bool { measures.showsOneControl }

    var isBank: Bool { screens.controls.count > 1 && !isAlone }
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
    /// Whether the page says how its cells divide it.
    var hasOwnGrid: Bool { areas != nil || columns != nil || rows != nil }
}

extension PictureSettings {
    /// The number of cells for which the grid of a page is made. Pages with about as many controls have the same grid;
    /// `nil` for a page that has a grid of its own or few controls.
    func cellCount(of page: Int?) -> Int? {
        guard let page else { return nil }
        var most = 0
        for number in pages {
            let bank = settings.pages[number]
            guard !bank.hasOwnGrid else { continue }
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
