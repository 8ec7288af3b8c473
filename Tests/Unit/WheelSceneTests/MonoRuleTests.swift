import PictureReading
import TestSupport
import Testing
import WheelCore
import WheelModel

@testable import WheelCanvas
@testable import WheelScene

/// Rules for every configuration and state on the smallest screens of two colours.
@Suite struct MonoRuleTests {
    private static let sizes = [(128, 64), (128, 32), (64, 128), (96, 64), (128, 128), (64, 32)]
    private static let time = Instant(microseconds: 100_000_000)

    /// The whole value is shown below the bar, and the word of a state in the bar. No text overlaps another or is cut.
    @Test func textsAreWhole() throws {
        let typeface = try Typeface.of(.mono)
        let problem = counterexample("small pictures", seed: 23, cases: 500) { random in
            let (width, height) = random.pick(Self.sizes)
            let size = Size(width: Double(width), height: Double(height))
            let pictureSettings = PictureSettings(RandomPanel.careful(&random))
            let view = random.pick(RandomPanel.views(of: pictureSettings.settings))
            let measures = Measures(picture: size).drawn(in: .mono, size)
            let page = PageView(pictureSettings, view, size: size, measures, typeface: typeface)
            guard let mono = page.mono, let first = page.controls.first else { return "no page of one control" }
            let state = RandomPanel.state(of: pictureSettings, at: Self.time, &random)
            let control = state.focus.flatMap { page.controls.contains($0) ? $0 : nil } ?? first
            let figure = Figure(control, of: state, in: Motion(state), at: Self.time)
            let picture = MonoPicture(mono, figure, size, focus: state.focus)
            let word = picture.bar.contains { text in
                figure.word.map {
                    text == $0.text || text == $0.short || $0.text.hasPrefix(text.dropLast()) && text.count > 2
                } ?? true
            }
            guard word || figure.isPending else { return "no word of the state in \(picture.bar)" }
            if figure.isPending, !picture.bar.contains(where: { $0.hasPrefix("now ") }) { return "not pending" }
            let bounds = Rect(origin: .zero, size: size)
            for text in picture.texts where !bounds.contains(text.box) {
                return "\(width)×\(height): \(text.box) is cut"
            }
            let (top, value) = (MonoBar.height(size), picture.texts.filter { $0.part == "value" })
            if let text = value.first(where: { $0.box.minY < top }) { return "\(text.box) is in the bar" }
            // Letters with descenders would merge with the ground below the bar, so the bar's last row is free. The
            // lowest pictures have no free row.
            let end = height < 34 ? top : top - 1
            if let text = picture.barTexts.first(where: { $0.box.maxY > end }) {
                return "\(width)×\(height): \(text.box) touches the lower edge of the bar in \(picture.bar)"
            }
            for (number, text) in picture.barTexts.enumerated() {
                if let other = picture.barTexts[(number + 1)...].first(where: { $0.box.intersects(text.box) }) {
                    return "\(width)×\(height): \(text.box) lies on \(other.box) in \(picture.bar)"
                }
            }
            return Self.valueProblem(picture, figure, size, hasCursor: pictureSettings.hasKnob(control, on: view.page))
                .map {
                    "\(width)×\(height), \(figure.settings.label): \($0)"
                }
        }
        #expect(problem == nil)
    }

    private static func valueProblem(
        _ picture: MonoPicture, _ figure: Figure, _ size: Size, hasCursor: Bool
    ) -> String? {
        let (state, settings) = (figure.state, figure.settings)
        var text = "—"
        if state.hasValue {
            if let number = settings.number {
                text =
                    number.texts.first { $0.at == state.number }?.text
                    ?? (number.showsSign && state.number > 0 ? "+" : "") + number.digits(of: state.number)
            } else if let positions = settings.positions {
                let index = Int(state.number)
                let isWord = settings.kind == .choice || hasCursor && settings.drawnScene == .selector
                text = isWord ? positions.positions[index].label : positions.text(of: state.selected)
            }
        }
        let isNumber = settings.number.map { !$0.texts.contains { $0.at == state.number } } ?? false
        if !state.hasValue || isNumber, let width = DigitStencil.width(of: text) {
            // A number that is too wide for one line must still have digits.
            guard width <= Int(size.width) else { return picture.digits.isEmpty ? "no digits" : nil }
            if picture.hasTwoLines(text) { return nil }
            for factor in 1...3 where picture.has(text, factor: factor) {
                // All values have the size in which the longest of these three fits.
                let ends = settings.number.map { number in
                    [number.range.lower, number.range.upper, number.initial].filter(\.isFinite).map {
                        "+" + number.digits(of: $0)
                    }
                }
                let widest = (ends ?? []).compactMap { DigitStencil.width(of: $0) }.max() ?? 0
                let room = Int(size.height - MonoBar.height(size) - 1) / DigitStencil.height
                let wanted = isNumber ? min(2, room, (Int(size.width) - 1) / max(width, widest)) : 1
                return factor >= wanted ? nil : "\(text) is only \(factor * 10) px high"
            }
            return "no \(text)"
        }
        // A long text may be cut. Letters are at least six pixels wide.
        let isLong = text.count * 6 + 8 > Int(size.width)
        let shown = picture.value.first ?? ""
        // Large letters may have two lines, each drawn more than once.
        let lines = [picture.value.prefix(picture.value.count / 2), picture.value.suffix(picture.value.count / 2)].map(
            Set.init)
        if lines.allSatisfy({ $0.count == 1 }), lines.flatMap(Array.init).joined(separator: " ") == text { return nil }
        return shown == text || isLong && shown.count > 2 && text.hasPrefix(shown.dropLast())
            ? nil : "not \(text), but \(picture.value)"
    }
}

