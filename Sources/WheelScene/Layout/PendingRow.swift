import WheelCanvas
import WheelGeometry
import WheelModel
import WheelSettings

/// Revert and Apply above a control that has a pending value, with the value that is still applied between them. They take
/// the place of the title and the speed's name.
struct PendingRow: Equatable, Sendable {
    /// `nil` if hands may not move the control.
    let revert: Rect?
    let apply: Rect?
    let applied: Rect

    init(_ settings: ControlSettings, in cell: Rect) {
        // On a 5 inch display with 800 × 480 pixels, 56 pixels are as wide as a fingertip.
        let height = min(max(cell.height * 0.2, 8), 64)
        let gap = height / 8
        let row = Rect(x: cell.minX, y: cell.minY, width: cell.width, height: height).inset(by: gap)
        guard settings.movedByHands else {
            (revert, apply, applied) = (nil, nil, row)
            return
        }
        let width = min(row.width * 0.32, 200)
        revert = Rect(x: row.minX, y: row.minY, width: width, height: row.height)
        apply = Rect(x: row.maxX - width, y: row.minY, width: width, height: row.height)
        applied = row.inset(left: width + gap, right: width + gap)
    }

    func targets(of control: Int) -> [TouchTarget] {
        guard let revert, let apply else { return [] }
        return [
            TouchTarget(.revert(control: control), area: revert), TouchTarget(.apply(control: control), area: apply),
        ]
    }

    func draw(_ figure: Figure, _ typeface: Typeface, into sketch: inout Sketch) {
        guard let number = figure.state.applied else { return }
        let theme = sketch.theme
        draw("Revert", in: revert, theme.raised, theme.text, typeface, into: &sketch)
        draw("Apply", in: apply, theme.accent, theme.onAccent, typeface, into: &sketch)
        var state = figure.state
        state.number = number
        let now = "now \(ValueText.words(state, figure.settings))"
        text(now, in: applied, typeface).draw(into: &sketch, theme.secondary)
    }

    private func draw(
        _ word: String, in box: Rect?, _ color: Color, _ textColor: Color, _ typeface: Typeface,
        into sketch: inout Sketch
    ) {
        guard let box else { return }
        sketch.fill(box, radius: box.height / 5, color)
        text(word, in: box.inset(left: box.height / 6, right: box.height / 6), typeface).draw(into: &sketch, textColor)
    }

    private func text(_ words: String, in box: Rect, _ typeface: Typeface) -> FittedText {
        FittedText(words, in: box, pixels: box.height * 0.62, typeface: typeface, mayBreak: false)
    }
}
