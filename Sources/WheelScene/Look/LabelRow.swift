import WheelCanvas
import WheelGeometry
import WheelModel
import WheelSettings

/// The row above a cell's body: a padlock, the number of the input and the label at the left; the speed's label at the
/// right.
struct LabelRow {
    let font: Font
    private let bold: Font
    private let rect: Rect
    private let measures: Measures
    private let input: Int?
    private let label: String
    /// The unit that has no room beside the value.
    private let unit: String?
    private let isBar: Bool
    /// Whether there is room for the label of each speed.
    private let hasRoomForSpeed: Bool
    private var usesPips = false

    init(
        _ settings: ControlSettings, _ cell: PageLayout.Cell, unit: String?, _ measures: Measures, typeface: Typeface
    ) {
        self.measures = measures
        rect = cell.frame.labelRow
        let capital = min(measures.label, rect.height * 0.62)
        font = typeface.font(capital: capital)
        bold = typeface.font(capital: capital, weight: .bold)
        input = cell.input
        self.unit = unit
        label = settings.label
        isBar = (cell.scene as? WheelLayout)?.isBar ?? false
        let speeds = settings.number != nil && settings.movedByHands ? settings.speeds : []
        let shown = font
        let widest = speeds.count > 1 ? speeds.map { shown.width(of: LabelRow.word(of: $0)) }.max() ?? 0 : 0
        let chip = input == nil ? 0 : capital * 2.2
        hasRoomForSpeed = widest == 0 || rect.width - chip - font.width(of: label) - capital >= widest
    }

    func draw(_ figure: Figure, isMarked: Bool, into sketch: inout Sketch) {
        let theme = sketch.theme
        var left = rect.minX
        let gap = font.capHeight * 0.5
        if figure.isLocked {
            Icon.padlock.draw(x: left, baseline: baseline, capital: font.capHeight, into: &sketch, theme.secondary)
            left += Icon.padlock.width(capital: font.capHeight) + gap
        }
        let word = figure.word.flatMap { $0.role != .text || isMarked || figure.state.isEditing ? $0 : nil }
        if let input {
            let text = "\(input)"
            let height = font.capHeight * 1.45
            let width = max(height, bold.width(of: text) + font.capHeight)
            // A state's word and a part of the label are worth more than the number.
            let beside = word.map { left + width + gap + self.width(of: $0) + gap + leastLabel <= rect.maxX } ?? true
            guard beside else { return drawLabel(figure, word, isMarked: isMarked, from: left, into: &sketch) }
            let chip = Rect(x: left, y: rect.midY - height / 2, width: width, height: height).onWholePixels
            sketch.fill(chip, radius: measures.radius / 3, theme.raised)
            sketch.add(
                text, bold, at: Point(x: chip.midX, y: rect.midY + bold.capHeight / 2), alignment: .middle, theme.text)
            left += width + gap
        }
        drawLabel(figure, word, isMarked: isMarked, from: left, into: &sketch)
    }

    /// Draws the word of the state, or else the speed, and the label before it. Where both have no room, the label becomes
    /// shorter, then the word, and then the label goes.
    private func drawLabel(
        _ figure: Figure, _ word: StateWord?, isMarked: Bool, from left: Double, into sketch: inout Sketch
    ) {
        let gap = font.capHeight * 0.5
        let withUnit = unit.map { "\(label)  \($0)" } ?? label
        // A unit that has no room even alone leaves it to the speed.
        let whole = font.width(of: withUnit) <= rect.maxX - left ? withUnit : label
        let right =
            word.map { draw($0, from: start(of: $0, from: left), into: &sketch) }
            ?? drawSpeed(figure, isMarked: isMarked, after: left + font.width(of: whole) + 2 * gap, into: &sketch)
        let room = right - left - (right < rect.maxX ? gap : 0)
        guard font.width(of: whole) > room else {
            return sketch.add(whole, font, at: Point(x: left, y: baseline), sketch.theme.secondary)
        }
        // A letter or two say nothing.
        guard word == nil || room >= leastLabel else { return }
        let shown = font.shortened(label, to: room)
        sketch.add(shown, font, at: Point(x: left, y: baseline), sketch.theme.secondary)
    }

    /// Where a state's word may begin: behind the shortest label, if the word has room there.
    private func start(of word: StateWord, from left: Double) -> Double {
        let behind = left + leastLabel + font.capHeight * 0.5
        let least = word.shortest.map { font.width(of: $0) + space(of: word.icon) } ?? width(of: word)
        return behind + least <= rect.maxX ? behind : left
    }

