import WheelCanvas
import WheelGeometry
import WheelModel
import WheelSettings

/// A control's value: large digits and a smaller unit. The text size fits the widest value that is likely, so it stays
/// the same while the value changes.
struct ValueText {
    private let box: Rect
    private let typeface: Typeface
    private let size: Double
    private let most: Double

    static let unitShare = 0.55

    init(_ settings: ControlSettings, in box: Rect, pixels: Double, typeface: Typeface) {
        self.box = box
        self.typeface = typeface
        most = min(pixels, box.height * FittedText.emPerLine)
        let ruler = typeface.font(pixels: 64)
        var widest = 0.0
        for sample in ValueText.samples(settings) {
            widest = max(widest, ValueText.parts(of: sample, settings).width(ruler, typeface))
        }
        size = widest > 0 ? min(most, box.width / widest * 64) : most
    }

    /// Draws the value centred in its box.
    func draw(_ state: ControlPicture, _ settings: ControlSettings, into sketch: inout Sketch, _ color: Color) {
        let line = line(state, settings)
        guard !sketch.list.keepsTexts else {
            // The output's own font has other widths, so digits and unit are one text.
            let middle = Point(x: box.midX, y: line.start.y)
            return sketch.add(line.parts.words, line.font, at: middle, alignment: .middle, color)
        }
        sketch.add(line.parts.digits, line.font, at: line.start, color)
        guard !line.parts.unit.isEmpty else { return }
        // The degree sign has the digits' colour. Other units have the secondary colour.
        let isDegree = line.parts.unit == "°"
        sketch.add(
            line.parts.unit, line.unitFont, at: line.start + Vector(dx: line.unitPlace, dy: 0),
            isDegree ? color : sketch.theme.secondary)
    }

    /// Digits and unit as one text.
    func words(_ state: ControlPicture, _ settings: ControlSettings) -> String {
        ValueText.parts(of: state, settings).words
    }

    /// The bounds of the digits and the unit.
    func bounds(_ state: ControlPicture, _ settings: ControlSettings) -> Rect {
        let line = line(state, settings)
        return Rect(
            x: line.start.x, y: line.start.y - line.font.ascent, width: line.width,
            height: line.font.ascent + line.font.descent)
    }

    private struct Line {
        var parts: Parts
        var font: Font
        var unitFont: Font
        var start: Point
        /// The distance from the start to the unit.
        var unitPlace: Double
        var width: Double
    }

    private func line(_ state: ControlPicture, _ settings: ControlSettings) -> Line {
        var parts = ValueText.parts(of: state, settings)
        let ruler = typeface.font(pixels: 64)
        var width = parts.width(ruler, typeface)
        if let number = settings.number, box.width / width * 64 < ValueText.least {
            // Without the unit there is more room for the digits.
            parts.unit = ""
            width = parts.width(ruler, typeface)
            if box.width / width * 64 < ValueText.leastDigits {
                // Text with hundreds of digits cannot be read. The shortest text of the number is shown instead.
                parts.digits = "\(number.shown.map { state.number * $0.factor } ?? state.number)"
                width = parts.width(ruler, typeface)
            }
        }
        let pixels = FittedText.roundedDownToHalf(width > 0 ? min(size, box.width / width * 64) : size)
        let font = typeface.font(pixels: pixels)
        let unitFont =
            parts.unit == "°" ? font : typeface.font(pixels: FittedText.roundedDownToHalf(pixels * ValueText.unitShare))
        let unitPlace = font.width(of: parts.digits) + (parts.unit.isEmpty ? 0 : pixels * parts.gap)
        let whole = unitPlace + unitFont.width(of: parts.unit)
        return Line(
            parts: parts, font: font, unitFont: unitFont,
            start: Point(x: box.midX - whole / 2, y: box.midY + font.capHeight / 2), unitPlace: unitPlace,
            width: whole)
    }

    /// The smallest sizes in pixels of a value with its unit, and of digits alone.
    private static let least = 7.0
    private static let leastDigits = 5.0

    private struct Parts {
        var digits: String
        var unit: String
        /// The gap between digits and unit, in ems of the digits.
        var gap: Double

        /// Digits and unit as one text.
        var words: String { unit.isEmpty ? digits : gap > 0.1 ? "\(digits) \(unit)" : digits + unit }

        func width(_ ruler: Font, _ typeface: Typeface) -> Double {
            let unitWidth = ruler.width(of: unit) * (unit == "°" ? 1 : unitShare)
            return ruler.width(of: digits) + (unit.isEmpty ? 0 : ruler.pixels * gap) + unitWidth
        }
    }

    private static func parts(of state: ControlPicture, _ settings: ControlSettings) -> Parts {
        switch settings.quantity {
        case .float(let number), .int(let number): return parts(of: state, number)
        case .choice(let positions):
            return Parts(digits: positions.positions[Int(state.number)].label, unit: "", gap: 0)
        case .selection(let positions): return Parts(digits: positions.text(of: state.selected), unit: "", gap: 0)
        }
    }

    private static func parts(of state: ControlPicture, _ number: NumberSettings) -> Parts {
        if let word = number.texts.first(where: { $0.at == state.number }) {
            return Parts(digits: word.text, unit: "", gap: 0)
        }
        return parts(digits: number.digits(of: state.number), number)
    }

    private static func parts(of sample: String, _ settings: ControlSettings) -> Parts {
        guard let number = settings.number, !number.texts.contains(where: { $0.text == sample }) else {
            return Parts(digits: sample, unit: "", gap: 0)
        }
        return parts(digits: sample, number)
    }

    private static func parts(digits: String, _ number: NumberSettings) -> Parts {
        let unit = number.shown?.unit ?? number.unit ?? ""
        return Parts(digits: digits, unit: unit, gap: unit == "°" ? 0 : unit == "%" ? 0.08 : 0.22)
    }

    /// Texts that are as wide as the control's values are likely to be.
    private static func samples(_ settings: ControlSettings) -> [String] {
        guard let number = settings.number else {
            guard let positions = settings.positions else { return [] }
            if settings.kind == .choice { return positions.positions.map(\.label) }
            return ["\(positions.positions.count) of \(positions.positions.count)"]
        }
        let (lower, upper) = (number.range.lower, number.range.upper)
        var values = [number.initial]
        if lower.isFinite { values.append(lower) }
        if upper.isFinite { values.append(upper) }
        if number.range.isFinite {
            values.append(lower + number.range.span * 0.012345678987)
            values.append(lower + number.range.span * 0.987654321234)
        }
        if settings.kind == .int { values = values.map { $0.rounded() } }
        return values.map { String(number.digits(of: $0).map { $0.isNumber ? "8" : $0 }) }
            + number.texts.map(\.text)
    }
}
