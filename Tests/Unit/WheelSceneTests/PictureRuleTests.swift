import ModelTestSupport
import TestSupport
import Testing
import WheelCanvas
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// Rules for every configuration on every screen.
@Suite struct PictureRuleTests {
    /// The value is shown, and the label where it fits; no text overlaps another or is cut, in all states, with outline
    /// fonts and bitmap fonts.
    @Test(arguments: [Theme.dark, .mono]) func textsAreWhole(_ theme: Theme) throws {
        let typeface = try Typeface.of(theme)
        let problem = counterexample("texts", seed: 3, cases: theme.isMono ? 250 : 500) { random in
            let screen = RandomScreen(&random)
            let settings = RandomPanel.careful(&random)
            let pictureSettings = PictureSettings(settings)
            let view = random.pick(RandomPanel.views(of: settings))
            let measures = screen.measures.drawn(in: theme, screen.size)
            let part = random.int(in: 0...2)
            let page = PageView(pictureSettings, view, size: screen.size, measures, typeface: typeface) {
                min(part, $0.count - 1)
            }
            // `MonoRuleTests` checks these pictures.
            guard page.mono == nil else { return nil }
            let state = RandomPanel.state(of: pictureSettings, at: Self.time, &random)
            return Self.problem(page, state, theme).map { "\(screen.name), \(view): \($0)" }
        }
        #expect(problem == nil)
    }

    /// While the rows of a chooser are at rest, its words, title and count are inside the picture and do not overlap.
    @Test(arguments: [Theme.dark, .mono]) func textsOfChoosersAreWhole(_ theme: Theme) throws {
        let typeface = try Typeface.of(theme)
        let problem = counterexample("choosers", seed: 4, cases: 250) { random in
            let screen = RandomScreen(&random)
            let pictureSettings = PictureSettings(RandomPanel.careful(&random))
            // Lower pictures have no room for a title and a row of chips.
            let measures = screen.measures.drawn(in: theme, screen.size)
            guard screen.size.height >= 3 * measures.label,
                let control = pictureSettings.settings.controls.indices.first(where: {
                    pictureSettings.settings.controls[$0].positions != nil
                }),
                let chooser = ChooserView(
                    pictureSettings, control, picture: screen.size, measures, typeface: typeface)
            else { return nil }
            let state = RandomPanel.state(of: pictureSettings, at: Self.time, &random)
            let figure = Figure(control, of: state, in: Motion(state), at: Self.time)
            let most = chooser.layout.rows.offsets.upperBound.rounded(.down)
            var sketch = Sketch(theme: theme)
            chooser.draw(
                figure, offset: Double(random.int(in: 0...Int(most))), picture: screen.size, into: &sketch)
            let texts = Ink.of(sketch.list, "text")
            let all = Rect(origin: .zero, size: screen.size)
            if let text = texts.first(where: { !all.contains($0.box) }) {
                return "\(screen.name): \(text.box) is cut"
            }
            return Self.overlap(texts, []).map { "\(screen.name): \($0)" }
        }
        #expect(problem == nil)
    }

    /// However low a cell is, no plate overlaps another plate, and no word overlaps a plate to which it does not
    /// belong.
    @Test func noPlateLiesOnAnother() throws {
        let typeface = try Typeface()
        let problem = counterexample("plates", seed: 31, cases: 400) { random in
            let screen = RandomScreen(&random)
            var settings = RandomPanel.careful(&random)
            if settings.inputs.isEmpty { settings.inputs = [.touch] }
            let pictureSettings = PictureSettings(settings)
            let view = random.pick(RandomPanel.views(of: settings))
            let page = PageView(pictureSettings, view, size: screen.size, screen.measures, typeface: typeface)
            let state = RandomPanel.state(of: pictureSettings, at: Self.time, &random)
            let motion = Motion(state)
            for (index, cell) in page.layout.cells.enumerated() {
                guard cell.frame.hasRoomForText(screen.measures) else { continue }
                let figure = Figure(cell.control, of: state, in: motion, at: Self.time)
                let (scene, texts) = page.shown(index, figure)
                var plates = scene.valueRow.map { [$0.down, $0.up].compactMap { $0 } } ?? []
                let selector = scene as? SelectorLayout
                plates += selector?.chips ?? []
                if let selector, selector.chips.isEmpty { plates.append(selector.body) }
                if figure.isPending, let plate = cell.pending?.plate {
                    plates += [plate.revert, plate.apply].compactMap { $0 }
                    if plate.apply == nil { plates.append(plate.plate) }
                }
                for (number, plate) in plates.enumerated() {
                    if let other = plates[(number + 1)...].first(where: { $0.inset(by: 0.5).intersects(plate) }) {
                        return "\(screen.name), \(view), \(figure.settings.label): \(plate) lies on \(other)"
                    }
                    if !cell.frame.rect.contains(plate) {
                        return "\(screen.name): \(plate) is not in \(cell.frame.rect)"
                    }
                }
                guard let selector, selector.chips.isEmpty, selector.rows == nil else { continue }
                // Descenders may extend 2 pixels beyond the lowest plates.
                var sketch = Sketch(theme: .dark)
                scene.drawMoving(figure, texts, into: &sketch)
                if let word = Ink.of(sketch.list, "word").first(where: { !selector.body.inset(by: -2).contains($0.box) }
                ) {
                    return
                        "\(screen.name), \(figure.settings.label): a word at \(word.box) leaves its plate at \(selector.body)"
                }
            }
            return nil
        }
        #expect(problem == nil)
    }

