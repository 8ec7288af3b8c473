import WheelCore

/// Breaks a label that does not fit on one line into two lines, at the space that makes the longer line as short as
/// possible.
enum LabelBreak {
    /// The two lines of a label; `nil` if the label is one word, or if a line is still wider than `room`.
    static func lines(of label: String, room: Double, width: (String) -> Double) -> (first: String, second: String)? {
        let words = label.split(separator: " ")
        guard words.count > 1 else { return nil }
        let breaks = (1..<words.count).map { place in
            (first: words[..<place].joined(separator: " "), second: words[place...].joined(separator: " "))
        }
        func longer(_ lines: (first: String, second: String)) -> Double { max(width(lines.first), width(lines.second)) }
        return breaks.min { longer($0) < longer($1) }.flatMap { longer($0) <= room ? $0 : nil }
    }
}

extension CellFrame {
    /// The height that must be left below a label's second line for the value and its drawing, in millimetres. If less
    /// would be left, the label has one line.
    private static let leastRest = 15.0

    /// The number of lines that a control's label needs in this card. The plate with the input's number also needs room
    /// beside the label, and so does a unit that does not fit beside the value.
    static func labelLines(_ settings: ControlSettings, hasNumber: Bool, in card: Rect, _ measures: Measures) -> Int {
        let frame = CellFrame(card, measures)
        guard frame.body.height - frame.labelPitch >= measures.pixels(leastRest) else { return 1 }
        let unit = settings.number?.shownUnit ?? ""
        let hasUnit = ValueWidth(settings).pixels(at: measures.leastValue, measures) > frame.body.width
        let label = hasUnit && !unit.isEmpty ? "\(settings.label) \(unit)" : settings.label
        if hasRoom(for: label, hasNumber: hasNumber, frame, measures) { return 1 }
        let room = labelRoom(frame, hasNumber: hasNumber, measures)
        return LabelBreak.lines(of: label, room: room) { labelWidth($0, frame, measures) } == nil ? 1 : 2
    }

    /// Whether a label fits on one line.
    static func hasRoom(for label: String, hasNumber: Bool, _ frame: CellFrame, _ measures: Measures) -> Bool {
        labelWidth(label, frame, measures) <= labelRoom(frame, hasNumber: hasNumber, measures)
    }

    /// The width of a text in the smallest size of labels.
    private static func labelWidth(_ text: String, _ frame: CellFrame, _ measures: Measures) -> Double {
        WordWidth.capitals(of: text) * frame.labelCapital(measures) * Measures.leastLabel * 0.95
    }

    private static func labelRoom(_ frame: CellFrame, hasNumber: Bool, _ measures: Measures) -> Double {
        frame.labelRow.width - (hasNumber ? 1.7 * frame.labelCapital(measures) : 0)
    }
}
