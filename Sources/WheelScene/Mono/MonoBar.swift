import WheelCanvas
import WheelCore
import WheelModel

/// The inverse bar above the value of a small screen: the padlock, the label and the unit at the left, the word of the
/// state or the speed at the right.
///
/// If these texts do not fit, the speed is omitted first, then the unit, but never the word of a state. While a value
/// is pending, the applied value is shown at the right instead.
struct MonoBar {
    let height: Double
    private let width: Double
    private let font: Font
    private let label: String
    private let unit: String
    private let hasCursor: Bool

    private static let margin = 2.0
    /// The gap between the label and the unit. A line in its middle shows that the unit is not a word of the label.
    private static let gap = 9.0

    /// `unit` is empty if the unit follows the value.
    init(_ settings: ControlSettings, unit: String, hasCursor: Bool, size: Size, typeface: Typeface) {
        height = MonoBar.height(size)
        width = size.width
        font = typeface.font(pixels: 12, weight: .bold)
        label = settings.label
        self.unit = unit
        self.hasCursor = hasCursor
    }

    /// The height of the bar. The height includes a free row below the descenders of letters. In the lowest pictures
    /// the bar lacks this row, so that an empty row separates the bar from digits of 20 pixels.
    static func height(_ size: Size) -> Double { size.height < 34 ? 11 : 13 }

    func draw(_ figure: Figure, into sketch: inout Sketch) {
        let theme = sketch.theme
        sketch.fill(Rect(x: 0, y: 0, width: width, height: height), theme.hand)
        var left = MonoBar.margin
        if figure.isLocked {
            Icon.padlock.drawMono(x: left, baseline: baseline, into: &sketch, theme.onHand)
            left += Icon.padlock.monoWidth + 4
        }
        let isPending = figure.isPending
        let right =
            isPending
            ? drawText("now \(figure.appliedWords ?? "")", into: &sketch)
            : figure.word.map { draw($0, from: left, into: &sketch) } ?? drawRest(figure, from: left, into: &sketch)
        // While a value is pending, the text of the applied value includes the unit, so the unit does not follow the
        // label.
        drawLabel(unit: isPending ? "" : unit, from: left, to: right, into: &sketch)
    }

    /// The y coordinate of the baseline. Below the baseline are two rows for the descenders of letters.
    private var baseline: Double { height - (height > 11 ? 3 : 2) }

    /// A label that does not fit is shortened so far that the unit fits, too, if at least three letters remain. A label
    /// that fits is not shortened for the unit.
    private func drawLabel(unit: String, from left: Double, to right: Double, into sketch: inout Sketch) {
        let color = sketch.theme.onHand
        let place = Point(x: left, y: baseline)
        let unitWidth = unit.isEmpty ? 0 : font.width(of: unit) + MonoBar.gap
        let labelWidth = font.width(of: label)
        var shown = label
        var hasUnit = !unit.isEmpty && labelWidth + unitWidth <= right - left
        if labelWidth > right - left {
            shown = font.shortened(label, to: right - left - unitWidth)
            hasUnit = !unit.isEmpty && shown.count > 3
            if !hasUnit { shown = font.shortened(label, to: right - left) }
        }
        sketch.add(shown, font, at: place, color)
        guard hasUnit else { return }
        let end = left + font.width(of: shown)
        sketch.fill(Rect(x: (end + MonoBar.gap / 2).rounded(.down) - 1, y: 1, width: 1, height: height - 2), color)
        sketch.add(unit, font, at: Point(x: end + MonoBar.gap, y: baseline), color)
    }

    /// Draws the word of a state. The word of an alarm is on a plate in the bar. Returns the x coordinate at which the
    /// label has to end.
    private func draw(_ word: StateWord, from left: Double, into sketch: inout Sketch) -> Double {
        let theme = sketch.theme
        let unitWidth = unit.isEmpty ? 0 : font.width(of: unit) + MonoBar.gap
        let besides = left + font.width(of: label) + unitWidth + MonoBar.gap + MonoBar.margin
        let word = word.form { form in
            besides + font.width(of: form.text) + (form.icon.map { $0.monoWidth + 4 } ?? 0) <= width
        }
        let isAlarm = word.role == .alarm
        let color = isAlarm ? theme.text : theme.onHand
        let end = width - MonoBar.margin - (isAlarm ? 1 : 0)
        let space = word.icon.map { $0.monoWidth + 4 } ?? 0
        let text = font.shortened(word.text, to: end - left - space - 3)
        let start = end - font.width(of: text) - space
        if isAlarm {
            let plate = Rect(x: start - 3, y: 1, width: width - start + 2, height: height - 2)
            sketch.fill(plate, theme.cell)
        }
        word.icon?.drawMono(x: start, baseline: baseline, into: &sketch, color)
        sketch.add(text, font, at: Point(x: start + space, y: baseline), color)
        return start - 6
    }

    /// Draws the speed, or the count of positions, if it fits after the label and the unit.
    private func drawRest(_ figure: Figure, from left: Double, into sketch: inout Sketch) -> Double {
        let end = width - MonoBar.margin
        guard let text = rest(figure) else { return end }
        let unitWidth = unit.isEmpty ? 0 : font.width(of: unit) + MonoBar.gap
        let needed = font.width(of: label) + unitWidth + font.width(of: text) + 6
        return left + needed <= end ? drawText(text, into: &sketch) : end
    }

    /// Draws a text at the right end of the bar. Returns the x coordinate at which the label has to end.
    private func drawText(_ text: String, into sketch: inout Sketch) -> Double {
        let end = width - MonoBar.margin
        let shown = font.shortened(text, to: end - MonoBar.margin)
        let start = end - font.width(of: shown)
        sketch.add(shown, font, at: Point(x: start, y: baseline), sketch.theme.onHand)
        return start - 6
    }

    /// The speed of a number, or the place among the positions, such as "3/12". Without a cursor, a selection shows the
    /// number of its chosen positions instead of the place.
    private func rest(_ figure: Figure) -> String? {
        if let positions = figure.settings.positions {
            let chosen = figure.state.chosen(hasCursor ? .choice : figure.settings.kind)
            return "\(chosen)/\(positions.positions.count)"
        }
        let speeds = figure.settings.speeds
        guard speeds.count > 1, figure.settings.movedByHands else { return nil }
        let speed = speeds[figure.state.speed]
        return speed.label ?? speed.name
    }
}
