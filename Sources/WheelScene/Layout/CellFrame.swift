import WheelCore

/// The card of a control: a row for its label, and below it the body, in which the scene is drawn.
struct CellFrame: Equatable, Sendable {
    /// The card, on whole pixels.
    let rect: Rect
    let labelRow: Rect
    /// 2 if the label has a second line, below `labelRow`; otherwise 1.
    let labelLines: Int
    let body: Rect

    init(_ rect: Rect, _ measures: Measures, labelLines: Int = 1) {
        self.rect = rect
        self.labelLines = labelLines
        // The space above a label depends on the card's height alone. So the labels in a row of cards are aligned even
        // if one card is narrower.
        let beside = min(measures.padding, (min(rect.width, rect.height) / 10).rounded())
        let padding = min(measures.padding, (rect.height / 10).rounded())
        let height = min(measures.labelRow, (rect.height * 0.3).rounded())
        let inside = rect.inset(left: beside, right: beside)
        labelRow = Rect(x: inside.minX, y: rect.minY + (padding / 3).rounded(), width: inside.width, height: height)
        let top = labelRow.maxY + Double(labelLines - 1) * CellFrame.pitch(labelRow)
        body = Rect(x: inside.minX, y: top, width: inside.width, height: max(0, rect.maxY - padding - top))
    }

    /// The distance from one line of the label to the next.
    var labelPitch: Double { CellFrame.pitch(labelRow) }

    private static func pitch(_ row: Rect) -> Double { (row.height * 0.8).rounded() }

    func labelCapital(_ measures: Measures) -> Double { min(measures.label, labelRow.height * 0.62) }
}

/// The place in which a scene is laid out, and the facts on which its layout depends.
struct SceneRoom: Sendable {
    /// The card of the control.
    let cell: Rect
    /// The place below the label, inside the padding.
    var body: Rect
    let measures: Measures
    /// Whether the scene has − and + for fingers, where there is room for them.
    let hasSteppers: Bool
    /// Whether hands can touch the picture (`PictureSettings.isTouched`).
    let isTouched: Bool
    /// Whether pressing one of the control's knobs applies a pending value.
    var isPressed = false
    /// Whether a knob turns the control.
    var hasKnob = true
    /// The size of the whole picture.
    var picture = Size.zero
    /// The line for the values of all cards in a row; `nil` if the scene chooses its own line.
    var line: ValueLine?
    /// The maximum height of the digits in the scene `digits`: the smallest height of a value in any larger card.
    var mostCapital = Double.infinity

    /// The maximum height of a value's digits and capitals, in pixels. This height is `Measures.value` in a body of 28
    /// × 20 mm, `largeValue` in a body of 38 × 28 mm, `digits` in a body of 95 × 70 mm, and `largest` in a body of 380
    /// × 280 mm. Between these sizes the height grows with the body. A greater viewing distance never makes a value
    /// smaller.
    var valueCapital: Double { max(valueCapital(measures), measures.isEnlarged ? valueCapital(measures.usual) : 0) }

    private func valueCapital(_ measures: Measures) -> Double {
        let steps = [measures.value, measures.largeValue, measures.digits, measures.largest]
        return steps[0] + (steps[1] - steps[0]) * share(from: (28, 20), to: (38, 28), measures)
            + (steps[2] - steps[1]) * share(from: (38, 28), to: (95, 70), measures)
            + (steps[3] - steps[2]) * share(from: (95, 70), to: (380, 280), measures)
    }

    /// How far the body's size is on the way from the size `start` to the size `end`, both in millimetres: 0 at `start`
    /// or below, 1 at `end` or above.
    private func share(from start: (Double, Double), to end: (Double, Double), _ measures: Measures) -> Double {
        let across = (body.width - measures.pixels(start.0)) / measures.pixels(end.0 - start.0)
        let down = (body.height - measures.pixels(start.1)) / measures.pixels(end.1 - start.1)
        return min(max(0, min(across, down)), 1)
    }

    /// The height of a line for a value with digits of this height.
    static func line(_ capital: Double) -> Double { capital * 1.5 }
}

/// The place of a value's text, and the maximum height of its digits and capitals.
struct ValuePlace: Equatable, Sendable {
    var box: Rect
    var capital: Double
    /// The baseline of the digits; `nil` if the digits are centred in the box.
    var baseline: Double?

    /// The upper edge of digits with the height `capital`.
    var top: Double { (baseline ?? box.midY + capital / 2) - capital }
}
