import WheelCanvas
import WheelCore
import WheelModel

/// A control's value: large digits and a smaller unit. The digits are aligned to the right end of a field, so that they
/// keep their places while the value changes. The field is as wide as typical values, and is centred in the box
/// together with the unit. A sign, and the additional digits of longer values, extend to the left of the field. Words
/// are centred.
struct ValueText {
    let box: Rect
    /// The baseline of the digits; `nil` if the digits are centred in the box.
    var baseline: Double?
    private let typeface: Typeface
    private let measures: Measures
    /// The font size of the digits (the em), in pixels.
    private var size: Double
    /// The width of the field, in pixels: the width of the widest typical digits.
    private var field = 0.0
    private let usualDigits: [String]
    private let unit: Parts?
    /// Whether the unit follows the digits. If the digits would be too small beside the unit, the label's row shows the
    /// unit.
    private let hasUnit: Bool
    let droppedUnit: String?
    /// The smallest size of digits with a unit beside them. Below `leastWord`, a word is shortened rather than made
    /// smaller.
    private let least: Double
    private let leastWord: Double

    init(_ settings: ControlSettings, _ place: ValuePlace, _ measures: Measures, typeface: Typeface) {
        box = place.box
        baseline = place.baseline
        self.typeface = typeface
        self.measures = measures
        let ruler = typeface.font(pixels: 64)
        let most = place.capital / ruler.capHeight * 64
        least = min(most, measures.leastValue / ruler.capHeight * 64)
        leastWord = min(most, measures.label / ruler.capHeight * 64)
        var samples = settings.valueSamples.map { ValueText.parts(of: $0, settings) }
        let width = box.width
        func largest() -> Double {
            // The unit has a minimum size, so the width of the text is not proportional to the size of its digits.
            var size = most
            while size > 4, samples.contains(where: { ValueText.width(of: $0, at: size, measures, typeface) > width }) {
                size *= 0.96
            }
            return size
        }
        var size = largest()
        hasUnit = size >= least * 0.97
        if !hasUnit {
            for index in samples.indices { samples[index].unit = "" }
            size = largest()
        }
        if settings.number == nil { size = max(size, leastWord) }
        self.size = FittedText.roundedDownToHalf(size)
        usualDigits = settings.number?.usualDigits(isInteger: settings.kind == .int).map(\.withNarrowGroups) ?? []
        unit = samples.first { $0.isNumber }
        droppedUnit = hasUnit ? nil : settings.number.flatMap { $0.shownUnit.isEmpty ? nil : $0.shownUnit }
        resize(to: self.size)
    }

    func draw(_ state: ControlPicture, _ settings: ControlSettings, into sketch: inout Sketch, _ color: Color) {
        let line = line(state, settings)
        guard !sketch.list.keepsTexts else {
            // Texts that are kept for tests are not drawn, so digits and unit are added as one text.
            let middle = Point(x: box.midX, y: line.start.y)
            return sketch.add(line.parts.words, line.font, at: middle, alignment: .middle, color)
        }
        sketch.add(line.parts.drawn, line.font, at: line.start, color)
        guard !line.parts.unit.isEmpty else { return }
        // The degree sign has the digits' colour. Other units have the secondary colour.
        let isDegree = line.parts.unit == "°"
        sketch.add(
            line.parts.unit, line.unitFont, at: line.start + Vector(dx: line.unitPlace, dy: 0),
            isDegree ? color : sketch.theme.secondary)
    }

    /// Digits and unit as one text.
    static func words(_ state: ControlPicture, _ settings: ControlSettings, hasUnit: Bool = true) -> String {
        var parts = parts(of: state, settings)
        if !hasUnit { parts.unit = "" }
        if parts.isNumber, parts.digits.count > ValueText.mostInWords, let number = settings.number {
            parts.digits = number.shortest(of: state.number)
        }
        return parts.words
    }

    private static let mostInWords = 24

    /// The bounds of the digits and the unit.
    func bounds(_ state: ControlPicture, _ settings: ControlSettings) -> Rect {
        let line = line(state, settings)
        return Rect(
            x: line.start.x, y: line.start.y - line.font.ascent, width: line.width,
            height: line.font.ascent + line.font.descent)
    }

    /// The height of the digits in pixels, unless an unusually wide value needs smaller digits.
    var capital: Double { typeface.font(pixels: size).capHeight }

    var isOfNumber: Bool { unit != nil }

