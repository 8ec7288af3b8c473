import WheelCanvas
import WheelCore
import WheelModel

/// The row above a cell's body: a padlock or the number of the input, then the label, at the left; the word of a state
/// or the speed at the right.
struct LabelRow {
    let font: Font
    private let bold: Font
    /// A slightly smaller font, in which a label that is a little too long is drawn rather than shortened.
    private let smaller: Font
    /// The smallest font, for a label whose first letters would not fit otherwise.
    private let smallest: Font
    private let rect: Rect
    /// A second row for the word of a state; `nil` if the scene leaves no row free.
    private let below: Rect?
    private let measures: Measures
    private let input: KnobNumber?
    /// The label, or its first line.
    private let label: String
    private let secondLine: (text: String, below: Double)?
    /// The unit, if it does not fit beside the value.
    private let unit: String?
    private let isBar: Bool
    private let selector: SelectorLayout?
    /// Whether the label of every speed fits beside the label of the control.
    private let hasRoomForSpeed: Bool
    private var usesPips = false
    /// Whether the first speed is shown even if the control is not marked. On a page with several controls the first
    /// speed is usually omitted, because users assume it.
    private let showsFirstSpeed: Bool

    init(
        _ settings: ControlSettings, _ cell: PageLayout.Cell, unit: String?, selector: SelectorLayout?, isBank: Bool,
        _ measures: Measures, typeface: Typeface
    ) {
        self.selector = selector
        self.measures = measures
        rect = cell.frame.labelRow
        let frame = cell.frame
        below =
            cell.scene.headroom >= rect.height * 0.8
            ? rect.offset(by: Vector(dx: 0, dy: rect.height * 0.8 + frame.body.minY - rect.maxY)) : nil
        let capital = frame.labelCapital(measures)
        font = typeface.font(capital: capital)
        bold = typeface.font(capital: capital, weight: .bold)
        smaller = typeface.font(capital: capital * Measures.leastLabel)
        smallest = typeface.font(capital: capital * LabelRow.smallest)
        input = cell.input
        let plate = input == nil ? 0 : capital * 1.65
        let (ruler, room) = (smaller, rect.width - plate)
        let whole = unit.map { "\(settings.label) \($0)" } ?? settings.label
        let isLong = frame.labelLines > 1 && ruler.width(of: whole) > room
        let lines = isLong ? LabelBreak.lines(of: whole, room: room) { ruler.width(of: $0) } : nil
        label = lines?.first ?? settings.label
        secondLine = lines.map { ($0.second, frame.labelPitch) }
        self.unit = lines == nil ? unit : nil
        isBar = (cell.scene as? WheelLayout)?.isBar ?? false
        showsFirstSpeed = !isBank || cell.scene is DigitsLayout
        let speeds = settings.number != nil && settings.movedByHands ? settings.speeds : []
        let shown = font
        let widest = speeds.count > 1 ? speeds.map { shown.width(of: LabelRow.word(of: $0)) }.max() ?? 0 : 0
        hasRoomForSpeed = widest == 0 || rect.width - plate - font.width(of: label) - capital >= widest
    }

    /// The smallest readable height of capitals, in millimetres seen from 0.6 m.
    static let leastMillimetres = 2.2

    /// The height of the label's capitals if the row has no word of a state, no unit and no speed.
    var leastCapital: Double {
        let room = rect.width - signRoom(plateWidth)
        let fonts = beginning(LabelRow.leastLetters) > room ? [font, smaller, smallest] : [font, smaller]
        return (fonts.first { $0.width(of: label) <= room } ?? font).capHeight
    }

