import WheelCore
import WheelModel
import WheelTouch

/// A number in a cell of a terminal: its value in the largest digits that fit, and a bar that shows its place in the
/// range.
struct CellNumber {
    /// The area of the digits, the bar and the wheel.
    private let box: CellBox
    private let value: CellValue
    private let font: Stencil?
    /// The row of the value, or the uppermost row of its stencils.
    let row: Int
    /// The column of the first character, and the column of the unit.
    private let column: Int
    private let unitColumn: Int
    /// The unit with the space before it; empty if the unit is not beside the digits.
    private let suffix: String
    /// The place of the bar; `nil` if the cell has no bar.
    private let bar: CellBox?
    private let wheelRow: Int?
    private let settings: ControlSettings
    private let number: NumberSettings
    private let picture: ControlPicture
    private let isStale: Bool
    private let isLocked: Bool

    /// With `isPending`, the last row is kept free for the text about the pending value.
    init(
        _ picture: ControlPicture, _ settings: ControlSettings, _ number: NumberSettings, in room: CellRoom,
        _ letters: CellLetters, isPending: Bool, isStale: Bool, isLocked: Bool, alphabet: CellAlphabet
    ) {
        let box = room.values
        self.box = box
        let digits = box.columns - letters.columnsBeside
        self.settings = settings
        self.number = number
        self.picture = picture
        let value = CellValue(picture, settings, number, isStale: isStale, isLocked: isLocked)
        self.value = value
        (self.isStale, self.isLocked) = (isStale, isLocked)
        let text = value.text
        let unit = letters.unitIsBeside ? CellValue.suffix(value.unit, in: alphabet) : ""
        // A word, or an unusually long number, may not fit in stencils.
        let font = letters.font.flatMap { font in
            font.has(text) && font.width(of: text) + unit.cellCount <= digits ? font : nil
        }
        self.font = font
        let width = font?.width(of: text) ?? text.cellCount
        suffix = width + unit.cellCount <= digits ? unit : ""
        let usual = (room.need?.usual ?? []).map { sample in font?.width(of: sample) ?? sample.cellCount }.max() ?? 0
        let field = min(usual, digits - suffix.cellCount)
        // The field is as wide as typical values, and is centred together with the unit. The digits end at the field's
        // right end, unless they would then begin outside the cell. Words are centred.
        let start = box.column + (digits - (value.isWord ? width : field + suffix.cellCount)) / 2
        column = max(box.column, value.isWord ? start : start + field - width)
        unitColumn = column + width
        let usualRows = letters.font?.rows ?? 1
        let lined = usualRows + (letters.font != nil && letters.hasUnderline ? 1 : 0)
        let free = max(0, box.rows - letters.rowsBelow - lined)
        // Half of the free rows are above the digits, and half below them. If their number is odd, the additional row
        // is below small digits, and above large digits. With a wheel it is above the digits, because another row
        // between the digits and the wheel is free in any case.
        let isHigh = letters.hasWheel || (letters.font?.air ?? 0) > 0
        let top = box.row + (isHigh ? free + 1 : free) / 2
        row = font == nil ? top + (usualRows - 1) / 2 : top
        let hasWheel = letters.hasWheel && room.need?.wantsWheel == true
        let last = box.bottom - (isPending ? 1 : 0)
        let isFree = last - (hasWheel ? 1 : 0) >= top + usualRows
        wheelRow = hasWheel && isFree ? last - 1 : nil
        switch letters.bar {
        case .below where room.need?.hasBar == true && isFree:
            bar = CellBox(column: box.column, row: last, columns: box.columns, rows: 1)
        case .beside where room.need?.hasBar == true:
            let (columns, isUpright) = (letters.barColumns, letters.barColumns == 1)
            bar = CellBox(
                column: box.right + 1 - columns, row: top + (isUpright ? 0 : usualRows - 1), columns: columns,
                rows: isUpright ? usualRows : 1)
        case .below, .beside, .none: bar = nil
        }
    }