    func digitFont(_ state: ControlPicture, _ settings: ControlSettings) -> Font { line(state, settings).font }

    private struct Line {
        var parts: Parts
        var font: Font
        var unitFont: Font
        var start: Point
        /// The distance from the start of the digits to the unit.
        var unitPlace: Double
        var width: Double
    }

    private func line(_ state: ControlPicture, _ settings: ControlSettings) -> Line {
        var parts = ValueText.parts(of: state, settings)
        if !hasUnit { parts.unit = "" }
        var size = size
        func isTooWide() -> Bool { ValueText.width(of: parts, at: size, measures, typeface) > box.width + 1e-6 }
        if isTooWide() { size = shrunk(parts) }
        if !parts.isNumber, size < leastWord {
            let whole = parts.digits
            size = min(self.size, FittedText.roundedDownToHalf(leastWord))
            parts.digits = typeface.font(pixels: size).shortened(whole, to: box.width)
            // If not even one letter fits, the text is made smaller.
            while parts.digits.isEmpty, size > 1 {
                size = max(1, size * 0.9)
                parts.digits = typeface.font(pixels: size).shortened(whole, to: box.width)
            }
        } else if let number = settings.number, size < ValueText.least {
            // Without the unit there is more room for the digits.
            parts.unit = ""
            size = shrunk(parts)
            if size < ValueText.leastDigits {
                parts.digits = number.shortest(of: state.number)
                size = shrunk(parts)
            }
            // Even in the smallest size of a bitmap font, the digits may still be too wide.
            if isTooWide() {
                let font = typeface.font(pixels: size)
                parts.digits = number.rounded(state.number) { font.width(of: $0) <= box.width }
            }
        }
        let font = typeface.font(pixels: size)
        let unitFont = ValueText.unitFont(parts.unit, font, measures, typeface)
        let digits = font.width(of: parts.drawn)
        let gap = parts.unit.isEmpty ? 0 : ValueText.gap(parts, at: size, typeface)
        let rest = gap + unitFont.width(of: parts.unit)
        // The digits end where the field ends, unless they would then begin outside the box.
        let field = parts.isNumber ? min(self.field, box.width - rest) : digits
        let start = box.minX + max(0, (box.width - field - rest) / 2 + field - digits)
        return Line(
            parts: parts, font: font, unitFont: unitFont,
            start: Point(x: start, y: baseline ?? box.midY + font.capHeight / 2), unitPlace: digits + gap,
            width: digits + gap + unitFont.width(of: parts.unit))
    }

    // MARK: The values of a page

    /// Adjusts the values of a page to each other: first their sizes, then the baselines of values in a row.
    static func align(_ texts: inout [ValueText?], _ cells: [PageLayout.Cell]) {
        equalise(&texts)
        rank(&texts, cells)
        level(&texts, cells)
    }

    /// Gives numbers in equal boxes the same size.
    private static func equalise(_ texts: inout [ValueText?]) {
        for first in texts.indices {
            guard let box = texts[first]?.box else { continue }
            let group = texts.indices.filter { index in
                guard let text = texts[index], text.unit != nil else { return false }
                return abs(text.box.width - box.width) < 2 && abs(text.box.height - box.height) < 2
            }
            guard group.count > 1, group.first == first else { continue }
            // A value that is too long for its box is smaller than the other values, and does not limit their size.
            let size = group.compactMap { index in texts[index].flatMap { $0.size >= $0.least ? $0.size : nil } }.min()
            for index in group {
                if let size, let text = texts[index], text.size > size { texts[index]?.resize(to: size) }
            }
        }
    }

    /// Limits each value to the height of the values in larger cards, so that the eye finds the main value of a page
    /// first. The limit never makes a readable value unreadable.
    private static func rank(_ texts: inout [ValueText?], _ cells: [PageLayout.Cell]) {
        // The order is from the largest card to the smallest, so that a value that was limited here also limits the
        // values of all smaller cards.
        let order = cells.indices.sorted { cells[$0].frame.rect.area > cells[$1].frame.rect.area }
        for (place, index) in order.enumerated() {
            let limits = order[..<place].compactMap { other -> Double? in
                guard cells[other].frame.rect.isLarger(than: cells[index].frame.rect) else { return nil }
                if let digits = cells[other].scene as? DigitsLayout { return digits.capital }
                return texts[other].flatMap { $0.isOfNumber ? $0.capital : nil }
            }
            if let limit = limits.min() { texts[index]?.limit(to: limit) }
        }
    }