/// The texts and the digits of a small picture.
private struct MonoPicture {
    /// The texts in the bar, and below it the texts of the value.
    let bar: [String]
    let value: [String]
    let barTexts: [Ink]
    private let valueTexts: [Ink]
    /// The white rectangles of the value.
    let digits: [Rect]
    private let pixels: BitPicture

    var texts: [Ink] { barTexts + valueTexts }

    init(_ page: MonoPage, _ figure: Figure, _ size: Size, focus: Int?) {
        let below = size.height - MonoBar.height(size) - 1 - 7
        let foot = below >= 20 ? size.height - 7 : size.height
        func sketch(keepsTexts: Bool, _ draw: (inout Sketch) -> Void) -> DisplayList {
            var sketch = Sketch(theme: .mono, keepsTexts: keepsTexts)
            draw(&sketch)
            return sketch.list
        }
        let layer = { (sketch: inout Sketch) in page.drawLayer({ _ in figure }, focus: focus, into: &sketch) }
        let moving = { (sketch: inout Sketch) in page.drawMoving({ _ in figure }, focus: focus, into: &sketch) }
        bar = sketch(keepsTexts: true, layer).keptTexts.map(\.text)
        value = sketch(keepsTexts: true, moving).keptTexts.map(\.text)
        barTexts = Ink.of(sketch(keepsTexts: false, layer), "bar")
        let list = sketch(keepsTexts: false, moving)
        valueTexts = Ink.of(list, "value")
        digits = Specimen.Shapes(list).rectangles.filter { $0.minY < foot }
        pixels = BitPicture(lit: digits)
    }

    /// Whether exactly these digits are shown in two lines of 20 pixels.
    func hasTwoLines(_ text: String) -> Bool {
        let count = pixels.count
        return text.indices.dropFirst().contains { place in
            let lines = [String(text[..<place].reversed().drop { $0 == " " }.reversed()), String(text[place...])]
            let lit = lines.joined().compactMap { DigitStencil.of($0) }.flatMap(\.rows).reduce(0) {
                $0 + $1.nonzeroBitCount
            }
            return count == 4 * lit && lines.allSatisfy { has($0, factor: 2, isAlone: false) }
        }
    }

    /// Whether exactly these digits are shown somewhere.
    func has(_ text: String, factor: Int, isAlone: Bool = true) -> Bool {
        guard let bounds = digits.first else { return false }
        let union = digits.dropFirst().reduce(bounds) { $0.union($1) }
        var rows = [[Bool]](repeating: [], count: DigitStencil.height)
        for character in text {
            guard let stencil = DigitStencil.of(character) else { return false }
            for row in 0..<DigitStencil.height {
                for column in (0..<stencil.width).reversed() {
                    rows[row].append(stencil.rows[row] >> UInt8(column) & 1 == 1)
                }
                rows[row].append(false)
            }
        }
        for row in rows.indices { rows[row].removeLast() }
        // The pattern may begin to the left of the lit pixels, because a character's first column may be empty.
        let last = isAlone ? union.minX : union.maxX
        return pixels.has(
            rows, factor: factor, left: Int(union.minX) - factor...Int(last),
            top: Int(union.minY) - 9 * factor...Int(union.maxY))
    }
}

extension SceneView {
    fileprivate var page: Int? {
        if case .page(let page) = self { return page }
        return nil
    }
}