    /// The survey of a configuration finds all parts of its pictures that are too small to be read.
    @Test func whatIsSmallIsFound() throws {
        let typeface = try Typeface()
        var parts: [SmallValue.Part] = []
        let problem = counterexample("small parts", seed: 32, cases: 250) { random in
            let screen = RandomScreen(&random)
            let settings = RandomPanel.careful(&random)
            let pictureSettings = PictureSettings(settings)
            let measures = screen.measures
            let found = SmallValue.all(pictureSettings, size: screen.size, measures, typeface: typeface)
            parts += found.map(\.part)
            let views: [SceneView] = settings.pages.isEmpty ? [.all] : settings.pages.indices.map { .page($0) }
            for view in views {
                let page = PageView(pictureSettings, view, size: screen.size, measures, typeface: typeface)
                let state = SceneState(pictureSettings, Panel(settings), at: Self.time)
                for (index, cell) in page.layout.cells.enumerated() {
                    let figure = Figure(cell.control, of: state, in: Motion(state), at: Self.time)
                    let ink = CellInk(page, index, figure, isMarked: false, .dark)
                    func isFound(_ part: SmallValue.Part) -> Bool {
                        found.contains { $0.control == cell.control && $0.page == view.page && $0.part == part }
                    }
                    // The highest text of the row is the label, which begins with a capital.
                    if let label = ink.row.map(\.box.height).max(), label < measures.pixels(2.2) * 0.85,
                        !isFound(.label)
                    {
                        return "\(screen.name), \(view), \(figure.settings.label): a label of \(label) px"
                    }
                    let isDigits =
                        settings.controls[cell.control].number.map { $0.texts.isEmpty && $0.range.isFinite } ?? false
                    if isDigits, figure.state.hasValue, let digits = ink.value.map(\.box.height).max(),
                        digits < measures.leastValue * 0.85, !isFound(.digits)
                    {
                        return "\(screen.name), \(view), \(figure.settings.label): digits of \(digits) px"
                    }
                    // On higher plates, a small word is small because it is long.
                    if let selector = cell.scene as? SelectorLayout, selector.chips.isEmpty, selector.rows == nil,
                        selector.body.height < measures.pixels(2.2) * 1.45, !isFound(.word)
                    {
                        return "\(screen.name), \(view), \(figure.settings.label): a word in \(selector.body)"
                    }
                    if let plate = cell.pending?.plate, plate.lineHeight < measures.pixels(3.2), !isFound(.plate) {
                        return "\(screen.name), \(view), \(figure.settings.label): a plate of \(plate.lineHeight) px"
                    }
                }
            }
            return nil
        }
        #expect(problem == nil)
        for part in [SmallValue.Part.digits, .label, .word, .longWord, .plate] { #expect(parts.contains(part)) }
    }

    /// Values beside each other are on one line, with any scenes and sizes, with and without − and +.
    @Test func valuesOfARowStandOnOneLine() throws {
        let typeface = try Typeface()
        var (rows, sizes) = (0, 0)
        let problem = counterexample("rows", seed: 33, cases: 400) { random in
            let screen = RandomScreen(&random)
            var settings = RandomPanel.configuration(&random)
            if random.once(in: 2) { settings.inputs = [.touch] }
            let pictureSettings = PictureSettings(settings)
            let view = random.pick(RandomPanel.views(of: settings))
            let page = PageView(pictureSettings, view, size: screen.size, screen.measures, typeface: typeface)
            var lines: [Rect: (name: String, baseline: Double, capital: Double)] = [:]
            for (cell, texts) in zip(page.layout.cells, page.texts) {
                let control = settings.controls[cell.control]
                let place = cell.scene.value
                // A cell whose line is too low for a value does not share the line of its row.
                guard let line = cell.scene.line, line.height >= SceneRoom.line(page.layout.measures.leastValue),
                    control.number != nil
                else { continue }
                let (baseline, capital): (Double, Double)
                if let digits = cell.scene as? DigitsLayout {
                    (baseline, capital) = (digits.field.maxY, digits.capital)
                } else if let text = texts.value, let place {
                    capital = text.capital
                    baseline = text.baseline ?? place.box.midY + capital / 2
                } else {
                    continue
                }
                let row = Rect(x: 0, y: cell.frame.rect.minY, width: 0, height: cell.frame.rect.height)
                if let other = lines[row] {
                    rows += 1
                    if abs(other.capital - capital) > 3 { sizes += 1 }
                    if (other.baseline - baseline).magnitude > 1.5 {
                        return
                            "\(screen.name), \(view): \(control.label) as \(type(of: cell.scene)) at \(baseline), \(other)"
                    }
                }
                lines[row] = lines[row] ?? ("\(control.label) as \(type(of: cell.scene))", baseline, capital)
            }
            return nil
        }
        #expect(problem == nil)
        #expect(rows > 50)
        #expect(sizes > 20)
    }

    private static let time = Instant(microseconds: 100_000_000)

    private static func problem(_ page: PageView, _ state: SceneState, _ theme: Theme) -> String? {
        let motion = Motion(state)
        for (index, cell) in page.layout.cells.enumerated() {
            guard cell.frame.hasRoomForText(page.layout.measures) else { continue }
            // A card also has no room if the plate of a pending value leaves less than the smallest value needs.
            if let plate = cell.pending?.plate,
                plate.plate.minY - cell.frame.body.minY < page.layout.measures.pixels(4.5)
            {
                continue
            }
            let figure = Figure(cell.control, of: state, in: motion, at: time)
            let (scene, texts) = page.shown(index, figure)
            let ink = CellInk(page, index, figure, isMarked: state.focus == cell.control, theme)
            let name =
                "\(figure.settings.label) as \(type(of: scene))\(figure.isPending ? ", pending," : "")"
                + " in \(cell.frame.rect)"
            if let problem = valueProblem(ink, cell, texts, figure) ?? labelProblem(ink, cell, texts, figure)
                ?? overlap(ink.all, ink.plates) ?? overlap(ink.pending, [])
                ?? strokeProblem(ink)
            {
                return "\(name): \(problem)"
            }
            for text in ink.all where !cell.frame.rect.contains(text.box) {
                return "\(name): \(text.part) at \(text.box) is cut"
            }
            for text in ink.pending where !(ink.plates.last?.inset(by: -1.5).contains(text.box) ?? false) {
                return "\(name): \(text.box) is outside of the plate at \(ink.plates.last ?? .zero)"
            }
        }
        var sketch = Sketch(theme: theme)
        page.tabs.draw(into: &sketch)
        let titles = Ink.of(sketch.list, "tab")
        for title in titles
        where !page.layout.tabs.contains(where: { $0.rect.inset(by: -0.5).contains(title.box) }) {
            return "a tab's title at \(title.box) is cut by \(page.layout.tabs.map(\.rect))"
        }
        return overlap(titles, [])
    }

    /// Checks that, if the body has room, digits are at least about 3.5 mm high, if necessary without the unit. The
    /// capitals of words are at least about 2.3 mm high, or half as high if the word would otherwise be cut.
    private static func valueProblem(
        _ ink: CellInk, _ cell: PageLayout.Cell, _ texts: CellTexts, _ figure: Figure
    ) -> String? {
        guard let largest = ink.value.max(by: { $0.box.height < $1.box.height }) else { return "no value" }
        let measures = texts.measures
        var body = cell.frame.body
        // The plate has its place even while no value is pending.
        if let plate = cell.pending?.plate {
            body = body.inset(bottom: body.maxY - plate.plate.minY + measures.innerGap)
        }
        // Bitmap fonts have few sizes, so smaller texts are tolerated.
        let share = texts.typeface.isSharp ? 0.6 : 0.9
        // Without a value a dash is shown, which is wide, not high.
        guard figure.state.hasValue else { return nil }
        guard let number = figure.settings.number else {
            // The word is the value, so it shrinks to half its size before it is cut.
            let isLong = largest.box.width > body.width * 0.6
            let wanted = min(measures.label, body.height * 0.15, body.width / 6) * (isLong ? 0.5 : 1) * share * 0.72
            return largest.box.height >= wanted ? nil : "a word of \(largest.box.size), not \(wanted)"
        }
        guard !number.texts.contains(where: { $0.at == figure.state.number }), number.range.isFinite else { return nil }
        let values = [number.range.lower, number.range.upper, figure.state.number].map { number.digits(of: $0) }
        let ruler = texts.typeface.font(capital: 100)
        let widest = (values.map { ruler.width(of: $0) + (number.showsSign ? 70 : 0) }.max() ?? 1) / 100
        let wanted = min(measures.leastValue, body.width / widest * 0.8, body.height / 2.2) * share
        return largest.box.height >= wanted
            ? nil : "digits of \(largest.box.size), not \(wanted) high: \(values) in \(cell.scene.value as Any)"
    }

    /// Checks that the whole label is shown if it fits beside the word of a state. The speed is omitted before the
    /// label is cut.
    private static func labelProblem(
        _ ink: CellInk, _ cell: PageLayout.Cell, _ texts: CellTexts, _ figure: Figure
    ) -> String? {
        let font = texts.label
        let others = ink.words.filter { !$0.hasPrefix(figure.settings.label) }.map {
            font.width(of: $0) + 3 * font.capHeight
        }
        let speeds = figure.settings.speeds.map { $0.label ?? $0.name }
        let fixed = zip(ink.words, others).filter { !speeds.contains($0.0) }.map(\.1).reduce(0, +)
        let room = cell.frame.labelRow.width - 4 * font.capHeight - fixed
        guard font.width(of: figure.settings.label) <= room else { return nil }
        return ink.words.contains { $0.hasPrefix(figure.settings.label) } ? nil : "no label, but \(ink.words)"
    }

    /// Checks that no text lies on a line, such as a tick, or on a knob.
    private static func strokeProblem(_ ink: CellInk) -> String? {
        for stroke in ink.strokes {
            let steps = max(1, Int(stroke.from.distance(to: stroke.to)))
            for step in 0...steps {
                let share = Double(step) / Double(steps)
                let place = stroke.from + (stroke.to - stroke.from) * share
                let near = ink.all.first { text in
                    let box = text.box.inset(by: 0.5 - stroke.width / 2)
                    return box.contains(place)
                }
                if let near { return "\(near.part) at \(near.box) lies on a line from \(stroke.from) to \(stroke.to)" }
            }
        }
        return nil
    }

    private static func overlap(_ texts: [Ink], _ plates: [Rect]) -> String? {
        for (number, text) in texts.enumerated() {
            let box = text.box.inset(by: 0.5)
            for other in texts[(number + 1)...] where box.intersects(other.box.inset(by: 0.5)) {
                return "\(text.part) at \(text.box) lies on \(other.part) at \(other.box)"
            }
            for plate in plates where box.intersects(plate) {
                return "\(text.part) at \(text.box) lies on a plate at \(plate)"
            }
        }
        return nil
    }
}

extension CellFrame {
    /// False for a card with a side below 20 pixels or 6 mm, which need not show text.
    func hasRoomForText(_ measures: Measures) -> Bool {
        min(rect.width, rect.height) >= max(20, measures.pixels(6))
    }
}

extension RandomPanel {
    static func views(of settings: PanelSettings) -> [SceneView] {
        settings.pages.isEmpty ? [.all, .control(0)] : settings.pages.indices.map { .page($0) } + [.control(0)]
    }

