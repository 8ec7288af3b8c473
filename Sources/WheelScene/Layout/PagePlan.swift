import WheelCore
import WheelModel
import WheelTouch

/// How a picture is divided: the place of the cells, and below it the strip with the tabs.
struct PagePlan {
    /// The picture without the strip.
    private(set) var area: Rect
    /// The strip with the tabs. The strip's height is 0 if the picture has no tabs.
    private(set) var strip: Rect
    let measures: Measures

    /// The picture has a strip if there are several pages, or if the page has several screens.
    init(_ pictureSettings: PictureSettings, _ view: SceneView, size: Size, _ measures: Measures) {
        self.measures = measures
        let whole = Rect(origin: .zero, size: size)
        (area, strip) = (whole, whole.inset(top: size.height))
        let isAmongPages = view.page.map { pictureSettings.pages.contains($0) } ?? false
        guard !measures.showsOneControl,
            isAmongPages && pictureSettings.pages.count > 1 || screens(of: view, pictureSettings).count > 1
        else { return }
        // Without a touch input nobody taps on the tabs, so they are only as high as their titles need.
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

    /// What a swipe to either side shows: first the other screens of the page, and then another page.
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

// MARK: Tabs.

extension PagePlan {
    /// The tabs of the pages. Each tab is at least as wide as a fingertip, and as its title at the smallest size of
    /// words. If the strip is too narrow for all tabs, it shows the tabs around the current page, and arrows to the
    /// pages before and after them.
    func tabs(_ view: SceneView, _ screens: PageScreens, _ shown: Int, _ pictureSettings: PictureSettings)
        -> [PageLayout.Tab]
    {
        guard strip.height > 0 else { return [] }
        let place = screens.count > 1 ? "\(shown + 1)/\(screens.count)" : nil
        let next = screens.count > 1 ? PageGoal.screen(control: screens.first(on: (shown + 1) % screens.count)) : nil
        guard let page = view.page else {
            guard let next else { return [] }
            return [PageLayout.Tab(page: nil, title: "", screen: place, isCurrent: true, goal: next, rect: strip)]
        }
        let pages = pictureSettings.pages.contains(page) ? pictureSettings.pages : [page]
        // The tab of a page with several screens always has room for "1/2", so that tabs do not move when the screen
        // changes.
        let widths = pages.map { page in
            let title = pictureSettings.settings.pages[page].title.prefix(24)
            return width(of: self.screens(of: .page(page), pictureSettings).count > 1 ? title + " 1/2" : title)
        }
        let current = pages.firstIndex(of: page) ?? 0
        let range = shownTabs(around: current, widths)
        func arrow(_ arrow: PageLayout.Tab.Arrow, to index: Int, _ rect: Rect) -> PageLayout.Tab {
            PageLayout.Tab(
                page: pages[index], title: "", screen: nil, isCurrent: false, goal: .page(pages[index]), rect: rect,
                arrow: arrow)
        }
        var tabs: [PageLayout.Tab] = []
        var titles = strip
        if range.lowerBound > 0 {
            tabs.append(arrow(.back, to: range.lowerBound - 1, strip.inset(right: strip.width - arrowWidth)))
            titles = titles.inset(left: arrowWidth)
        }
        let hasMore = range.upperBound < pages.count
        if hasMore { titles = titles.inset(right: arrowWidth) }
        for (index, rect) in zip(range, rects(widths[range], in: titles)) {
            let isCurrent = index == current
            tabs.append(
                PageLayout.Tab(
                    page: pages[index], title: pictureSettings.settings.pages[pages[index]].title,
                    screen: isCurrent ? place : nil, isCurrent: isCurrent,
                    goal: isCurrent ? next ?? .page(page) : .page(pages[index]), rect: rect))
        }
        if hasMore {
            tabs.append(arrow(.forward, to: range.upperBound, strip.inset(left: strip.width - arrowWidth)))
        }
        return tabs
    }

    /// `share` is the part of the strip that a tab should have, in proportion to the length of its title. `least` is
    /// the minimum width of the tab, which is enough for a fingertip, and for the whole title at the smallest size of
    /// words, with a letter's width to spare.
    private typealias TabWidth = (share: Double, least: Double)

    private func width(of title: Substring) -> TabWidth {
        let words = (WordWidth.capitals(of: String(title)) + 0.76) * measures.pixels(2.2)
        return (Double(title.count + 4), max(measures.target, words.rounded(.up)))
    }

    private var arrowWidth: Double { min(measures.target.rounded(.up), (strip.width / 4).rounded()) }

    /// The current tab, and as many tabs around it as fit into the strip, about equally many on both sides.
    private func shownTabs(around current: Int, _ widths: [TabWidth]) -> Range<Int> {
        func fits(_ range: Range<Int>) -> Bool {
            let arrows = (range.lowerBound > 0 ? 1.0 : 0) + (range.upperBound < widths.count ? 1 : 0)
            return widths[range].reduce(arrows * arrowWidth) { $0 + $1.least } <= strip.width
        }
        guard !fits(widths.indices) else { return widths.indices }
        var range = current..<current + 1
        func grow(_ wider: Range<Int>) -> Bool {
            guard wider.lowerBound >= 0, wider.upperBound <= widths.count, fits(wider) else { return false }
            range = wider
            return true
        }
        var hasGrown = true
        while hasGrown {
            hasGrown = grow(range.lowerBound..<range.upperBound + 1)
            hasGrown = grow(range.lowerBound - 1..<range.upperBound) || hasGrown
        }
        return range
    }

    /// The rectangles of the tabs, aligned to whole pixels. No tab is narrower than its `least`.
    private func rects(_ widths: ArraySlice<TabWidth>, in area: Rect) -> [Rect] {
        let share = area.width / widths.reduce(0) { $0 + $1.share }
        let isEnough = widths.allSatisfy { $0.share * share >= $0.least } || widths.count == 1
        let rest = max(0, area.width - widths.reduce(0) { $0 + $1.least }) / Double(widths.count)
        var end = area.minX
        return widths.map { isEnough ? $0.share * share : $0.least + rest }.map { width in
            let start = end
            end += width
            let (left, right) = (start.rounded(), min(end, area.maxX).rounded())
            return Rect(x: left, y: area.minY, width: right - left, height: area.height)
        }
    }
}