    func draw(into grid: inout CellGrid) {
        var x = column
        for part in value.parts {
            guard font != nil || x <= box.right else { break }
            guard let font else {
                x = grid.put(
                    String(part.character), column: x, row: row,
                    CellStyle(part.ink, isBold: part.ink == .text, isUnderlined: part.isMoved))
                continue
            }
            font.draw(part.character, column: x, row: row, CellStyle(part.ink, isBold: true), into: &grid)
            if part.isMoved {
                for offset in 0..<font.width(of: part.character) {
                    // In a cell that is full of digits the underline replaces a part of the frame. The frame may have
                    // the underline's colour, so the underline consists of blocks, unlike the frame.
                    grid.put(
                        "▀", column: x + offset, row: row + font.rows,
                        CellStyle(isLocked ? .secondary : .hand, isBold: true))
                }
            }
            x += font.width(of: part.character) + font.gap
        }
        drawUnit(into: &grid)
        drawWheel(into: &grid)
        drawBar(into: &grid)
    }

    private func drawUnit(into grid: inout CellGrid) {
        let isDegree = suffix == "°"
        let ink: CellColor = isDegree ? value.parts.last?.ink ?? .text : .secondary
        let place = row + (isDegree ? 0 : (font?.rows ?? 1) - 1)
        grid.put(suffix, column: unitColumn, row: place, CellStyle(ink, isBold: isDegree && font == nil))
    }

    /// Draws the bar: a line for the range, filled from the place of `origin` to the value.
    private func drawBar(into grid: inout CellGrid) {
        let origin = WheelLayout.originPosition(settings, number)
        guard let bar, let position = picture.position, position.isFinite, origin.isFinite else { return }
        let isUpright = bar.columns == 1
        let most = (isUpright ? 2 * bar.rows : bar.columns) - 1
        func place(_ share: Double) -> Int { min(most, max(0, Int((share * Double(most)).rounded()))) }
        let isFilled = picture.hasValue && (position > 0 || origin > 0)
        let filled = isFilled ? place(min(origin, position))...place(max(origin, position)) : -1 ... -1
        let (track, level) = (CellStyle(.outline), CellStyle(isStale ? .secondary : .accent, isBold: true))
        guard isUpright else {
            for offset in 0...max(most, 0) {
                let isLevel = filled.contains(offset)
                grid.put(isLevel ? "━" : "─", column: bar.column + offset, row: bar.row, isLevel ? level : track)
            }
            return
        }
        // Each row has two halves, which are counted from the bottom.
        for row in 0..<bar.rows {
            let halves = (filled.contains(2 * row + 1), filled.contains(2 * row))
            let sign: Character =
                switch halves {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): "│"
                }
            grid.put(sign, column: bar.column, row: bar.bottom - row, sign == "│" ? track : level)
        }
    }

    /// Draws the lines of the wheel, which move with the value. The lines of a finer speed are further apart.
    private func drawWheel(into grid: inout CellGrid) {
        guard let wheelRow, picture.amountPerTurn != 0 else { return }
        let apart = 2 + 2 * min(picture.speed, 3)
        // A revolution of an encoder moves the lines by the width of the wheel.
        let moved = picture.number / picture.amountPerTurn * Double(box.columns)
        let shift = moved.isFinite ? Int(moved.truncatingRemainder(dividingBy: Double(apart)).rounded()) : 0
        for offset in 0..<box.columns where (offset - shift - box.columns / 2) % apart == 0 {
            let distance = abs(2 * offset - box.columns + 1) * 2
            let ink: CellColor =
                distance < box.columns ? .text : distance * 2 < box.columns * 3 ? .secondary : .outline
            grid.put("│", column: box.column + offset, row: wheelRow, CellStyle(ink))
        }
    }

    /// The areas that react to the mouse: the whole body, which is dragged like a wheel, and the digits of a counter.
    func targets(of control: Int, in area: CellBox) -> [TouchTarget] {
        guard settings.movedByHands else { return [] }
        guard let places = value.places else {
            return [TouchTarget(.wheel(control: control, .horizontal), area: CellFace.rect(area))]
        }
        let length = CellFace.cell.height
        var targets = [TouchTarget(.number(control: control, length: length), area: CellFace.rect(area))]
        guard let font else { return targets }
        var x = column
        for part in value.parts {
            let width = font.width(of: part.character) + font.gap
            defer { x += width }
            guard let place = part.place, let speed = places.speed(moving: place) else { continue }
            let box = CellBox(column: x, row: area.row, columns: width, rows: area.rows)
            targets.append(
                TouchTarget(
                    .digit(control: control, amount: places.amount(of: place), speed: speed, length: length),
                    area: CellFace.rect(box)))
        }
        return targets
    }
}
