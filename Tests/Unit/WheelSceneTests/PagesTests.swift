import ModelTestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

@Suite struct PagesTests {
    private static let settings = PanelSettings(
        controls: [.ranged("angle", ValueRange(0, 90), unit: "°"), .ranged("gain", ValueRange(0, 100))],
        pages: [
            PageSettings(name: "front", display: 0, controls: [0]),
            PageSettings(name: "both", controls: [1]),
            PageSettings(name: "top", display: 1, controls: [0, 1]),
            PageSettings(name: "end", display: 0, controls: [1]),
        ])

    /// The page that a display shows, while the panel's page changes.
    @Test(arguments: [(0, [0, 1, 1, 3, 3]), (1, [1, 1, 2, 2, 2]), (2, [1, 1, 1, 1, 1])])
    func aPageOfAnotherDisplayLeavesThePicture(_ display: Int, _ expected: [Int]) {
        var (panel, changes) = (Panel(PagesTests.settings), Changes())
        let time = Instant(microseconds: 0)
        var state = SceneState(PictureSettings(PagesTests.settings, display: display), panel, at: time)
        var seen: [SceneView] = []
        for page in [0, 1, 2, 3, 2] {
            panel.show(.page(page), at: time, into: &changes)
            state.apply(panel, state.controls)
            seen.append(state.view)
        }
        #expect(seen == expected.map { .page($0) })
    }

    /// A display keeps its page although another page is added before it and one is removed.
    @Test func aDisplayKeepsItsPageWhenTheConfigurationChanges() {
        var settings = PagesTests.settings
        settings.pages.insert(PageSettings(name: "new", controls: [0]), at: 0)
        settings.pages.remove(at: 4)
        let (before, after) = (PictureSettings(PagesTests.settings, display: 1), PictureSettings(settings, display: 1))
        #expect(after.view(after: .page(1), of: before) == .page(2))
        #expect(after.view(after: .page(2), of: before) == .page(3))
        // These views have no counterpart: a removed page, a page of another display, and all controls.
        let front = PictureSettings(PagesTests.settings, display: 0)
        #expect(PictureSettings(settings, display: 0).view(after: .page(3), of: front) == nil)
        #expect(after.view(after: .page(0), of: front) == nil)
        #expect(after.view(after: .all, of: before) == nil)
    }

    @Test func aDisplayWithoutPagesShowsAllControls() {
        var settings = PagesTests.settings
        settings.pages.remove(at: 1)
        let state = SceneState(PictureSettings(settings, display: 7), Panel(settings), at: Instant(microseconds: 0))
        #expect(state.view == .all)
    }

    /// Tabs and swipes lead to pages of the same display. A single page has neither.
    @Test func tabsAndSwipesStayOnTheirDisplay() {
        func layout(_ display: Int, _ page: Int) -> PageLayout {
            PageLayout(
                PictureSettings(PagesTests.settings, display: display), .page(page), size: Size(width: 600, height: 400)
            )
        }
        #expect(layout(0, 1).tabs.map(\.page) == [0, 1, 3])
        // The widths follow the lengths of the titles.
        #expect(layout(0, 1).tabs.map(\.rect.minX) == [0, 225, 425])
        #expect(layout(0, 0).swipes == .to(before: .page(3), after: .page(1)))
        #expect(layout(0, 3).swipes == .to(before: .page(1), after: .page(0)))
        #expect(layout(1, 2).swipes == .to(before: .page(1), after: .page(1)))
        #expect(layout(2, 1).tabs.isEmpty)
        #expect(layout(2, 1).swipes == .nowhere)
    }

    /// On a narrow display with nine pages each page can be reached by taps, and each tab is as wide as a fingertip.
    @Test(arguments: [(480.0, 800.0), (800, 480), (320, 240), (128, 96)])
    func aNarrowStripHasArrows(_ width: Double, _ height: Double) throws {
        var settings = PanelSettings(controls: [.ranged("level", ValueRange(0, 1))])
        settings.inputs = [.touch]
        settings.pages = (0..<9).map { PageSettings(name: "p\($0)", title: "Oscillators \($0)", controls: [0]) }
        let size = Size(width: width, height: height)
        for page in 0..<9 {
            let layout = PageLayout(PictureSettings(settings), .page(page), size: size)
            let tabs = layout.tabs
            #expect(tabs.map(\.rect.minX) == [0] + tabs.dropLast().map(\.rect.maxX) && tabs.last?.rect.maxX == width)
            let place = tabs.firstIndex(where: \.isCurrent)
            let current = try #require(place)
            #expect(tabs[current].page == page)
            if page > 0 { #expect(tabs[current - 1].goal == .page(page - 1)) }
            if page < 8 { #expect(tabs[current + 1].goal == .page(page + 1)) }
            for tab in tabs { #expect(tab.rect.width >= min(layout.measures.target, (width / 4).rounded())) }
        }
    }

    @Test func anEmptyPageSaysWhereToLook() {
        let none = PictureSettings(PanelSettings(), file: "/etc/wheeld/wheeld.toml")
        #expect(none.emptySentence(of: .all) == "There are no controls yet: see /etc/wheeld/wheeld.toml")
        let settings = PanelSettings(
            controls: [.ranged("a", ValueRange(0, 1))], pages: [PageSettings(name: "one", controls: [])])
        #expect(PictureSettings(settings).emptySentence(of: .page(0)) == "The page \"one\" has no controls.")
        // A terminal shows the same text.
        for pictureSettings in [none, PictureSettings(settings)] {
            var state = SceneState(pictureSettings, Panel(pictureSettings.settings), at: .distantPast)
            state.view = pictureSettings.settings.pages.isEmpty ? .all : .page(0)
            let grid = CellFace(state, CellScreen(columns: 80, rows: 23), at: .distantPast).grid
            let sentence = pictureSettings.emptySentence(of: state.view)
            #expect((0..<24).contains { grid.text($0).contains(sentence) })
        }
    }
}