    /// The width of the label's first letters.
    private var leastLabel: Double {
        let short = label.count <= LabelRow.leastLetters + 1 ? label : "\(label.prefix(LabelRow.leastLetters))…"
        return font.width(of: short)
    }

    private static let leastLetters = 3

    private var baseline: Double { rect.midY + font.capHeight / 2 }

    private func space(of icon: Icon?) -> Double {
        icon.map { $0.width(capital: font.capHeight) + Icon.gap(capital: font.capHeight) } ?? 0
    }

    private func width(of word: StateWord) -> Double { font.width(of: word.text) + space(of: word.icon) }

    /// Returns where the word begins.
    private func draw(_ word: StateWord, from start: Double, into sketch: inout Sketch) -> Double {
        let color = word.role.color(in: sketch.theme)
        let capital = font.capHeight
        let space = space(of: word.icon)
        let text = font.shortened(word.text, to: rect.maxX - start - space)
        sketch.add(text, font, at: Point(x: rect.maxX, y: baseline), alignment: .end, color)
        let left = rect.maxX - font.width(of: text) - space
        word.icon?.draw(x: left, baseline: baseline, capital: capital, into: &sketch, color)
        return left
    }

    private static func word(of speed: Speed) -> String { speed.label ?? speed.name }

    /// Gives all speeds of a page the same form: words, or pips if any word has no room.
    static func align(_ rows: inout [LabelRow]) {
        guard rows.contains(where: { !$0.hasRoomForSpeed }) else { return }
        for index in rows.indices { rows[index].usesPips = true }
    }

    /// Draws the speed's label, if there is room for it behind the whole label, or else its number as pips. The marked
    /// control has its pips even if its label must be shortened. Returns where it begins.
    private func drawSpeed(
        _ figure: Figure, isMarked: Bool, after left: Double, into sketch: inout Sketch
    ) -> Double {
        let speeds = figure.settings.speeds
        guard speeds.count > 1, figure.settings.movedByHands, figure.settings.number != nil else { return rect.maxX }
        let color = isMarked ? sketch.theme.hand : sketch.theme.secondary
        var right = rect.maxX
        let pips = pipsWidth(speeds.count)
        let text = LabelRow.word(of: speeds[figure.state.speed])
        let width = font.width(of: text)
        let hasText = !usesPips && right - width >= left
        if hasText {
            sketch.add(text, font, at: Point(x: right, y: baseline), alignment: .end, color)
            right -= width
        }
        // A wheel shows the speed by its lines, a bar does not.
        let hasRoom = right - pips - (hasText ? pipGap * 2 : 0) >= left
        guard !hasText || isBar, hasRoom || isMarked && !hasText else { return right }
        right -= pips + (hasText ? pipGap * 2 : 0)
        drawPips(speeds.count, current: figure.state.speed, at: right, color, into: &sketch)
        return right
    }

    private var pipGap: Double { measures.whole(0.3) }
    private var pipWidth: Double { measures.whole(0.6) }
    private func pipsWidth(_ count: Int) -> Double { Double(count) * (pipWidth + pipGap) - pipGap }

    /// One upright bar for each speed. Those up to the current one are filled.
    private func drawPips(_ count: Int, current: Int, at left: Double, _ color: Color, into sketch: inout Sketch) {
        let height = font.capHeight.rounded()
        for number in 0..<count {
            let pip = Rect(
                x: left.rounded() + Double(number) * (pipWidth + pipGap), y: (rect.midY - height / 2).rounded(),
                width: pipWidth, height: height)
            if number <= current {
                sketch.fill(pip, color)
            } else {
                sketch.frame(pip, width: 1, sketch.theme.outline)
            }
        }
    }
}

extension Font {
    /// The text, or as much of its beginning as fits, with "…".
    func shortened(_ text: String, to room: Double) -> String {
        guard width(of: text) > room else { return text }
        var letters = Array(text)
        while !letters.isEmpty {
            letters.removeLast()
            while letters.last == " " { letters.removeLast() }
            let short = String(letters) + "…"
            if width(of: short) <= room { return letters.isEmpty ? "" : short }
        }
        return ""
    }
}

extension StateWord.Role {
    func color(in theme: Theme) -> Color {
        switch self {
        case .text: theme.text
        case .hand: theme.hand
        case .accent: theme.accent
        case .alarm: theme.alarm
        }
    }
}
