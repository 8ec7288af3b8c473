import WheelCanvas
import WheelCore
import WheelModel

/// A control that fills a small screen with one bit per pixel.
struct MonoCell {
    let control: Int
    private let number: NumberSettings?
    private let places: DigitPlaces?
    private let size: Size
    private let bar: MonoBar
    private let words: MonoWords
    /// The place of the value, and the part below the value; `nil` if there is no room for that part.
    private let room: Rect
    private let foot: MonoFoot?
    /// One pixel of a stencil becomes `factor` × `factor` pixels. Numbers end at the right edge of a field, which is in
    /// the middle of the cell. `field` is the width of this field: the width of a counter, or of typical numbers.
    private let factor: Int
    private let field: Int
    /// The width of the widest number.
    private let widest: Int
    /// The text after each number: a degree sign, or empty.
    private let sign: String
    /// The widths of both lines, if the digits of numbers would be small in one line; `nil` if numbers have one line.
    private let lines: (first: Int, second: Int)?
    /// Whether a knob moves a cursor over the positions of a selection.
    private let hasCursor: Bool

    /// The height of the level bar with its frame. A counter has marks under its digits in this place instead.
    private static let footHeight = 7.0

    init(_ cell: PageLayout.Cell, _ settings: ControlSettings, size: Size, typeface: Typeface) {
        control = cell.control
        self.size = size
        number = settings.number
        let isCounter = cell.scene is DigitsLayout
        hasCursor = (cell.scene as? SelectorLayout)?.hasCursor ?? false
        places = isCounter ? number.map { DigitPlaces($0, isInteger: settings.kind == .int) } : nil
        let unit = number?.shownUnit ?? ""
        let top = MonoBar.height(size) + 1
        let body = Rect(x: 0, y: top, width: size.width, height: max(0, size.height - top))
        // The part below the value is omitted if it would leave the digits less than twice the height of a stencil.
        var hasFoot = body.height - MonoCell.footHeight >= Double(2 * DigitStencil.height)
        let samples = number == nil ? [] : settings.valueSamples
        var room = hasFoot ? body.inset(bottom: MonoCell.footHeight) : body
        var lines: (first: Int, second: Int)?
        if let number, let found = MonoCell.lines(samples, number, width: Int(size.width)),
            Int(body.height) >= MonoCell.heightOfTwo
        {
            lines = found
            // The part below the value is also omitted if two lines of digits would not fit above it.
            hasFoot = hasFoot && Int(room.height) >= MonoCell.heightOfTwo
            room = hasFoot ? room : body
        }
        (self.room, self.lines) = (room, lines)
        let below = Rect(x: 0, y: room.maxY, width: size.width, height: MonoCell.footHeight)
        foot = hasFoot ? MonoFoot(settings, below, isCounter: isCounter, hasCursor: hasCursor) : nil
        let high = Int(room.height) / DigitStencil.height
        let plain = MonoCell.factor(samples, width: Int(size.width), most: high)
        // A degree sign follows the number, unless the digits would have to be smaller for it.
        let signed =
            unit == "°" ? MonoCell.factor(samples.map { $0 + unit }, width: Int(size.width), most: high) : plain
        sign = unit == "°" && lines == nil && signed.factor == plain.factor ? unit : ""
        let whole = sign.isEmpty ? plain : signed
        (factor, widest) = (whole.factor, whole.field)
        let suffix = sign
        let usual = number?.usualDigits(isInteger: settings.kind == .int) ?? []
        let usualWidth = usual.compactMap { DigitStencil.width(of: $0 + suffix) }.max() ?? 0
        field = isCounter || usualWidth == 0 ? widest : min(widest, usualWidth * factor)
        bar = MonoBar(settings, unit: sign.isEmpty ? unit : "", hasCursor: hasCursor, size: size, typeface: typeface)
        let texts = settings.positions?.positions.map(\.label) ?? number?.texts.map(\.text) ?? []
        words = MonoWords(texts, in: room, hasPlate: hasCursor, typeface: typeface)
    }

    /// The height of the digits, in pixels.
    var digitHeight: Double { Double((lines == nil ? factor : 2) * DigitStencil.height) }

    /// The largest factor with which all of these numbers fit, and the width of the widest one.
    private static func factor(_ samples: [String], width: Int, most: Int) -> (factor: Int, field: Int) {
        let widest = max(1, samples.compactMap { DigitStencil.width(of: $0) }.max() ?? 1)
        // The largest digits keep a distance of 4 pixels to both edges. Smaller digits may use the whole width.
        let byWidth = max((width - 8) / widest, min(width / widest, 2))
        let factor = max(1, min(most, byWidth, 3))
        return (factor, widest * factor)
    }

