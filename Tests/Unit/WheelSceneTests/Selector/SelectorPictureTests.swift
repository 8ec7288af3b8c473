import ModelTestSupport
import TestSupport
import Testing
import WheelCanvas
import WheelCore

@testable import WheelModel
@testable import WheelScene
@testable import WheelTouch

@Suite("Selector: pictures") struct SelectorPictureTests {
    @Test("Any words, any number of positions and any size have a picture with the chosen word")
    func anyWords() throws {
        let typeface = try Typeface()
        let problem = counterexample("selectors of any words", seed: 95, cases: 60) { random in
            let count = random.pick([1, 2, 3, 7, 24, 40, 1000])
            let letters = random.pick(["", "W", "il", "Ångström ", "語", "🎛", "long word "])
            let words = (0..<count).map { String(repeating: letters, count: random.int(in: 0...30)) + "\($0)" }
            let isEmpty = random.once(in: 8)
            let positions = PositionSettings(
                positions: words.enumerated().map { Position(name: "\($0)", label: isEmpty ? "" : $1) },
                off: random.once(in: 2) ? 0 : nil)
            let settings = SelectorPanel.settings(
                Array(repeating: positions, count: random.pick([1, 2, 6])), isTouched: random.once(in: 2),
                selects: random.once(in: 3))
            let (width, height) = random.pictureSize
            let stage = Stage(
                typeface: typeface, theme: .dark, width: width, height: height, keepsTexts: true)
            let bitmap = Bitmap(width: width, height: height, format: .xrgb8888)
            var damage = DamageRegion()
            var screen = SelectorScreen(settings, Size(width: Double(width), height: Double(height)))
            let chosen = random.int(in: 0...count - 1)
            _ = try? screen.panel.set(
                [(0, settings.controls[0].kind == .choice ? .position(chosen) : .positions([chosen]))], by: .client(0),
                at: screen.time, into: &screen.changes)
            for isOpen in [false, true] {
                if isOpen {
                    guard screen.scene()?.form == .word, screen.pictureSettings.isTouched else { return nil }
                    screen.tap(
                        PageLayout(screen.pictureSettings, screen.state.view, size: screen.picture).cells[0].frame.rect
                            .center)
                    if screen.chooser == nil { return "no chooser opens" }
                }
                stage.show(screen.state, at: screen.time)
                stage.draw(at: screen.time + .seconds(1), into: bitmap.pixels, damage: &damage)
                let outside = stage.texts.first {
                    !Rect(x: 0, y: 0, width: Double(width), height: Double(height) + 40).contains($0.place)
                }
                if let outside { return "\(outside.text) is at \(outside.place)" }
                // A selection whose words do not fit shows how many positions are selected.
                let starts = [String(words[chosen].prefix(1)), "1 selected"]
                let isShown = stage.texts.contains { text in
                    text.text == "1" || starts.contains { text.text.hasPrefix($0) }
                }
                // The list of a selection shows the rows around its cursor. A client's set does not move the cursor, so
                // the selected position may be out of sight.
                let isElsewhere = settings.controls[0].kind == .selection && screen.scene()?.rows != nil
                guard !isEmpty, !isShown, !isElsewhere else { continue }
                return "\(words[chosen]) is in none of \(stage.texts.map(\.text))"
            }
            return nil
        }
        #expect(problem == nil)
    }

    @Test("A word with its number beside it stands in the middle of its cell, or of what the number leaves")
    func theWordIsInTheMiddle() throws {
        let typeface = try Typeface()
        var places: Set<String> = []
        for width in stride(from: 150, through: 420, by: 10) {
            let settings = SelectorPanel.settings([SelectorPanel.patches])
            let studio = try Studio(settings, width: width, height: 110)
            let page = PageView(
                studio.pictureSettings, .page(0), size: studio.size, Measures(picture: studio.size), typeface: typeface)
            let layout = try #require(page.layout.cells[0].scene as? SelectorLayout)
            guard layout.form == .word else { continue }
            var sketch = Sketch(theme: .dark)
            let state = studio.state
            layout.drawMoving(Figure(0, of: state, in: Motion(state), at: .distantPast), page.texts[0], into: &sketch)
            let inks = Ink.of(sketch.list, "scene").map(\.box)
            guard inks.count == 2, let word = inks.first, let number = inks.last, number.minX > word.maxX else {
                continue
            }
            let rest = layout.body.midX - (layout.body.maxX - number.minX) / 2
            let isCentred = abs(word.midX - layout.body.midX) <= 3
            places.insert(isCentred ? "cell" : "rest")
            #expect(isCentred || abs(word.midX - rest) <= 4, "\(width): \(word), \(number)")
        }
        #expect(places == ["cell", "rest"])
    }

