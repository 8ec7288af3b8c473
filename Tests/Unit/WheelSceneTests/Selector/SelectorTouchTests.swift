import TestSupport
import Testing
import WheelCore

@testable import WheelModel
@testable import WheelScene

@Suite("Selector: touch") struct SelectorTouchTests {
    @Test(
        "A square of 9 mm fits into each target, pixel by pixel",
        arguments: [
            Size(width: 800, height: 480), Size(width: 480, height: 800), Size(width: 320, height: 240),
        ])
    func targets(_ picture: Size) {
        let pages: [[PositionSettings]] = [
            [SelectorPanel.modes], [SelectorPanel.patches], [SelectorPanel.modes, SelectorPanel.mute],
            [SelectorPanel.modes, SelectorPanel.mute, SelectorPanel.patches, SelectorPanel.numbered(3)],
        ]
        for page in pages {
            var screen = SelectorScreen(SelectorPanel.settings(page), picture)
            check(screen)
            guard let opener = screen.layout.targets.first(where: { if case .opener = $0.kind { true } else { false } })
            else { continue }
            // In a bank the first tap may only mark the cell.
            screen.tap(opener.area.center)
            if screen.chooser == nil { screen.tap(opener.area.center) }
            #expect(screen.chooser != nil)
            check(screen)
            #expect(screen.reaction(at: Point(x: picture.width - 1, y: 1)) == .closes)
        }
    }

    private func check(_ screen: SelectorScreen) {
        let least = Int(screen.measures.target)
        let squares = screen.largestSquares()
        #expect(!squares.isEmpty)
        for (reaction, side) in squares {
            // A list and the chooser end below their last visible row, so this row is whole.
            #expect(side >= least, "\(reaction) has \(side) of \(least) pixels at \(screen.picture)")
        }
    }

    @Test("Chips are touched where they are drawn, at every rotation", arguments: DisplayRotation.allCases)
    func chips(_ turn: DisplayRotation) throws {
        var screen = SelectorScreen(SelectorPanel.settings([SelectorPanel.modes]), rotation: turn)
        for position in [3, 6, 0, 2] {
            let layout = try #require(screen.scene())
            screen.tap(layout.chips[position].center)
            #expect(Int(screen.panel.controls[0].number) == position)
        }
    }

    @Test("A switch without room for both halves takes the other position", arguments: DisplayRotation.allCases)
    func toggle(_ turn: DisplayRotation) throws {
        let choices = (0..<16).map { _ in SelectorPanel.positions("receive,transmit") }
        var screen = SelectorScreen(SelectorPanel.settings(choices), rotation: turn)
        #expect(screen.scene()?.form == .toggle)
        let cell = PageLayout(screen.pictureSettings, screen.state.view, size: screen.picture).cells[0].frame.rect
        for expected in [1, 0, 1] {
            screen.tap(cell.center)
            #expect(Int(screen.panel.controls[0].number) == expected)
            #expect(screen.chooser == nil)
        }
    }

    @Test("The chooser opens, scrolls and chooses at every rotation", arguments: DisplayRotation.allCases)
    func chooser(_ turn: DisplayRotation) throws {
        let choices = [SelectorPanel.patches] + (0..<7).map { _ in SelectorPanel.mute }
        var screen = SelectorScreen(SelectorPanel.settings(choices), rotation: turn)
        let cell = PageLayout(screen.pictureSettings, screen.state.view, size: screen.picture).cells[0].frame.rect
        #expect(screen.scene()?.form == .word)
        screen.tap(cell.center)
        let layout = try #require(screen.chooser)
        // A drag by three rows, with a rest before the finger lifts.
        screen.touch(Point(x: 400, y: 400), after: 1000)
        screen.touch(Point(x: 400, y: 400 - 10 - 3 * layout.rows.pitch.height), after: 300)
        screen.touch(Point(x: 400, y: 400 - 10 - 3 * layout.rows.pitch.height), after: 300)
        screen.touch()
        let offset = try #require(screen.panel.chooser(ofDisplay: 0)).scroll.offset(at: screen.time + .seconds(1))
        #expect(offset == 3)
        #expect(screen.panel.controls[0].number == 0)
        let position = 3 * layout.rows.columns + 1
        screen.tap(layout.chip(position, offset: offset).center)
        #expect(Int(screen.panel.controls[0].number) == position)
        #expect(screen.chooser == nil)
        #expect(screen.layout.targets.contains { if case .chip = $0.kind { true } else { false } })
    }

    @Test("With reduced motion the rows rest where a finger has left them", arguments: [DisplayMotion.full, .reduced])
    func reducedMotion(_ motion: DisplayMotion) throws {
        let settings = SelectorPanel.settings(
            [SelectorPanel.numbered(333)] + (0..<7).map { _ in SelectorPanel.mute })
        var screen = SelectorScreen(settings, Size(width: 480, height: 320), motion: motion)
        let page = PageLayout(screen.pictureSettings, screen.state.view, size: screen.picture)
        screen.tap(page.cells[0].frame.rect.center)
        let pitch = try #require(screen.chooser).rows.pitch.height
        // A throw: fast, and the finger lifts at once.
        screen.touch(Point(x: 200, y: 300), after: 1000)
        screen.touch(Point(x: 200, y: 300 - 10 - 2.2 * pitch), after: 60)
        screen.touch()
        let scroll = try #require(screen.panel.chooser(ofDisplay: 0)).scroll
        #expect(scroll.isMoving(at: screen.time) == (motion == .full))
        #expect((scroll.offset(at: screen.time + .seconds(2)) == 2) == (motion == .reduced))
    }

