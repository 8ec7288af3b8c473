import ModelTestSupport
import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// Fingers touch the part of the picture that they are on, at every rotation of the screen.
@Suite struct TouchTests {
    private static let settings: PanelSettings = {
        var settings = RandomPanel.settings
        settings.inputs = [InputSettings.touch]
        settings.pages.append(PageSettings(name: "rotor", controls: [2]))
        settings.pages.append(PageSettings(name: "wheel", controls: [1]))
        settings.pages.append(PageSettings(name: "seats", controls: [4]))
        settings.controls.append(
            ControlSettings(
                name: "arena",
                quantity: .selection(PositionSettings(positions: PositionSettings.numbered(1000), layout: .arc))))
        settings.pages.append(PageSettings(name: "arena", controls: [6]))
        return settings
    }()

    /// A panel and its page's layout on a rotated screen of 480 × 800 or 800 × 480. Fingers are given in coordinates of
    /// the page.
    private struct Screen {
        var panel = Panel(TouchTests.settings)
        let pictureSettings = PictureSettings(TouchTests.settings)
        var arranger: TouchArranger
        let transform: AffineTransform
        let page: PageLayout
        var changes = Changes()
        var time = Instant(microseconds: 0)

        init(_ turn: DisplayRotation, page number: Int) {
            let picture = Size(width: 800, height: 480)
            let screen = turn.turned(picture)
            arranger = TouchArranger(screen: screen, rotation: turn)
            transform = turn.transform(to: screen)
            panel.show(.page(number), at: time, into: &changes)
            page = PageLayout(pictureSettings, .page(number), size: picture)
            arrange()
        }

        mutating func arrange() {
            if let layout = arranger.layout(for: SceneState(pictureSettings, panel, at: time)) {
                panel.arrange(surface: 0, layout)
            }
        }

        mutating func touch(_ places: Point...) {
            time = time + .milliseconds(16)
            panel.touch(
                surface: 0,
                contacts: places.enumerated().map {
                    TouchContact(id: $0, position: transform.apply(to: $1))
                }, at: time, into: &changes)
        }

        mutating func tap(_ place: Point) {
            touch(place)
            touch()
            time = time + .seconds(1)
            panel.wake(at: time, into: &changes)
        }

        func scene(_ number: Int = 0) -> any Scene { page.cells[number].scene }
    }