    func draw(_ figure: Figure, isMarked: Bool, into sketch: inout Sketch) {
        let gap = font.capHeight * 0.35
        var word = word(figure, isMarked: isMarked)
        if let below, let long = word, !hasRoom(for: long, isLocked: figure.isLocked), !sketch.theme.isMono {
            let form = long.form { width(of: $0) <= below.width }
            _ = draw(form, from: below.minX, in: below, into: &sketch)
            word = nil
        }
        word = word?.form { hasRoom(for: $0, isLocked: figure.isLocked) }
        var left = rect.minX
        let plate = plateWidth
        let hasPlate = plate > 0 && hasRoomForNumber(plate + gap, word)
        if figure.isLocked {
            // No knob turns a locked control, so the padlock replaces the number of the knob, and the label stays where
            // it is.
            let width = Icon.padlock.width(capital: font.capHeight)
            let start = left + (hasPlate ? (plate - width) / 2 : 0)
            Icon.padlock.draw(
                x: start, baseline: baseline, capital: font.capHeight, into: &sketch, sketch.theme.secondary)
            left += max(width, hasPlate ? plate : 0) + gap
        } else if hasPlate {
            drawNumber(figure, at: left, into: &sketch)
            left += plate + gap
        }
        drawLabel(figure, word, isMarked: isMarked, from: left, into: &sketch)
        if let secondLine {
            let font = font.width(of: secondLine.text) <= rect.maxX - left ? font : smaller
            sketch.add(
                font.shortened(secondLine.text, to: rect.maxX - left), font,
                at: Point(x: left, y: baseline + secondLine.below), sketch.theme.secondary)
        }
    }

    /// The word of the state. The word for an end of the range is shown only while the control is marked or edited, and
    /// only if the whole label fits beside it.
    private func word(_ figure: Figure, isMarked: Bool) -> StateWord? {
        guard let word = figure.word, word.role == .text else { return figure.word }
        let room = rect.width - signRoom(plateWidth)
        let needed = font.width(of: whole) + font.capHeight * 0.5 + width(of: word)
        let isShown = word.isShown(isMarked: isMarked, isEditing: figure.state.isEditing)
        return isShown && needed <= room ? word : nil
    }

    /// Whether a word fits between the whole label, which follows the padlock or the input's number, and the right end
    /// of the row.
    private func hasRoom(for word: StateWord, isLocked: Bool) -> Bool {
        let lock = isLocked ? Icon.padlock.width(capital: font.capHeight) : 0
        let before = signRoom(max(plateWidth, lock))
        return rect.minX + before + font.width(of: whole) + font.capHeight * 0.5 + width(of: word) <= rect.maxX
    }

    /// Whether the row shows the input's number. The number is omitted if the label's first letters would not fit
    /// between the number and the word of a state, or between the number and the unit. A padlock is never omitted.
    private func hasRoomForNumber(_ width: Double, _ word: StateWord?) -> Bool {
        if let word { return width + leastLabel + font.capHeight * 0.5 + self.width(of: word) <= rect.width }
        guard secondLine == nil else { return true }
        let room = rect.width - (unit.map { font.width(of: "  \($0)") } ?? 0)
        return width + beginning(LabelRow.leastLetters + 1) <= room || leastLabel > room
    }

    /// The room that a sign or a plate of this width takes from the label, including a gap.
    private func signRoom(_ width: Double) -> Double { width > 0 ? width + font.capHeight * 0.35 : 0 }

    private var plateHeight: Double { (font.capHeight * 1.3).rounded() }
    private var plateWidth: Double {
        input.map { max(plateHeight, (bold.width(of: "\($0.number)") + font.capHeight * 0.6).rounded()) } ?? 0
    }

    /// Draws the number of the control's input, on a plate. If the input turns another control now, its number is faint
    /// and has no plate. With only two colours no number can be faint, so its place stays empty.
    private func drawNumber(_ figure: Figure, at left: Double, into sketch: inout Sketch) {
        guard let input else { return }
        let (theme, isTurned) = (sketch.theme, figure.isTurned(by: input))
        guard isTurned || !theme.isMono else { return }
        let plate = Rect(x: left, y: rect.midY - plateHeight / 2, width: plateWidth, height: plateHeight).onWholePixels
        if isTurned { sketch.fill(plate, radius: measures.radius / 3, theme.raised) }
        sketch.add(
            "\(input.number)", isTurned ? bold : font, at: Point(x: plate.midX, y: rect.midY + bold.capHeight / 2),
            alignment: .middle, isTurned ? theme.text : theme.secondary)
    }