    /// Draws the label bar, and the frames of states.
    func drawLayer(_ figure: Figure, into sketch: inout Sketch) {
        bar.draw(figure, into: &sketch)
        drawMarks(figure, into: &sketch)
        if figure.isPending {
            drawFrame(into: &sketch) { $0.drawDots(along: $1, sketch: &$2) }
        } else if figure.state.isEditing {
            drawFrame(into: &sketch) { $2.fill($1, $2.theme.hand) }
        }
    }

    func drawMoving(_ figure: Figure, into sketch: inout Sketch) {
        foot?.drawMoving(figure, into: &sketch)
        let state = figure.state
        guard state.hasValue else { return drawDigits("—", isCentred: true, into: &sketch) }
        guard let number else { return drawPosition(figure, into: &sketch) }
        if let word = number.texts.first(where: { $0.at == state.number }) {
            return words.draw(word.text, into: &sketch)
        }
        let text = number.signedDigits(of: state.number)
        guard DigitStencil.width(of: text) != nil else { return words.draw(text + sign, into: &sketch) }
        drawDigits(text + sign, isCentred: false, into: &sketch)
    }

    private func drawPosition(_ figure: Figure, into sketch: inout Sketch) {
        guard let positions = figure.settings.positions else { return }
        let index = Int(figure.state.number)
        guard figure.settings.kind == .choice || hasCursor else {
            return words.draw(positions.text(of: figure.state.selected), into: &sketch)
        }
        guard positions.positions.indices.contains(index) else { return }
        words.draw(
            positions.positions[index].label, isChosen: hasCursor && figure.state.selected.contains(index),
            into: &sketch)
    }

    /// A number that is too wide even in the smallest stencils is broken into lines, since a part of it would be a
    /// wrong number.
    private func drawDigits(_ text: String, isCentred: Bool, into sketch: inout Sketch) {
        guard let width = DigitStencil.width(of: text) else { return }
        if !isCentred, let parts = parts(of: text) {
            for part in parts {
                DigitStencil.draw(part.text, x: part.x, y: part.y, factor: 2, into: &sketch, sketch.theme.text)
            }
            return
        }
        let factor = max(1, min(factor, Int(size.width) / max(width, 1)))
        if width > Int(size.width) { return drawLines(text, into: &sketch) }
        let end = (Int(size.width) + field) / 2
        let start = isCentred ? (Int(size.width) - width * factor) / 2 : end - width * factor
        // A value near an end of the range may be wider than the field and the space at its left. Such a value begins
        // at the left edge.
        DigitStencil.draw(text, x: max(0, start), y: top(factor), factor: factor, into: &sketch, sketch.theme.text)
    }

    // MARK: Two lines.

    /// The height of two lines of digits, each 20 pixels high, with a gap of one pixel.
    private static let heightOfTwo = 4 * DigitStencil.height + 1

    /// The widths of both lines, in pixels of the stencils, if digits can be larger in two lines than in one; otherwise
    /// `nil`.
    private static func lines(_ samples: [String], _ number: NumberSettings, width: Int) -> (first: Int, second: Int)? {
        let widths = samples.compactMap { DigitStencil.width(of: $0) }
        guard widths.count == samples.count, let widest = widths.max(), widest * 2 > width else { return nil }
        let parts = samples.map { split($0, number) }
        let first = parts.compactMap { DigitStencil.width(of: $0.first) }.max() ?? 0
        let second = parts.compactMap { DigitStencil.width(of: $0.second) }.max() ?? 0
        return max(first, second) * 2 <= width ? (first, second) : nil
    }

    /// The second line begins with the decimal point. If numbers are integers, the second line has the last six digits,
    /// or the last three if no number has more than eight digits. So each digit keeps its place.
    private static func split(_ text: String, _ number: NumberSettings) -> (first: String, second: String) {
        let decimals = number.shown?.decimals ?? number.decimals
        let most = [number.range.lower, number.range.upper, number.initial].filter(\.isFinite).map {
            number.digits(of: $0).count { $0.isNumber }
        }
        let behind = decimals > 0 ? decimals : (most.max() ?? 0) > 8 ? 6 : 3
        var (place, count) = (text.endIndex, 0)
        while place > text.startIndex, count < behind {
            place = text.index(before: place)
            if text[place].isNumber { count += 1 }
        }
        // The point belongs to the second line, and a space to neither line.
        if place > text.startIndex, !text[text.index(before: place)].isNumber, decimals > 0 {
            place = text.index(before: place)
        }
        return (String(text[..<place].reversed().drop { $0 == " " }.reversed()), String(text[place...]))
    }

