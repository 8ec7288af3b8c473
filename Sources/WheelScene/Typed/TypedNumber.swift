import WheelGeometry
import WheelModel
import WheelSettings

/// A number in a cell of a terminal: its value in the largest digits that fit, and a bar of its range.
struct TypedNumber {
    /// The area of the digits; columns and rows of the cell's body.
    private let box: TypedBox
    /// The columns that large digits may have: without the padding.
    private let most: Int
    private let value: TypedValue
    private let font: Stencil?
    /// The row of the value, or of the top of its stencils.
    private let row: Int
    /// The column of the first character, and the one of the unit.
    private let column: Int
    private let unitColumn: Int
    private let hasUnit: Bool
    /// The row of a unit that has no room beside the digits.
    private let unitRow: Int?
    private let barRow: Int?
    private let wheelRow: Int?
    /// Where there is no row for the bar, it lies in the frame.
    private let barIsInFrame: Bool
    private let settings: ControlSettings
    private let number: NumberSettings
    private let picture: ControlPicture
    private let alphabet: TypedAlphabet

    private static let leastForLarge = 24

    /// The unit that had no room beside the digits or below them.
    var droppedUnit: String { hasUnit || unitRow != nil ? "" : value.unit }

    init(
        _ picture: ControlPicture, _ settings: ControlSettings, _ number: NumberSettings, in box: TypedBox,
        most: Int, unitRoom: Int, isStale: Bool, alphabet: TypedAlphabet
    ) {
        self.box = box
        self.most = most
        self.settings = settings
        self.number = number
        self.picture = picture
        self.alphabet = alphabet
        let value = TypedValue(picture, settings, number, isStale: isStale)
        self.value = value
        let scene = settings.numberScene
        let isCounter = value.places != nil
        let hasBar = picture.position != nil && !isCounter && !(scene is ReadoutLayout.Type)
        barIsInFrame = hasBar && box.rows < 4
        let barRows = hasBar && !barIsInFrame ? 1 : 0
        let hasWheel = hasBar && box.rows >= 9 && settings.movedByHands
        let free = box.rows - barRows - (hasWheel ? 2 : 0)
        let suffix = value.suffix(in: alphabet)
        // The digits that a detent moves are underlined.
        let underline = isCounter ? 1 : 0
        var chosen: (font: Stencil?, hasUnit: Bool) = (nil, false)
        let texts = value.widest + [value.text]
        if alphabet != .ascii {
            // A narrow cell has small digits, so that those of a bank are alike.
            let fonts = box.columns < TypedNumber.leastForLarge ? [Stencil.small, .narrow] : [.large, .small, .narrow]
            search: for font in fonts where font.rows <= free && font.has(value.text) {
                let width = texts.filter(font.has).map { font.width(of: $0) }.max() ?? 0
                for hasUnit in [true, false] where width + (hasUnit ? suffix.cellCount : 0) <= most {
                    // The unit may move below the digits or to the label, but is not left out.
                    let hasRow = font.rows + underline < free
                    guard hasUnit || hasRow || suffix.cellCount <= unitRoom else { continue }
                    chosen = (font, hasUnit)
                    break search
                }
            }
        }
        font = chosen.font
        let field: Int
        let width: Int
        if let font {
            field = texts.filter(font.has).map { font.width(of: $0) }.max() ?? 0
            width = font.width(of: value.text)
            hasUnit = chosen.hasUnit
        } else {
            width = value.text.cellCount
            field = max(width, min(texts.map(\.cellCount).max() ?? 0, box.columns))
            hasUnit = width + suffix.cellCount <= box.columns
        }
        let whole = min(field + (hasUnit ? suffix.cellCount : 0), font == nil ? box.columns : most)
        let isWord = picture.hasValue && value.unit.isEmpty && !(number.unit ?? "").isEmpty || !picture.hasValue
        let start = box.column + Int((Double(box.columns - whole) / 2).rounded(.down))
        // Digits end where the field ends, words stand in the middle.
        let first = font == nil ? box.column : box.column - (most - box.columns) / 2
        column = max(first, isWord ? box.column + (box.columns - width) / 2 : start + field - width)
        unitColumn = column + width
        let height = font?.rows ?? 1
        let lined = height + (font == nil ? 0 : underline)
        let isBelow = font != nil && !hasUnit && !suffix.isEmpty && lined < free
        let block = min(free, lined + (isBelow ? 1 : 0))
        row = box.row + max(0, (free - block) / 2)
        unitRow = isBelow ? row + lined : nil
        barRow = barRows > 0 && box.rows > 1 ? box.bottom : nil
        wheelRow = hasWheel ? box.bottom - 1 : nil
    }