    /// The label, followed by the unit if it does not fit beside the value.
    private var whole: String { whole(unit) }
    private func whole(_ unit: String?) -> String { unit.map { "\(label)  \($0)" } ?? label }

    /// Draws the label, and after it the word of the state, or else the count of a selector, or else the speed. If the
    /// word does not fit, the unit is omitted first. If that is not enough, the label is shortened, then the word, and
    /// finally the label is omitted. A speed does not displace the unit.
    private func drawLabel(
        _ figure: Figure, _ word: StateWord?, isMarked: Bool, from left: Double, into sketch: inout Sketch
    ) {
        let gap = font.capHeight * 0.5
        let right =
            word.map { draw($0, from: start(of: $0, from: left), in: rect, into: &sketch) }
            ?? drawCount(figure, after: left + font.width(of: whole) + 2 * gap, into: &sketch)
            ?? drawSpeed(figure, isMarked: isMarked, after: left + font.width(of: whole) + 2 * gap, into: &sketch)
        let room = right - left - (right < rect.maxX ? gap : 0)
        // One or two letters would not identify the control, so such a short label is omitted.
        guard word == nil || room >= leastLabel else { return }
        let unit = word == nil || smaller.width(of: whole) <= room ? unit : nil
        let whole = whole(unit)
        var fonts = [font, smaller]
        // A very small label is better than none.
        if word == nil, beginning(LabelRow.leastLetters) > room { fonts.append(smallest) }
        let fitting = fonts.first { $0.width(of: whole) <= room }
        let text = fitting == nil ? shortened(unit, to: room) : whole
        sketch.add(text, fitting ?? font, at: Point(x: left, y: baseline), sketch.theme.secondary)
    }

    /// The leftmost place of a state's word: after the label's first letters if the word fits there, or else where the
    /// label would begin.
    private func start(of word: StateWord, from left: Double) -> Double {
        let behind = left + leastLabel + font.capHeight * 0.5
        let least = word.shortest.map { font.width(of: $0) + space(of: word.icon) } ?? width(of: word)
        return behind + least <= rect.maxX ? behind : left
    }

    private var leastLabel: Double { beginning(LabelRow.leastLetters) }

    /// The width of the label's first `letters` letters with "…", or of the whole label if it has at most one letter
    /// more.
    private func beginning(_ letters: Int) -> Double {
        font.width(of: label.count <= letters + 1 ? label : "\(label.prefix(letters))…")
    }

    private static let leastLetters = 3
    /// The smallest size of a label, as a fraction of its usual size: capitals of 1.5 mm.
    private static let smallest = 0.65

    private func shortened(_ unit: String?, to room: Double) -> String {
        guard font.width(of: whole(unit)) > room else { return whole(unit) }
        guard let unit else { return font.shortened(label, to: room) }
        let before = font.shortened(label, to: room - font.width(of: "  \(unit)"))
        return before.isEmpty ? font.shortened(unit, to: room) : "\(before)  \(unit)"
    }

    private var baseline: Double { rect.midY + font.capHeight / 2 }

    private func space(of icon: Icon?) -> Double {
        icon.map { $0.width(capital: font.capHeight) + Icon.gap(capital: font.capHeight) } ?? 0
    }

    private func width(of word: StateWord) -> Double { font.width(of: word.text) + space(of: word.icon) }

