import WheelCore
import WheelModel

/// The cell of a control on a page. `CellLetters` are chosen for such cells.
struct CellRoom {
    /// The columns and rows of the page's grid that the cell spans.
    struct Span: Hashable {
        var columns = 1
        var rows = 1
    }

    /// The room that a number needs. This room depends on the settings alone, so that other parts do not move when the
    /// value changes.
    struct Need {
        /// Texts that are as wide as the widest values of the control.
        var widest: [String]
        /// Texts that are as wide as typical values of the control.
        var usual: [String]
        /// The text after the digits: the unit and the space before it.
        var suffix: String
        var unit: String { String(suffix.drop { $0 == " " }) }
        var isCounter: Bool
        var hasBar: Bool
        /// Whether the cell shows the lines of a wheel in one row, if there is room.
        var wantsWheel: Bool
    }

    let control: Int
    let frame: CellBox
    let span: Span
    /// The label, preceded by the key that marks the control.
    let label: String
    /// The inside of the frame, without the padding at both sides.
    let body: CellBox
    let dial: CellDial?
    /// The area of the digits, the bar and the wheel: the body without the dial.
    let values: CellBox
    /// The room that the control's number needs; `nil` for a control with positions.
    let need: Need?

    init(
        _ control: Int, in frame: CellBox, span: Span, mark: Int?, _ state: SceneState, alphabet: CellAlphabet
    ) {
        let settings = state.pictureSettings.settings.controls[control]
        let picture = state.controls[control]
        self.control = control
        self.frame = frame
        self.span = span
        label = (mark.map { "\($0) " } ?? "") + settings.label
        let body = frame.inset(columns: frame.columns < CellRoom.leastPadded ? 1 : 2, rows: 1)
        self.body = body
        guard let number = settings.number else {
            (dial, values, need) = (nil, body, nil)
            return
        }
        let places = alphabet == .ascii ? nil : CellRoom.divided(body)
        dial = places.flatMap { CellDial(picture, settings, number, in: $0.dial) }
        values = dial == nil ? body : places?.values ?? body
        let isCounter = settings.isCounter(number)
        let hasBar = picture.position != nil && !isCounter && !(settings.numberScene is ReadoutLayout.Type)
        let widest = CellValue.widest(settings, number)
        need = Need(
            widest: widest, usual: state.pictureSettings.cellWidths[control]?.usual ?? widest,
            suffix: CellValue.suffix(number.shownUnit, in: alphabet), isCounter: isCounter,
            hasBar: hasBar, wantsWheel: hasBar && settings.movedByHands && dial == nil)
    }

    /// The minimum columns of a frame with padding. A narrower frame needs all of its columns for the content.
    private static let leastPadded = 8

    /// Divides the body between the dial and the digits. The digits are below the dial, or beside it if the body is
    /// wide and the dial is no smaller there. The result is `nil` if the body is too low for a dial.
    private static func divided(_ body: CellBox) -> (dial: CellBox, values: CellBox)? {
        guard body.rows >= CellDial.leastRows else { return nil }
        let rows = body.rows >= 30 ? 10 : 4
        let beside = min(body.columns / 2, body.rows * 2)
        let above = min(body.columns, (body.rows - rows) * 2)
        var (dial, values) = (body, body)
        if body.columns >= 40, beside >= above {
            dial.columns = body.columns / 2
            values.column += dial.columns + 1
            values.columns -= dial.columns + 1
        } else {
            dial.rows = body.rows - rows
            values.row += dial.rows
            values.rows = rows
        }
        return (dial, values)
    }

    // MARK: What fits.

    /// Whether the label and the unit fit uncut into the frame's upper line.
    var titleHasRoomForUnit: Bool {
        guard let need, !need.unit.isEmpty else { return true }
        return label.cellCount + 2 + need.unit.cellCount + 2 <= frame.columns - 4
    }

    /// Whether the control's widest value fits in these stencils and in this number of rows.
    func hasRoom(for font: Stencil, rows: Int, withUnit: Bool) -> Bool {
        guard let need else { return true }
        let suffix = withUnit ? need.suffix.cellCount : 0
        return font.rows + font.air <= rows
            && need.widest.allSatisfy { font.has($0) && font.width(of: $0) + suffix <= values.columns }
    }

    /// The columns that the control's widest value leaves free for a bar to its right.
    func columnsLeft(by font: Stencil?, withUnit: Bool) -> Int {
        guard let need else { return values.columns }
        let widest = need.widest.map { font?.width(of: $0) ?? $0.cellCount }.max() ?? 0
        return values.columns - widest - (withUnit ? need.suffix.cellCount : 0)
    }

    /// Whether the control's widest value fits as plain text with the unit after it.
    var plainTextHasRoomForUnit: Bool {
        guard let need else { return true }
        return need.widest.allSatisfy { $0.cellCount + need.suffix.cellCount <= values.columns }
    }
}
