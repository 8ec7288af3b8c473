import WheelCore
import WheelModel
import WheelTouch

/// How a picture is divided: the place of the cells, and below it the strip with the tabs.
struct PagePlan {
    /// The picture without the strip.
    private(set) var area: Rect
    /// Its height is 0 if there is none.
    private(set) var strip: Rect
    let measures: Measures

    /// A strip is there for several pages, or for a page that has several screens.
    init(_ pictureSettings: PictureSettings, _ view: SceneView, size: Size, _ measures: Measures) {
        self.measures = measures
        let whole = Rect(origin: .zero, size: size)
        (area, strip) = (whole, whole.inset(top: size.height))
        let isAmongPages = view.page.map { pictureSettings.pages.contains($0) } ?? false
        guard !measures.showsOneControl,
            isAmongPages && pictureSettings.pages.count > 1 || screens(of: view, pictureSettings).count > 1
        else { return }
        // Without a touch input nobody taps on the tabs, and they only have the titles.
        let wanted = pictureSettings.isTouched ? measures.target : measures.labelRow
        let height = min(wanted, (size.height * 0.26).rounded())
        (area, strip) = (whole.inset(bottom: height), whole.inset(top: size.height - height))
    }

    func grid(of view: SceneView, _ pictureSettings: PictureSettings) -> PageGrid {
        let page = view.page
        let own = SceneView.controls(of: view, pictureSettings.settings).count
        return PageGrid(
            count: pictureSettings.cellCount(of: page) ?? own, page: page.map { pictureSettings.settings.pages[$0] },
            in: area,
            gap: measures.gap, least: measures.leastCell(isTouched: pictureSettings.isTouched))
    }

    func screens(of view: SceneView, _ pictureSettings: PictureSettings) -> PageScreens {
        let controls = SceneView.controls(of: view, pictureSettings.settings)
        let cells = measures.showsOneControl ? max(1, controls.count) : grid(of: view, pictureSettings).capacity
        return PageScreens(controls: controls, cells: cells)
    }

    /// A swipe turns the screens first, then the pages.
    func swipes(_ view: SceneView, _ screens: PageScreens, _ shown: Int, _ pictureSettings: PictureSettings)
        -> SwipePages
    {
        let (pages, count) = (pictureSettings.pages, screens.count)
        let place = view.page.flatMap { pages.firstIndex(of: $0) }
        guard count > 1 || (place != nil && pages.count > 1) else { return .nowhere }
        func goal(_ way: Int) -> PageGoal {
            let next = shown + way
            if let place, pages.count > 1, !(0..<count).contains(next) {
                return .page(pages[(place + way + pages.count) % pages.count])
            }
            return .screen(control: screens.first(on: (next + count) % count))
        }
        return .to(before: goal(-1), after: goal(1))
    }
}
