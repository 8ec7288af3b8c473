import WheelGeometry
import WheelSettings

/// The card of a control: a row for its label above the body, where its scene is.
struct CellFrame: Equatable, Sendable {
    /// The card, on whole pixels.
    let rect: Rect
    let labelRow: Rect
    let body: Rect

    init(_ rect: Rect, _ measures: Measures) {
        self.rect = rect
        let padding = min(measures.padding, (min(rect.width, rect.height) / 10).rounded())
        let height = min(measures.labelRow, (rect.height * 0.3).rounded())
        let inside = rect.inset(left: padding, right: padding)
        labelRow = Rect(x: inside.minX, y: rect.minY + (padding / 3).rounded(), width: inside.width, height: height)
        body = Rect(
            x: inside.minX, y: labelRow.maxY, width: inside.width, height: max(0, rect.maxY - padding - labelRow.maxY))
    }
}

/// Where a scene is laid out.
struct CellRoom: Sendable {
    /// The card.
    let cell: Rect
    /// The place below the label, inside the padding.
    var body: Rect
    let measures: Measures
    /// Whether a finger can use − and +, if they fit.
    let hasSteppers: Bool
    /// Whether a touch input covers the display.
    let isTouched: Bool
    /// Whether a press of a knob that turns the control applies a pending value.
    var isPressed = false
    /// Whether a knob turns the control.
    var hasKnob = true
    /// The size of the whole picture.
    var picture = Size.zero
    /// The line that the cards of a row share; `nil` where each scene has its own.
    var line: ValueLine?

    /// The largest height of a value's capitals, in pixels: from that of a bank to that of a control that is alone, as the
    /// body grows from 28 × 20 mm to 38 × 28 mm.
    var valueCapital: Double {
        let across = (body.width - measures.pixels(28)) / measures.pixels(10)
        let down = (body.height - measures.pixels(20)) / measures.pixels(8)
        let share = min(max(0, min(across, down)), 1)
        return measures.value + (measures.largeValue - measures.value) * share
    }

    /// The height of a line with a value of this height.
    static func line(_ capital: Double) -> Double { capital * 1.5 }
}

/// The place of a value's text, and the largest height of its capitals.
struct ValuePlace: Equatable, Sendable {
    var box: Rect
    var capital: Double
    /// Where its digits stand; `nil` for the middle of the box.
    var baseline: Double?

    /// The upper end of the largest digits.
    var top: Double { (baseline ?? box.midY + capital / 2) - capital }
}