    @Test("The chosen word is bold on the accent colour, one that means off on grey, and others have an outline")
    func colors() throws {
        let studio = try Studio(SelectorPanel.settings([SelectorPanel.mute]), width: 400, height: 200)
        let layout = try #require(studio.layout(.page(0)).cells[0].scene as? SelectorLayout)
        func color(_ position: Int) -> Color {
            let chip = layout.chips[position]
            return studio.pixels[Int(chip.minX) + 8, Int(chip.midY)]
        }
        func edge(_ position: Int) -> Color {
            let chip = layout.chips[position]
            return studio.pixels[Int(chip.minX), Int(chip.midY)]
        }
        studio.draw()
        #expect([color(0), color(1), edge(1)] == [studio.theme.off, studio.theme.cell, studio.theme.outline])
        studio.set(0, .position(1))
        studio.draw()
        #expect([color(0), color(1), edge(0)] == [studio.theme.cell, studio.theme.accent, studio.theme.outline])
        studio.draw { $0.isLocked = true }
        #expect([color(1), edge(0)] == [studio.theme.accent, studio.theme.edge])
        studio.draw { $0 = $0.with(0) { $0.hasValue = false } }
        #expect([color(0), color(1)] == [studio.theme.cell, studio.theme.cell])
    }

    @Test("Without a touch input no chip has an outline")
    func still() throws {
        let settings = SelectorPanel.settings([SelectorPanel.mute], isTouched: false)
        let studio = try Studio(settings, width: 400, height: 200)
        let layout = try #require(studio.layout(.page(0)).cells[0].scene as? SelectorLayout)
        studio.draw()
        let chip = layout.chips[1]
        #expect(studio.pixels[Int(chip.minX), Int(chip.midY)] == studio.theme.cell)
    }

    /// 4 of 13 positions are visible, even if another display has scrolled the list too far for this one.
    @Test(
        "A list shows the rows around the chosen one, and its count",
        arguments: [
            (0, nil, 0...3, "1/13"), (1, nil, 0...3, "2/13"), (6, nil, 5...8, "7/13"), (11, nil, 9...12, "12/13"),
            (12, nil, 9...12, "13/13"), (6, -3, 0...3, "7/13"), (6, 2, 2...5, "7/13"), (6, 30, 9...12, "7/13"),
        ] as [(Int, Double?, ClosedRange<Int>, String)])
    func list(_ chosen: Int, _ scrolled: Double?, _ shown: ClosedRange<Int>, _ count: String) throws {
        let positions = PositionSettings(positions: (0..<13).map { Position(name: "Row \($0)") })
        var screen = SelectorScreen(SelectorPanel.settings([positions]), Size(width: 160, height: 360))
        _ = try screen.panel.set([(0, .position(chosen))], by: .client(0), at: screen.time, into: &screen.changes)
        let stage = Stage(typeface: try Typeface(), theme: .dark, width: 160, height: 360, keepsTexts: true)
        let bitmap = Bitmap(width: 160, height: 360, format: .xrgb8888)
        var damage = DamageRegion()
        stage.show(
            screen.state.with(0) { picture in
                picture.list = scrolled.map { Scroll(at: $0) }
            }, at: screen.time)
        stage.draw(at: screen.time, into: bitmap.pixels, damage: &damage)
        withExtendedLifetime(bitmap) {}
        #expect(stage.texts.map(\.text).filter { $0.hasPrefix("Row") } == shown.map { "Row \($0)" })
        #expect(stage.texts.contains { $0.text == count })
    }

    @Test("A thrown chooser needs frames until it rests, and then none")
    func frames() throws {
        let choices = [SelectorPanel.patches] + (0..<7).map { _ in SelectorPanel.mute }
        let studio = try Studio(SelectorPanel.settings(choices), width: 400, height: 240)
        studio.draw()
        var state = studio.state
        let start = studio.time
        state.chooser = ChooserPicture(
            control: 0, scroll: .fling(from: 0, speed: 12, in: 0...20, at: start))
        studio.stage.show(state, at: start)
        var frames = 0
        while studio.stage.needsFrame, frames < 200 {
            studio.stage.draw(
                at: start + .milliseconds(Int64(frames) * 16), into: studio.pixels, damage: &studio.damage)
            frames += 1
        }
        // The chooser scrolls by 4 rows in about a second, while its speed decreases from 12 rows a second to 0.
        #expect((60...66).contains(frames))
    }
}