    @Test(arguments: DisplayRotation.allCases)
    func theArmFollowsAFinger(_ turn: DisplayRotation) throws {
        var screen = Screen(turn, page: 0)
        guard let layout = screen.scene() as? AngleLayout else { throw Missing() }
        // The arm moves by as much as the finger: from 10° to 40° about the vertex is 30°.
        screen.touch(layout.place(at: .degrees(10), distance: layout.radius * 0.8))
        screen.touch(layout.place(at: .degrees(40), distance: layout.radius * 0.9))
        #expect((screen.panel.controls[0].number - 30).magnitude < 1e-6)
        screen.touch()
        screen.tap(try #require(layout.row.up).center)
        #expect((screen.panel.controls[0].number - 35).magnitude < 1e-6)
        screen.tap(try #require(layout.row.down).center)
        #expect((screen.panel.controls[0].number - 30).magnitude < 1e-6)
        // A step is shown as a motion, a drag is not.
        #expect(screen.panel.controls[0].jumps == 2)
    }

    @Test(arguments: DisplayRotation.allCases)
    func theWheelIsDragged(_ turn: DisplayRotation) throws {
        var screen = Screen(turn, page: 4)
        guard let layout = screen.scene() as? WheelLayout else { throw Missing() }
        let before = screen.panel.controls[1].number
        screen.touch(layout.frame.center)
        screen.touch(layout.frame.center + Vector(dx: -layout.frame.width * 0.25, dy: 3))
        // The value moves by span × scale × drag / length.
        #expect((screen.panel.controls[1].number - (before - 66 * 0.25)).magnitude < 1e-6)
    }

    @Test(arguments: DisplayRotation.allCases)
    func theSliderScrubsAndTheRectangleStarts(_ turn: DisplayRotation) throws {
        var screen = Screen(turn, page: 3)
        guard let layout = screen.scene() as? RotorLayout else { throw Missing() }
        let slider = try #require(layout.slider)
        screen.touch(slider.knob(at: 0))
        screen.touch(slider.knob(at: 0.5))
        #expect((screen.panel.controls[2].number - 345 / 2).magnitude < 1e-6)
        screen.touch()
        screen.tap(layout.center)
        #expect(screen.panel.controls[2].number > 345 / 2)
    }

    @Test(arguments: DisplayRotation.allCases)
    func seatsAreTouchedWhereTheyAreDrawn(_ turn: DisplayRotation) throws {
        var screen = Screen(turn, page: 5)
        guard let layout = screen.scene() as? SeatLayout else { throw Missing() }
        for position in [0, 17, 59] {
            screen.tap(layout.chart.seats[position].center)
            #expect(screen.panel.controls[4].selected.contains(position))
        }
        #expect(screen.panel.controls[4].selected.count == 3)
    }

    /// A tap on a block of small seats zooms to it. Then the block's seats can be touched where they are drawn. A tap
    /// beside the seats zooms back.
    @Test(arguments: DisplayRotation.allCases)
    func blocksAreZoomedTo(_ turn: DisplayRotation) throws {
        var screen = Screen(turn, page: 6)
        guard let layout = screen.scene() as? SeatLayout else { throw Missing() }
        let target = layout.chart.seats[777]
        screen.tap(target.center)
        let view = screen.panel.view(ofDisplay: 0)[chart: 6]
        #expect(view.zoom > 2)
        #expect(view.jumps == 1)
        #expect(screen.panel.controls[6].selected.count == 0)
        screen.arrange()
        let seen = view.transform.apply(to: target.center)
        #expect(layout.window.contains(seen))
        screen.tap(seen)
        #expect(screen.panel.controls[6].selected.contains(777))
        screen.tap(screen.page.cells[0].frame.labelRow.center)
        #expect(screen.panel.view(ofDisplay: 0)[chart: 6].transform == .identity)
    }

    @Test(arguments: DisplayRotation.allCases)
    func tabsAndCellsAreTouched(_ turn: DisplayRotation) throws {
        var screen = Screen(turn, page: 2)
        // Two fingers on two controls move both.
        guard let angle = screen.scene(0) as? AngleLayout, let wheel = screen.scene(1) as? WheelLayout else {
            throw Missing()
        }
        let (first, second) = (angle.place(at: .degrees(10), distance: angle.radius * 0.8), wheel.frame.center)
        screen.touch(first, second)
        screen.touch(
            angle.place(at: .degrees(30), distance: angle.radius * 0.8),
            second + (wheel.isVertical ? Vector(dx: 0, dy: 10) : Vector(dx: -10, dy: 0)))
        #expect((screen.panel.controls[0].number - 20).magnitude < 1e-6)
        #expect(screen.panel.controls[1].number < 0)
        screen.touch()
        screen.tap(screen.page.tabs[1].rect.center)
        #expect(screen.panel.page == 1)
    }

    /// Each cell of a large page has the target of Apply only while its value is pending.
    @Test func everyCellOfALargePageChangesTheAreas() throws {
        let confirmed = (0..<200).map { index in
            var control = ControlSettings.ranged("c\(index)", ValueRange(0, 1))
            control.confirmTimeout = .seconds(8)
            return control
        }
        var settings = PanelSettings(controls: confirmed, inputs: [.touch])
        settings.pages = [PageSettings(name: "a", controls: Array(0..<200), columns: 20, rows: 10)]
        let state = SceneState(PictureSettings(settings), Panel(settings), at: .distantPast)
        var arranger = TouchArranger(screen: Size(width: 3840, height: 2160), rotation: .none)
        _ = arranger.layout(for: state)
        for control in [0, 63, 64, 65, 127, 128, 199] {
            let layout = arranger.layout(for: state.with(control) { $0.applied = 1 })
            #expect(layout?.targets.contains { $0.kind == .apply(control: control) } == true, "\(control)")
            #expect(arranger.layout(for: state)?.targets.contains { $0.kind == .apply(control: control) } == false)
        }
    }

    /// At every rotation, the Revert and Apply of several scenes can be touched only while a value is pending.
    @Test(arguments: DisplayRotation.allCases)
    func revertAndApplyAreThereWhileAValueIsPending(_ turn: DisplayRotation) throws {
        var settings = RandomPanel.settings
        settings.inputs = [InputSettings.touch]
        let picture = Size(width: 800, height: 480)
        let transform = turn.transform(to: turn.turned(picture))
        for index in settings.controls.indices where settings.controls[index].kind != .selection {
            settings.controls[index].confirmTimeout = .seconds(8)
        }
        let pictureSettings = PictureSettings(settings)
        for (control, confirmed) in settings.controls.enumerated() where confirmed.confirmTimeout != nil {
            var panel = Panel(settings)
            var (changes, time) = (Changes(), Instant(microseconds: 0))
            var arranger = TouchArranger(screen: turn.turned(picture), rotation: turn)
            func state() -> SceneState {
                var state = SceneState(pictureSettings, panel, at: time)
                state.view = .control(control)
                return state
            }
            func tap(_ place: Point) {
                let contact = TouchContact(id: 0, position: transform.apply(to: place))
                panel.touch(surface: 0, contacts: [contact], at: time, into: &changes)
                panel.touch(surface: 0, contacts: [], at: time, into: &changes)
                time = time + .seconds(1)
                panel.wake(at: time, into: &changes)
            }
            let plate = PageLayout(pictureSettings, .control(control), size: picture).cells[0].pending?.plate
            let (revert, apply) = (try #require(plate?.revert), try #require(plate?.apply))
            let quiet = arranger.layout(for: state())
            #expect(quiet?.targets.contains { $0.kind == .apply(control: control) } == false)
            #expect(state().controls[control].applied == nil)
            let before = panel.controls[control].number
            func move() {
                panel.step(control, by: 1, source: .client(1), at: time, into: &changes)
                if !panel.controls[control].isPending {
                    panel.step(control, by: -1, source: .client(1), at: time, into: &changes)
                }
            }
            move()
            let layout = arranger.layout(for: state())
            panel.arrange(surface: 0, try #require(layout))
            // The state has the pending value, and also the applied value.
            #expect(state().controls[control].number == panel.controls[control].pending?.number)
            #expect(state().controls[control].applied == before)
            tap(revert.center)
            #expect(!panel.controls[control].isPending)
            #expect(panel.controls[control].number == before)
            move()
            tap(apply.center)
            #expect(!panel.controls[control].isPending)
            #expect(panel.controls[control].number != before, "\(confirmed.name)")
        }
    }

    @Test func smallSeatsAreTouchedAfterAZoom() {
        let positions = PositionSettings(positions: PositionSettings.numbered(1000), layout: .arc)
        let settings = PanelSettings(controls: [ControlSettings(name: "hall", quantity: .selection(positions))])
        let (pictureSettings, panel) = (PictureSettings(settings), Panel(settings))
        var arranger = TouchArranger(screen: Size(width: 128, height: 96), rotation: .none)
        let state = SceneState(pictureSettings, panel, at: Instant(microseconds: 0))
        func seats(_ layout: TouchLayout?) -> Int? {
            layout?.targets.filter { if case .seat = $0.kind { true } else { false } }.count
        }
        #expect(seats(arranger.layout(for: state)) == 0)
        #expect(arranger.layout(for: state) == nil)
        let zoomed = state.with(0) { $0.chart = .scale(by: 8) }
        #expect(seats(arranger.layout(for: zoomed)) == 1000)
        #expect(seats(arranger.layout(for: state)) == 0)
    }

    /// A small picture of two colours shows only the marked control, so fingers turn this control wherever they are. A
    /// picture with more colours has the targets of its cells and tabs.
    @Test(arguments: DisplayRotation.allCases)
    func fingersTurnTheControlThatFillsASmallPicture(_ turn: DisplayRotation) throws {
        let (settings, picture) = (Self.settings, Size(width: 128, height: 64))
        let (pictureSettings, panel) = (PictureSettings(settings), Panel(settings))
        let measures = Measures(picture: picture)
        let screen = turn.turned(picture)
        var alone = TouchArranger(screen: screen, rotation: turn, measures: measures.drawn(in: .mono, picture))
        var state = SceneState(pictureSettings, panel, at: Instant(microseconds: 0))
        state.view = .page(2)
        func targets(focus: Int?) -> [TouchTarget]? {
            state.focus = focus
            return alone.layout(for: state)?.targets
        }
        func wheel(_ control: Int, _ orientation: WheelOrientation) -> [TouchTarget] {
            [TouchTarget(.wheel(control: control, orientation), area: Rect(origin: .zero, size: picture))]
        }
        #expect(targets(focus: nil) == wheel(0, .auto))
        #expect(targets(focus: 5) == wheel(5, .vertical))
        #expect(targets(focus: 5) == nil)
        #expect(targets(focus: 3) == wheel(3, .auto))
        // A control of another page is not shown.
        #expect(targets(focus: 6) == wheel(0, .auto))
        var coloured = TouchArranger(screen: screen, rotation: turn, measures: measures.drawn(in: .dark, picture))
        let cells = coloured.layout(for: state)
        let all = try #require(cells)
        #expect(all.isBank && all.targets.contains { $0.kind == .tab(.page(1)) })
    }

    private struct Missing: Error {}
}
