import ModelTestSupport
import Testing
import WheelCanvas
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// A page that does not fit on its display has several screens.
@Suite struct ScreenTests {
    private static let small = Size(width: 320, height: 240)
    private static let time = Instant(microseconds: 0)

    /// Six controls under fingers: four on the first screen, two on the second. Page "b" has one screen.
    private static func pictureSettings(_ pages: Int = 2) -> PictureSettings {
        let names = [("a", Array(0..<6)), ("b", [0])]
        return PageGridTests.panel(
            6, names.prefix(pages).map { PageSettings(name: $0.0, controls: $0.1) }, isTouched: true)
    }

    private static func layout(_ state: SceneState) -> PageLayout {
        PageLayout(state.pictureSettings, state.view, size: small) { $0.screen(of: state) }
    }

    private static func state(_ pictureSettings: PictureSettings, focus: Int? = nil, editing: [Int] = []) -> SceneState
    {
        var state = SceneState(pictureSettings, Panel(pictureSettings.settings), focus: focus, at: time)
        for control in editing { state = state.with(control) { $0.isEditing = true } }
        return state
    }

    private static func titles(_ layout: PageLayout) -> [String] {
        layout.tabs.map { tab in tab.title + (tab.screen.map { (tab.title.isEmpty ? "" : " ") + $0 } ?? "") }
    }

    @Test(
        arguments: [
            (nil, [], 0), (0, [], 0), (3, [], 0), (4, [], 1), (5, [], 1),
            // A hand changes a control of the other screen, or a control of each screen.
            (0, [5], 1), (nil, [4], 1), (5, [0], 0), (0, [1, 5], 0), (5, [1, 4], 1),
        ] as [(Int?, [Int], Int)])
    func theMarkedControlAndWhatAHandChangesAreInSight(_ focus: Int?, _ editing: [Int], _ screen: Int) {
        let layout = Self.layout(Self.state(Self.pictureSettings(), focus: focus, editing: editing))
        #expect(layout.screen == screen)
        #expect(layout.cells.map(\.control) == (screen == 0 ? [0, 1, 2, 3] : [4, 5]))
    }

    @Test func theTabSaysWhichScreenIsShown() {
        let pictureSettings = Self.pictureSettings()
        #expect(Self.titles(Self.layout(Self.state(pictureSettings))) == ["a 1/2", "b"])
        #expect(Self.titles(Self.layout(Self.state(pictureSettings, focus: 4))) == ["a 2/2", "b"])
        var other = Self.state(pictureSettings, focus: 4)
        other.view = .page(1)
        #expect(Self.titles(Self.layout(other)) == ["a", "b"])
        // The strip of tabs does not move.
        #expect(Self.layout(other).tabs.map(\.rect) == Self.layout(Self.state(pictureSettings)).tabs.map(\.rect))
    }

    /// The title of the strip, for one page and for a panel without pages.
    @Test(arguments: [(1, ["a 2/2"]), (0, ["2/2"])])
    func aDisplayWithoutTabsGetsOne(_ pages: Int, _ titles: [String]) {
        let layout = Self.layout(Self.state(Self.pictureSettings(pages), focus: 4))
        #expect(Self.titles(layout) == titles)
        #expect(layout.tabs.map(\.rect.width) == [320])
        #expect(layout.swipes == .to(before: .screen(control: 0), after: .screen(control: 0)))
    }

    /// A tap on the page's own tab and a swipe lead to the next screen before another page.
    @Test func tabsAndSwipesTurnTheScreensFirst() {
        let pictureSettings = Self.pictureSettings()
        let (first, second) = (
            Self.layout(Self.state(pictureSettings)), Self.layout(Self.state(pictureSettings, focus: 5))
        )
        #expect(first.tabs.map(\.goal) == [.screen(control: 4), .page(1)])
        #expect(first.swipes == .to(before: .page(1), after: .screen(control: 4)))
        #expect(second.tabs.map(\.goal) == [.screen(control: 0), .page(1)])
        #expect(second.swipes == .to(before: .screen(control: 0), after: .page(1)))
    }

    /// Taps on the tab where the picture shows it, and checks what the next picture shows.
    @Test func aTapTurnsTheScreen() throws {
        let pictureSettings = Self.pictureSettings()
        var (panel, changes) = (Panel(pictureSettings.settings), Changes())
        var arranger = TouchArranger(screen: Self.small, rotation: .none)
        var state = Self.state(pictureSettings)
        var told: [[Int]] = []
        for _ in 0..<3 {
            (state.focus, state.view) = (panel.focus(ofInput: 0), pictureSettings.view(of: panel.page))
            let targets = arranger.layout(for: state)
            panel.arrange(surface: 0, try #require(targets))
            told.append(Self.layout(state).cells.map(\.control))
            let tab = try #require(Self.layout(state).tabs.first).rect.center
            for contacts in [[TouchContact(id: 1, position: tab)], []] {
                panel.touch(surface: 0, contacts: contacts, at: Self.time, into: &changes)
            }
        }
        #expect(told == [[0, 1, 2, 3], [4, 5], [0, 1, 2, 3]])
        // The panel's page, which clients get, stays the same.
        #expect(panel.page == 0)
    }

    @Test func aScreenSlidesIn() throws {
        let settings = Self.pictureSettings().settings
        let studio = try Studio(settings, width: 320, height: 240)
        studio.draw()
        #expect(studio.stage.cells.count == 4 && !studio.stage.needsFrame)
        var state = studio.state
        state.focus = 4
        studio.stage.show(state, at: studio.time)
        #expect(studio.stage.cells.count == 2)
        studio.stage.draw(at: studio.time + .milliseconds(100), into: studio.pixels, damage: &studio.damage)
        #expect(studio.stage.needsFrame)
        studio.stage.draw(at: studio.time + .seconds(1), into: studio.pixels, damage: &studio.damage)
        #expect(!studio.stage.needsFrame)
    }
}