    @Test("Without a touch input nothing reacts")
    func still() {
        let settings = SelectorPanel.settings([SelectorPanel.modes, SelectorPanel.patches], isTouched: false)
        #expect(SelectorScreen(settings).largestSquares().isEmpty)
    }

    @Test("A drag of a list never chooses, a tap on a row chooses that one, and rows that rest are whole")
    func anyHandOnLists() {
        let problem = counterexample("hands on a list", seed: 101, cases: 100) { random in
            let count = random.int(in: 11...60)
            let positions = PositionSettings(positions: (0..<count).map { Position(name: "Row \($0)") })
            var screen = SelectorScreen(SelectorPanel.settings([positions]), Size(width: 160, height: 360))
            guard let layout = screen.scene(), let rows = layout.rows else { return "\(count) rows are no list" }
            func place() -> Point {
                Point(
                    x: random.double(in: layout.body.minX...layout.body.maxX - 1),
                    y: random.double(in: layout.body.minY...layout.body.maxY - 1))
            }
            for _ in 0..<random.int(in: 1...6) {
                let before = screen.panel.controls[0].number
                var finger = place()
                screen.touch(finger, after: 2000)
                for _ in 0..<random.int(in: 1...5) {
                    finger.y += random.pick([-1, 1]) * random.double(in: 11...300)
                    screen.touch(finger, after: Int64(random.int(in: 5...40)))
                }
                screen.touch()
                if screen.panel.controls[0].number != before { return "a drag has chosen" }
                // While the rows still move, a tap only stops them.
                if screen.panel.listScroll(of: 0)?.isMoving(at: screen.time + .milliseconds(1)) == true {
                    screen.touch(place(), after: 1)
                    screen.touch()
                    if screen.panel.controls[0].number != before { return "a tap that stops has chosen" }
                }
                let rest = screen.panel.listScroll(of: 0)?.offset(at: screen.time + .seconds(2)) ?? 0
                guard rest == rest.rounded(), rows.offsets.contains(rest) else { return "it rests at \(rest)" }
                let chosen = Int(rest) + random.int(in: 0...Int(rows.visibleRows) - 1)
                guard chosen != Int(before) else { continue }
                screen.touch(layout.row(chosen, rows, offset: rest).center, after: 2000)
                screen.touch()
                if Int(screen.panel.controls[0].number) != chosen { return "not \(chosen)" }
            }
            return nil
        }
        #expect(problem == nil)
    }

    @Test("A drag never chooses, a tap on a chip chooses that one, and rows that rest are whole")
    func anyHand() {
        let problem = counterexample("hands in a chooser", seed: 93, cases: 60) { random in
            let count = random.pick([1, 2, 5, 40, 333, 1000])
            let settings = SelectorPanel.settings(
                [SelectorPanel.numbered(count)] + (0..<7).map { _ in SelectorPanel.mute })
            var screen = SelectorScreen(settings, Size(width: 480, height: 320))
            guard let scene = screen.scene(), scene.form == .word || scene.rows != nil || count <= 5 else {
                return "\(count) positions have no chooser"
            }
            guard scene.form == .word else { return nil }
            screen.tap(
                PageLayout(screen.pictureSettings, screen.state.view, size: screen.picture).cells[0].frame.rect.center)
            for _ in 0..<random.int(in: 1...6) {
                guard let layout = screen.chooser else { return "the chooser has closed" }
                let before = screen.panel.controls[0].number
                var place = Point(x: random.double(in: 0...400), y: random.double(in: 80...319))
                screen.touch(place, after: 1000)
                for _ in 0..<random.int(in: 1...5) {
                    place.y += random.pick([-1, 1]) * random.double(in: 11...200)
                    screen.touch(place, after: Int64(random.int(in: 5...40)))
                }
                screen.touch()
                if screen.panel.controls[0].number != before { return "a drag has chosen" }
                guard let scroll = screen.panel.chooser(ofDisplay: 0)?.scroll else { return "a drag has closed it" }
                let rest = scroll.offset(at: screen.time + .seconds(2))
                if scroll.isMoving(at: screen.time + .seconds(1) + .milliseconds(1)) { return "it moves for ever" }
                if !layout.rows.offsets.contains(rest) { return "it rests at \(rest) of \(layout.rows.offsets)" }
                if rest != rest.rounded(), rest != layout.rows.offsets.upperBound { return "it rests at \(rest)" }
            }
            guard let layout = screen.chooser, let scroll = screen.panel.chooser(ofDisplay: 0)?.scroll else {
                return nil
            }
            let top = Int(scroll.offset(at: screen.time + .seconds(2))) * layout.rows.columns
            let chosen = min(count - 1, top + random.int(in: 0...layout.rows.columns - 1))
            screen.time = screen.time + .seconds(2)
            screen.tap(layout.chip(chosen, offset: Double(top / layout.rows.columns)).center)
            if Int(screen.panel.controls[0].number) != chosen {
                return "\(screen.panel.controls[0].number) of \(chosen)"
            }
            return screen.chooser == nil ? nil : "the chooser is still open"
        }
        #expect(problem == nil)
    }
}