    /// A state after random changes of all controls.
    static func state(
        of pictureSettings: PictureSettings, at time: Instant, _ random: inout SeededGenerator
    ) -> SceneState {
        let settings = pictureSettings.settings
        var state = SceneState(pictureSettings, moved(Panel(settings), &random), at: Instant(microseconds: 0))
        state.focus = random.int(in: 0...(settings.controls.count - 1))
        state.isLocked = random.once(in: 8)
        for control in settings.controls.indices {
            for _ in 0..<random.int(in: 0...4) { changeControl(&state, control, at: time, &random) }
        }
        return state
    }

    /// The panel with all values moved by a client.
    static func moved(_ panel: Panel, _ random: inout SeededGenerator) -> Panel {
        var (panel, changes) = (panel, Changes())
        for (index, control) in panel.controls.enumerated() {
            let value: GivenValue
            switch control.settings.quantity {
            case .float(let number), .int(let number):
                let range = number.range
                value = .number(
                    !range.isFinite
                        ? random.pick([-1.2345e-7, 1e300, -123_456_789_012])
                        : random.once(in: 4) ? range.upper : random.double(in: range.lower...range.upper))
            case .choice(let choice): value = .position(random.int(in: 0...(choice.positions.count - 1)))
            case .selection(let choice):
                value = .positions(
                    (0..<random.int(in: 0...4)).map { _ in random.int(in: 0...(choice.positions.count - 1)) })
            }
            _ = try? panel.set([(index, value)], by: .client(0), at: Instant(microseconds: 0), into: &changes)
        }
        return panel
    }
}