    /// Aligns the numbers in a row of cards to the baseline of the largest number. Otherwise a long number, which is
    /// smaller, would have a higher baseline. Scenes that already align their values to a common line are left out.
    private static func level(_ texts: inout [ValueText?], _ cells: [PageLayout.Cell]) {
        let free = texts.indices.filter { texts[$0].map { $0.isOfNumber && $0.baseline == nil } ?? false }
        let baselines = free.map { index -> Double? in
            let row = free.compactMap { other in
                cells[other].frame.rect.isBeside(cells[index].frame.rect) ? texts[other] : nil
            }
            guard let own = texts[index]?.box else { return nil }
            let beside = row.filter { abs($0.box.midY - own.midY) < 1 && abs($0.box.height - own.height) < 2 }
            return beside.count > 1 ? beside.map { $0.box.midY + $0.capital / 2 }.max() : nil
        }
        for (index, baseline) in zip(free, baselines) { texts[index]?.baseline = baseline }
    }

    /// Reduces the digits to the height `capital`, but not to a size below `least`.
    private mutating func limit(to capital: Double) {
        guard unit != nil, self.capital > capital else { return }
        resize(to: FittedText.roundedDownToHalf(max(min(size, least), size * capital / self.capital)))
    }

    private mutating func resize(to size: Double) {
        self.size = size
        let font = typeface.font(pixels: size)
        field = usualDigits.map { font.width(of: $0) }.max() ?? 0
    }

    /// The largest size at which the text fits.
    private func shrunk(_ parts: Parts) -> Double {
        var size = self.size
        while size > 1, ValueText.width(of: parts, at: size, measures, typeface) > box.width {
            size = size < 8 ? size - 0.5 : FittedText.roundedDownToHalf(size * 0.95)
        }
        return size
    }

    /// The smallest font sizes, in pixels, of digits with a unit and of digits alone.
    private static let least = 7.0
    private static let leastDigits = 5.0

    private static func unitFont(_ unit: String, _ digits: Font, _ measures: Measures, _ typeface: Typeface) -> Font {
        if unit == "°" { return digits }
        let capital = min(max(measures.label, digits.capHeight * 0.45), digits.capHeight)
        return typeface.font(capital: capital)
    }

    /// The gap before the unit. With a bitmap font it is at least four pixels, since a "%" that is closer looks like
    /// another digit.
    private static func gap(_ parts: Parts, at size: Double, _ typeface: Typeface) -> Double {
        typeface.isSharp && parts.gap > 0 ? max(4, (size * parts.gap).rounded()) : size * parts.gap
    }

    private static func width(of parts: Parts, at size: Double, _ measures: Measures, _ typeface: Typeface) -> Double {
        let font = typeface.font(pixels: FittedText.roundedDownToHalf(size))
        let digits = font.width(of: parts.drawn)
        guard !parts.unit.isEmpty else { return digits }
        return digits + gap(parts, at: font.pixels, typeface)
            + unitFont(parts.unit, font, measures, typeface).width(of: parts.unit)
    }

    private struct Parts {
        var digits: String
        var unit: String
        /// The gap between digits and unit, in ems of the digits.
        var gap: Double
        var isNumber = false

        var drawn: String { isNumber ? digits.withNarrowGroups : digits }

        /// Digits and unit as one text.
        var words: String { unit.isEmpty ? digits : gap > 0.1 ? "\(digits) \(unit)" : digits + unit }
    }

    private static func parts(of state: ControlPicture, _ settings: ControlSettings) -> Parts {
        guard state.hasValue else { return Parts(digits: "—", unit: "", gap: 0) }
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
        return parts(digits: number.signedDigits(of: state.number), number)
    }

    private static func parts(of sample: String, _ settings: ControlSettings) -> Parts {
        guard let number = settings.number, !number.texts.contains(where: { $0.text == sample }) else {
            return Parts(digits: sample, unit: "", gap: 0)
        }
        return parts(digits: sample, number)
    }

    private static func parts(digits: String, _ number: NumberSettings) -> Parts {
        let unit = number.shownUnit
        return Parts(
            digits: digits.withMinus, unit: unit, gap: unit == "°" ? 0 : unit == "%" ? 0.12 : 0.22, isNumber: true)
    }
}

extension String {
    /// The text with narrow spaces between the groups of its digits.
    fileprivate var withNarrowGroups: String {
        contains(" ") ? String(map { $0 == " " ? "\u{202F}" : $0 }) : self
    }
}
