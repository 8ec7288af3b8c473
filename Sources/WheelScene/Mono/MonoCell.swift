import WheelCanvas
import WheelGeometry
import WheelModel
import WheelSettings

/// A control that fills a small screen with one bit a pixel.
struct MonoCell {
    let control: Int
    private let number: NumberSettings?
    private let places: DigitPlaces?
    private let label: String
    private let unit: String
    private let size: Size
    /// The font of the label bar, and of words as values.
    private let font: Font
    private let words: Font
    /// Where the value stands, and the level bar or the marks of the digits below it.
    private let room: Rect
    private let level: Rect?
    /// How many pixels stand for one of the stencils, and the widest number in pixels.
    private let factor: Int
    private let field: Int

    private static let barHeight = 12.0
    private static let margin = 2.0
    /// The level bar with its frame. Marks of digits have the same place.
    private static let levelHeight = 6.0

    /// A counter marks the digits that the speed moves. Other numbers have a level bar.
    init(_ control: Int, _ settings: ControlSettings, isCounter: Bool, size: Size, typeface: Typeface) {
        self.control = control
        self.size = size
        label = settings.label
        number = settings.number
        font = typeface.font(pixels: MonoCell.barHeight, weight: .bold)
        let body = Rect(
            x: 0, y: MonoCell.barHeight, width: size.width, height: max(0, size.height - MonoCell.barHeight))
        places = isCounter ? number.map { DigitPlaces($0, isInteger: settings.kind == .int) } : nil
        unit = number.map { $0.shown?.unit ?? $0.unit ?? "" } ?? ""
        let samples = MonoCell.samples(settings)
        let widest = max(1, samples.compactMap { DigitStencil.width(of: $0) }.max() ?? 1)
        // The value is at least two stencils high where there is room for that, even without a level bar.
        let foot = MonoCell.levelHeight + 2
        let hasFoot = body.height - foot >= Double(2 * DigitStencil.height)
        let above = hasFoot ? body.inset(bottom: foot) : body
        room = above
        level = hasFoot ? Rect(x: 0, y: size.height - 7, width: size.width, height: 7) : nil
        // The largest digits keep off the edges. Smaller ones use all of the width.
        let byWidth = (Int(size.width) - 8) / widest >= 3 ? 3 : min(Int(size.width) / widest, 2)
        factor = max(1, min(Int(above.height) / DigitStencil.height, byWidth))
        field = widest * factor
        // Words are as large as all of them have room for.
        let texts = settings.positions?.positions.map(\.label) ?? number?.texts.map(\.text) ?? []
        var font = typeface.font(pixels: above.height, weight: .bold)
        while font.pixels > 12, texts.contains(where: { font.width(of: $0) > size.width - 2 }) {
            let smaller = typeface.font(pixels: font.pixels - 1, weight: .bold)
            // A bitmap font has no smaller size than its smallest.
            guard smaller.pixels < font.pixels else { break }
            font = smaller
        }
        words = font
    }

    /// The label bar, and the frames of states.
    func drawLayer(_ figure: Figure, into sketch: inout Sketch) {
        let theme = sketch.theme
        sketch.fill(Rect(x: 0, y: 0, width: size.width, height: MonoCell.barHeight), theme.hand)
        let baseline = 10.0
        var left = MonoCell.margin
        let right = drawRight(figure, baseline, into: &sketch)
        if figure.isLocked {
            Icon.padlock.drawMono(x: left, baseline: baseline, into: &sketch, theme.onHand)
            left += Icon.padlock.monoWidth + 4
        }
        let shown = font.shortened(label, to: right - left)
        sketch.add(shown, font, at: Point(x: left, y: baseline), theme.onHand)
        left += font.width(of: shown) + 8
        if shown == label, !unit.isEmpty, left + font.width(of: unit) <= right {
            sketch.add(unit, font, at: Point(x: left, y: baseline), theme.onHand)
        }
        drawMarks(figure, into: &sketch)
        if figure.state.applied != nil {
            drawDots(around: body, into: &sketch)
        } else if figure.state.isEditing {
            sketch.frame(body, width: 1, theme.hand)
        }
    }

    private var body: Rect {
        Rect(x: 0, y: MonoCell.barHeight + 1, width: size.width, height: size.height - MonoCell.barHeight - 1)
    }

    /// The word of the state, the applied value beside a pending one, or the speed. Returns where the label has to end.
    private func drawRight(_ figure: Figure, _ baseline: Double, into sketch: inout Sketch) -> Double {
        let theme = sketch.theme
        var end = size.width - MonoCell.margin
        if let word = figure.word, figure.state.applied == nil {
            // An alarm is a plate in the bar.
            let isAlarm = word.role == .alarm
            let color = isAlarm ? theme.text : theme.onHand
            if isAlarm { end -= 1 }
            let space = word.icon.map { $0.monoWidth + 4 } ?? 0
            let text = font.shortened(word.text, to: size.width - space - 6)
            let start = end - font.width(of: text) - space
            if isAlarm {
                sketch.fill(
                    Rect(x: start - 3, y: 1, width: size.width - start + 2, height: MonoCell.barHeight - 2), theme.cell)
            }
            word.icon?.drawMono(x: start, baseline: baseline, into: &sketch, color)
            sketch.add(text, font, at: Point(x: start + space, y: baseline), color)
            return start - 6
        }
        guard let text = rightText(figure) else { return end }
        let start = end - font.width(of: text)
        guard start >= MonoCell.margin + font.width(of: label) + 6 || figure.state.applied != nil else { return end }
        sketch.add(text, font, at: Point(x: start, y: baseline), theme.onHand)
        return start - 6
    }