    /// Draws the word at the right end of `rect`. Returns where the word begins.
    private func draw(_ word: StateWord, from start: Double, in rect: Rect, into sketch: inout Sketch) -> Double {
        let baseline = rect.midY + font.capHeight / 2
        // With only two colours an alarm is drawn as inverse text on a plate.
        let isPlate = sketch.theme.isMono && word.role == .alarm
        let color = isPlate ? sketch.theme.onAlarm : word.role.color(in: sketch.theme)
        let capital = font.capHeight
        let space = space(of: word.icon)
        let margin = isPlate ? (capital * 0.3).rounded(.up) : 0
        let text = font.shortened(word.text, to: rect.maxX - start - space - margin)
        let left = rect.maxX - font.width(of: text) - space
        if isPlate {
            let plate = Rect(
                x: left - margin, y: rect.midY - capital * 0.8, width: rect.maxX - left + 2 * margin,
                height: capital * 1.6)
            sketch.fill(plate, sketch.theme.alarm)
        }
        sketch.add(text, font, at: Point(x: rect.maxX, y: baseline), alignment: .end, color)
        word.icon?.draw(x: left, baseline: baseline, capital: capital, into: &sketch, color)
        return left - margin
    }

    /// Draws the text of a selector beside its label: the count, such as "3/12", if it fits, or a dash if the control
    /// has no value. Returns where this text begins.
    private func drawCount(_ figure: Figure, after left: Double, into sketch: inout Sketch) -> Double? {
        guard let text = selector?.count(figure) else { return nil }
        let start = rect.maxX - font.width(of: text)
        guard start >= left || !figure.state.hasValue else { return nil }
        sketch.add(text, font, at: Point(x: rect.maxX, y: baseline), alignment: .end, sketch.theme.secondary)
        return start
    }

    private static func word(of speed: Speed) -> String { speed.label ?? speed.name }

    /// Gives all speeds of a page the same form: words, or small bars (pips) if any word does not fit.
    static func align(_ rows: inout [LabelRow]) {
        guard rows.contains(where: { !$0.hasRoomForSpeed }) else { return }
        for index in rows.indices { rows[index].usesPips = true }
    }

    /// Draws the speed's label if it fits after the whole label of the control, or else the speed's number as pips.
    /// Pips may shorten the label of the marked control, unless a unit follows that label. Returns where the speed
    /// begins.
    private func drawSpeed(
        _ figure: Figure, isMarked: Bool, after left: Double, into sketch: inout Sketch
    ) -> Double {
        let speeds = figure.settings.speeds
        guard speeds.count > 1, figure.settings.movedByHands, figure.settings.number != nil else { return rect.maxX }
        guard isMarked || showsFirstSpeed || figure.state.speed > 0 else { return rect.maxX }
        let color = isMarked && !figure.isLocked ? sketch.theme.hand : sketch.theme.secondary
        var right = rect.maxX
        let pips = pipsWidth(speeds.count)
        let text = LabelRow.word(of: speeds[figure.state.speed])
        let width = font.width(of: text)
        let hasText = !usesPips && right - width >= left
        if hasText {
            sketch.add(text, font, at: Point(x: right, y: baseline), alignment: .end, color)
            right -= width
        }
        // A wheel shows the speed by its lines. A level bar does not show the speed, so pips are drawn even beside the
        // speed's label.
        let textGap = font.capHeight * 0.4
        let hasRoom = right - pips - (hasText ? textGap : 0) >= left
        guard !hasText || isBar, hasRoom || isMarked && !hasText && unit == nil else { return right }
        right -= pips + (hasText ? textGap : 0)
        drawPips(speeds.count, current: figure.state.speed, at: right, color, into: &sketch)
        return right
    }

    private var pipGap: Double { measures.whole(0.3) }
    private var pipWidth: Double { measures.whole(0.6) }
    private func pipsWidth(_ count: Int) -> Double { Double(count) * (pipWidth + pipGap) - pipGap }

    /// Draws one upright bar for each speed. The bars up to the current speed are filled.
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
