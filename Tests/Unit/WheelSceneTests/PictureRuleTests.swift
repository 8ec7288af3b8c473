import TestSupport
import Testing
import WheelCanvas
import WheelGeometry
import WheelModel
import WheelSettings

@testable import WheelScene

/// What holds for every configuration on every screen.
@Suite struct PictureRuleTests {
    /// The value is there, the label too where it fits, no text overlaps another one, and none is cut.
    @Test func textsAreWhole() throws {
        let typeface = try Typeface()
        let problem = counterexample("texts", seed: 3, cases: 500) { random in
            let screen = RandomScreen(&random)
            let settings = RandomPanel.configuration(&random)
            let instrument = Instrument(settings)
            let view = random.pick(RandomPanel.views(of: settings))
            let part = random.int(in: 0...2)
            let page = PageView(instrument, view, size: screen.size, screen.measures, typeface: typeface) {
                min(part, $0.count - 1)
            }
            var state = SceneState(
                instrument, RandomPanel.moved(Panel(settings), &random), at: Instant(microseconds: 0))
            state.focus = random.int(in: 0...(settings.controls.count - 1))
            for control in settings.controls.indices {
                for _ in 0..<random.int(in: 0...4) {
                    RandomPanel.changeControl(&state, control, at: Self.time, &random)
                }
            }
            return Self.problem(page, state).map { "\(screen.name), \(view): \($0)" }
        }
        #expect(problem == nil)
    }

    private static let time = Instant(microseconds: 100_000_000)

    private static func problem(_ page: PageView, _ state: SceneState) -> String? {
        let motion = Motion(state)
        for (cell, texts) in zip(page.layout.cells, page.texts) {
            // A card of some pixels has no room for text.
            let side = min(cell.frame.rect.width, cell.frame.rect.height)
            guard side >= max(20, page.layout.measures.pixels(6)) else { continue }
            let figure = Figure(cell.control, of: state, in: motion, at: time)
            let ink = CellInk(cell, texts, figure, isMarked: state.focus == cell.control)
            let name = "\(figure.settings.label) as \(type(of: cell.scene)) in \(cell.frame.rect)"
            if let problem = valueProblem(ink, cell, texts, figure) ?? labelProblem(ink, cell, texts, figure)
                ?? overlap(ink.all, ink.plates)
                ?? strokeProblem(ink)
            {
                return "\(name): \(problem)"
            }
            for text in ink.all where !cell.frame.rect.contains(text.box) {
                return "\(name): \(text.part) at \(text.box) is cut"
            }
        }
        var sketch = Sketch(theme: .dark)
        page.tabs.draw(into: &sketch)
        let titles = Ink.of(sketch.list, "tab")
        for title in titles
        where !page.layout.tabs.contains(where: { $0.rect.inset(by: -0.5).contains(title.box) }) {
            return "a tab's title at \(title.box) is cut by \(page.layout.tabs.map(\.rect))"
        }
        return overlap(titles, [])
    }

    /// Digits have at least 3.5 mm where the body has room for them, without the unit if need be. Words have at least 2.3 mm,
    /// or half of that where they need it to be whole.
    private static func valueProblem(
        _ ink: CellInk, _ cell: PageLayout.Cell, _ texts: CellTexts, _ figure: Figure
    ) -> String? {
        guard let largest = ink.value.max(by: { $0.box.height < $1.box.height }) else { return "no value" }
        let (body, measures) = (cell.frame.body, texts.measures)
        // A dash is wide instead of high.
        guard figure.state.hasValue else { return nil }
        guard let number = figure.settings.number else {
            // The word is the value: it shrinks to half before it would be cut.
            let isLong = largest.box.width > body.width * 0.6
            let wanted = min(measures.label, body.height * 0.2, body.width / 6) * (isLong ? 0.5 : 1) * 0.65
            return largest.box.height >= wanted ? nil : "a word of \(largest.box.size), not \(wanted)"
        }
        guard !number.texts.contains(where: { $0.at == figure.state.number }), number.range.isFinite else { return nil }
        let values = [number.range.lower, number.range.upper, figure.state.number].map { number.digits(of: $0) }
        let ruler = texts.typeface.font(capital: 100)
        let widest = (values.map { ruler.width(of: $0) + (number.showsSign ? 70 : 0) }.max() ?? 1) / 100
        let wanted = min(measures.leastValue, body.width / widest * 0.8, body.height / 2.2) * 0.9
        return largest.box.height >= wanted
            ? nil : "digits of \(largest.box.size), not \(wanted) high: \(values) in \(cell.scene.value as Any)"
    }

    /// The whole label is there if it fits beside what tells a state. A speed makes room for it.
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

    /// No text lies on a line, such as a tick, or on a knob.
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

extension RandomPanel {
    /// The views that a display can have.
    static func views(of settings: PanelSettings) -> [SceneView] {
        settings.pages.isEmpty ? [.all, .control(0)] : settings.pages.indices.map { .page($0) } + [.control(0)]
    }

    /// The panel with all values moved by a client.
    static func moved(_ panel: Panel, _ random: inout SeededGenerator) -> Panel {
        var (panel, changes) = (panel, Moment())
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