    private func rightText(_ figure: Figure) -> String? {
        if let applied = figure.state.applied { return "now \(text(applied, hasValue: true, figure.settings))" }
        if let positions = figure.settings.positions, figure.settings.kind == .choice {
            return "\(Int(figure.state.number) + 1)/\(positions.positions.count)"
        }
        let speeds = figure.settings.speeds
        guard number != nil, speeds.count > 1, figure.settings.movedByHands else { return nil }
        let speed = speeds[figure.state.speed]
        return speed.label ?? speed.name
    }

    /// The value, and the level bar.
    func drawMoving(_ figure: Figure, into sketch: inout Sketch) {
        let theme = sketch.theme
        let state = figure.state
        var text = text(state.number, hasValue: state.hasValue, figure.settings)
        if !state.hasValue { text = "—" }
        if figure.settings.kind == .selection, let positions = figure.settings.positions {
            text = positions.text(of: state.selected)
        }
        if DigitStencil.width(of: text) == nil, let number, !number.texts.contains(where: { $0.text == text }) {
            text = "\(state.number * (number.shown?.factor ?? 1))"
        }
        if number != nil || !state.hasValue, let width = DigitStencil.width(of: text) {
            let factor = max(1, min(factor, Int(size.width) / max(width, 1)))
            let end = (Int(size.width) + max(field, width * factor)) / 2
            let start = state.hasValue ? end - width * factor : (Int(size.width) - width * factor) / 2
            DigitStencil.draw(
                text, x: max(0, start), y: valueTop(factor), factor: factor, into: &sketch, theme.text)
        } else {
            let shown = words.shortened(text, to: size.width)
            let baseline = (room.midY + words.capHeight / 2).rounded()
            sketch.add(
                shown, words, at: Point(x: ((size.width - words.width(of: shown)) / 2).rounded(), y: baseline),
                theme.text)
        }
        guard places == nil, let level, state.hasValue, let position = figure.pose.position, let number else { return }
        let inside = level.inset(by: 2)
        let share = min(max(position.inFirstTurn(wraps: number.wraps), 0), 1)
        sketch.fill(
            Rect(x: inside.minX, y: inside.minY, width: (inside.width * share).rounded(), height: inside.height),
            theme.accent)
    }

    private func valueTop(_ factor: Int) -> Int {
        Int(room.midY.rounded()) - factor * DigitStencil.height / 2
    }

    /// The frame of the level bar, or the marks under the digits that the speed moves.
    private func drawMarks(_ figure: Figure, into sketch: inout Sketch) {
        guard let level, let number else { return }
        guard let places else {
            if number.range.isFinite { sketch.frame(level, width: 1, sketch.theme.outline) }
            return
        }
        guard let step = figure.settings.speeds[figure.state.speed].step else { return }
        let top = valueTop(factor) + (DigitStencil.height + 1) * factor
        for place in places.moved(by: step) where (-places.after..<places.before).contains(place) {
            let end = (Int(size.width) + field) / 2
            let x = end - distance(to: place, of: number) * factor
            let mark = Rect(
                x: Double(x), y: Double(min(top, Int(size.height) - 2)), width: Double(5 * factor), height: 2)
            sketch.fill(mark, sketch.theme.hand)
        }
    }

    /// The distance from the left edge of a digit to the right end of the number, in pixels of the stencils.
    private func distance(to place: Int, of number: NumberSettings) -> Int {
        guard let places else { return 0 }
        let sample = MonoCell.sample(places, number)
        let digits = sample.enumerated().filter { $0.element.isNumber }
        let index = places.before - 1 - place
        guard digits.indices.contains(index) else { return 0 }
        let tail = sample[sample.index(sample.startIndex, offsetBy: digits[index].offset)...]
        return DigitStencil.width(of: String(tail)) ?? 0
    }

    /// A dotted line just inside the edges.
    private func drawDots(around rect: Rect, into sketch: inout Sketch) {
        let color = sketch.theme.hand
        for x in stride(from: rect.minX, to: rect.maxX, by: 4) {
            for y in [rect.minY, rect.maxY - 1] { sketch.fill(Rect(x: x, y: y, width: 2, height: 1), color) }
        }
        for y in stride(from: rect.minY, to: rect.maxY, by: 4) {
            for x in [rect.minX, rect.maxX - 1] { sketch.fill(Rect(x: x, y: y, width: 1, height: 2), color) }
        }
    }

    // MARK: Texts.

    private func text(_ value: Double, hasValue: Bool, _ settings: ControlSettings) -> String {
        guard hasValue else { return "—" }
        guard let number = settings.number else {
            let positions = settings.positions?.positions ?? []
            let index = Int(value)
            return positions.indices.contains(index) ? positions[index].label : ""
        }
        if let word = number.texts.first(where: { $0.at == value }) { return word.text }
        return (number.showsSign && value > 0 ? "+" : "") + number.digits(of: value)
    }

    /// Numbers as wide as the control's are likely to be.
    private static func samples(_ settings: ControlSettings) -> [String] {
        guard let number = settings.number else { return [] }
        var values = [number.initial]
        if number.range.lower.isFinite { values.append(number.range.lower) }
        if number.range.upper.isFinite { values.append(number.range.upper) }
        return values.map { (number.showsSign && $0 > 0 ? "+" : "") + number.digits(of: $0) }
    }

    /// The largest number of these places, with its point and its groups.
    private static func sample(_ places: DigitPlaces, _ number: NumberSettings) -> String {
        let most = String(repeating: "9", count: places.before)
        return number.digits(of: (Double(most) ?? 0) / (number.shown?.factor ?? 1))
    }
}