    func draw(into grid: inout TypedGrid) {
        var x = column
        for part in value.parts {
            guard font != nil || x <= box.right else { break }
            guard let font else {
                x = grid.put(
                    String(part.character), column: x, row: row,
                    TypedStyle(part.ink, isBold: part.ink == .text, isUnderlined: part.isMoved))
                continue
            }
            font.draw(part.character, column: x, row: row, TypedStyle(part.ink, isBold: true), into: &grid)
            if part.isMoved {
                for offset in 0..<font.width(of: part.character) {
                    // Below a cell that is full of digits is the frame.
                    let sign: Character = row + font.rows > box.bottom ? "━" : "▀"
                    grid.put(sign, column: x + offset, row: row + font.rows, TypedStyle(.hand, isBold: true))
                }
            }
            x += font.width(of: part.character) + font.gap
        }
        drawUnit(into: &grid)
        drawWheel(into: &grid)
        if let barRow { drawBar(column: box.column, columns: box.columns, row: barRow, into: &grid) }
    }

    private func drawUnit(into grid: inout TypedGrid) {
        let suffix = value.suffix(in: alphabet)
        if let unitRow {
            let unit = suffix.drop { $0 == " " }
            grid.put(String(unit), column: unitColumn - unit.count, row: unitRow, TypedStyle(.secondary))
        }
        guard hasUnit else { return }
        let isDegree = suffix == "°"
        let ink: TypedColor = isDegree ? value.parts.last?.ink ?? .text : .secondary
        let place = row + (isDegree ? 0 : (font?.rows ?? 1) - 1)
        grid.put(suffix, column: unitColumn, row: place, TypedStyle(ink, isBold: isDegree && font == nil))
    }

    /// Draws the bar into the lower line of the frame, if it has no row of its own.
    func drawInFrame(_ frame: TypedBox, into grid: inout TypedGrid) {
        guard barIsInFrame, frame.columns > 4 else { return }
        drawBar(column: frame.column + 1, columns: frame.columns - 2, row: frame.bottom, isInFrame: true, into: &grid)
    }

    /// A line for the range, filled from the origin to the value.
    private func drawBar(column: Int, columns: Int, row: Int, isInFrame: Bool = false, into grid: inout TypedGrid) {
        guard let position = picture.position, columns > 0 else { return }
        let origin = WheelLayout.originPosition(settings, number)
        func place(_ share: Double) -> Int { min(columns - 1, max(0, Int((share * Double(columns - 1)).rounded()))) }
        let (from, to) = (place(origin), place(position))
        let ink: TypedColor = picture.hasValue ? .accent : .outline
        for offset in 0..<columns {
            let isFilled =
                picture.hasValue && (min(from, to)...max(from, to)).contains(offset) && (position > 0 || origin > 0)
            if isFilled {
                grid.put("━", column: column + offset, row: row, TypedStyle(ink, isBold: true))
            } else if !isInFrame {
                grid.put("─", column: column + offset, row: row, TypedStyle(.outline))
            }
        }
    }

    /// The lines of the wheel. They follow the value; a fine speed has lines that are far apart.
    private func drawWheel(into grid: inout TypedGrid) {
        guard let wheelRow, picture.amountPerTurn != 0 else { return }
        let apart = 2 + 2 * min(picture.speed, 3)
        // A revolution of an encoder moves the wheel by its width.
        let moved = picture.number / picture.amountPerTurn * Double(box.columns)
        let shift = moved.isFinite ? Int(moved.truncatingRemainder(dividingBy: Double(apart)).rounded()) : 0
        for offset in 0..<box.columns where (offset - shift - box.columns / 2) % apart == 0 {
            let distance = abs(2 * offset - box.columns + 1) * 2
            let ink: TypedColor =
                distance < box.columns ? .text : distance * 2 < box.columns * 3 ? .secondary : .outline
            grid.put("│", column: box.column + offset, row: wheelRow, TypedStyle(ink))
        }
    }

    /// The areas that react to the mouse: the digits of a counter, and all of the body as a wheel.
    func targets(of control: Int, in area: TypedBox) -> [TouchTarget] {
        guard settings.movedByHands else { return [] }
        guard let places = value.places else {
            return [TouchTarget(.wheel(control: control, .horizontal), area: TypedFace.rect(area))]
        }
        let length = TypedFace.cell.height
        var targets = [TouchTarget(.number(control: control, length: length), area: TypedFace.rect(area))]
        guard let font else { return targets }
        var x = column
        for part in value.parts {
            let width = font.width(of: part.character) + font.gap
            defer { x += width }
            guard let place = part.place, let speed = places.speed(moving: place) else { continue }
            let box = TypedBox(column: x, row: area.row, columns: width, rows: area.rows)
            targets.append(
                TouchTarget(
                    .digit(control: control, amount: places.amount(of: place), speed: speed, length: length),
                    area: TypedFace.rect(box)))
        }
        return targets
    }
}