    /// Both lines of a number, with their upper left corners. The result is `nil` if numbers have one line, or if this
    /// number is too wide. Each line ends at the same place for all numbers.
    private func parts(of text: String) -> [(text: String, x: Int, y: Int)]? {
        guard let number, let lines else { return nil }
        let (first, second) = MonoCell.split(text, number)
        let top = max(Int(room.minY), Int(room.midY) - MonoCell.heightOfTwo / 2)
        let left = Int(size.width) / 2 + lines.first - 2 * (DigitStencil.width(of: first) ?? 0)
        let leftOfSecond = Int(size.width) / 2 + lines.second - 2 * (DigitStencil.width(of: second) ?? 0)
        guard min(left, leftOfSecond) >= 0 else { return nil }
        return [(first, left, top), (second, leftOfSecond, top + 2 * DigitStencil.height + 1)]
    }

    private func drawLines(_ text: String, into sketch: inout Sketch) {
        var lines = [""]
        for character in text {
            let longer = lines[lines.count - 1] + String(character)
            if DigitStencil.width(of: longer) ?? 0 > Int(size.width) {
                lines.append(String(character))
            } else {
                lines[lines.count - 1] = longer
            }
        }
        let pitch = DigitStencil.height + 1
        var y = max(Int(room.minY), Int(room.midY) - pitch * lines.count / 2)
        for line in lines {
            let x = (Int(size.width) - (DigitStencil.width(of: line) ?? 0)) / 2
            DigitStencil.draw(line, x: x, y: y, factor: 1, into: &sketch, sketch.theme.text)
            y += pitch
        }
    }

    private func top(_ factor: Int) -> Int {
        let height = factor * DigitStencil.height
        return max(Int(room.minY), Int(room.midY.rounded()) - height / 2)
    }

    /// Draws the frame of the level bar or of the positions' fields, and the marks under the digits that the speed
    /// moves.
    private func drawMarks(_ figure: Figure, into sketch: inout Sketch) {
        guard let foot else { return }
        foot.drawLayer(into: &sketch)
        // Between two lines of digits no row is free for marks.
        guard lines == nil, let number, let places, let step = figure.settings.speeds[figure.state.speed].step else {
            return
        }
        let y = top(factor) + (DigitStencil.height + 1) * factor
        for place in places.moved(by: step) where (-places.after..<places.before).contains(place) {
            let end = (Int(size.width) + field) / 2
            let x = end - distance(to: place, of: number) * factor
            let mark = Rect(
                x: Double(x), y: Double(min(y, Int(size.height) - 2)), width: Double(5 * factor), height: 2)
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
        return DigitStencil.width(of: tail + sign) ?? 0
    }

    // MARK: Frames of states.

    /// Draws a frame around the value and the part below it. Without this part, or with two lines of digits, the upper
    /// and lower sides of the frame are only short arms at its corners. If digits leave no room for the arms, the frame
    /// is omitted.
    private func drawFrame(into sketch: inout Sketch, _ draw: (MonoCell, Rect, inout Sketch) -> Void) {
        let frame = Rect(x: 0, y: bar.height + 1, width: size.width, height: size.height - bar.height - 1)
        // The widest number also ends at the right edge of the field, so less space is free at the number's left than
        // at its right.
        let beside =
            lines.map { size.width / 2 - Double(max($0.first, $0.second)) }
            ?? min((size.width - Double(field)) / 2, (size.width + Double(field)) / 2 - Double(widest))
        let arm = foot == nil || lines != nil ? min(6, max(0, (beside - 3).rounded(.down))) : size.width / 2
        for y in [frame.minY, frame.maxY - 1] {
            draw(self, Rect(x: 0, y: y, width: arm, height: 1), &sketch)
            draw(self, Rect(x: size.width - arm, y: y, width: arm, height: 1), &sketch)
        }
        guard arm > 0 else { return }
        for x in [0, size.width - 1] {
            draw(self, Rect(x: x, y: frame.minY, width: 1, height: frame.height), &sketch)
        }
    }

    /// Draws two of every four pixels of a line.
    private func drawDots(along line: Rect, sketch: inout Sketch) {
        let isAcross = line.width >= line.height
        for start in stride(from: 0, to: isAcross ? line.width : line.height, by: 4) {
            let dot =
                isAcross
                ? Rect(x: line.minX + start, y: line.minY, width: 2, height: 1)
                : Rect(x: line.minX, y: line.minY + start, width: 1, height: 2)
            sketch.fill(dot, sketch.theme.hand)
        }
    }

    // MARK: Texts.

    /// The text of the largest number with these places, including its point and its groups.
    private static func sample(_ places: DigitPlaces, _ number: NumberSettings) -> String {
        let most = String(repeating: "9", count: places.before)
        return number.digits(of: (Double(most) ?? 0) / (number.shown?.factor ?? 1))
    }
}
