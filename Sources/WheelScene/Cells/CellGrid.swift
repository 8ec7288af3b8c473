public import WheelCanvas

/// The colour of a character on a terminal or of the character's background, named by its role in the theme.
public enum CellColor: UInt8, CaseIterable, Sendable {
    case ground
    case raised
    /// The background of a position that is not chosen. The colour is more conspicuous than `raised`.
    case plate
    case outline
    case text
    case secondary
    case accent
    case onAccent
    case hand
    case onHand
    case alarm
    case onAlarm

    /// Whether text on this background is highlighted. A terminal without colours shows such text inverse.
    public var isPlate: Bool {
        switch self {
        case .accent, .hand, .alarm, .secondary: true
        case .ground, .raised, .plate, .outline, .text, .onAccent, .onHand, .onAlarm: false
        }
    }
}

extension Theme {
    public subscript(color: CellColor) -> Color {
        switch color {
        case .ground: ground
        case .raised: raised
        // A plate of characters has no border, so the colour of borders is mixed into its background, to make the plate
        // visible.
        case .plate: isMono ? raised : raised.mixed(with: outline, fraction: 0.5)
        case .outline: outline
        case .text: text
        case .secondary: secondary
        case .accent: accent
        case .onAccent: onAccent
        case .hand: hand
        case .onHand: onHand
        case .alarm: alarm
        case .onAlarm: onAlarm
        }
    }
}

/// The look of a character on a terminal.
public struct CellStyle: Equatable, Sendable {
    public var ink: CellColor
    public var ground: CellColor
    public var isBold: Bool
    public var isUnderlined: Bool

    public init(
        _ ink: CellColor = .text, on ground: CellColor = .ground, isBold: Bool = false, isUnderlined: Bool = false
    ) {
        self.ink = ink
        self.ground = ground
        self.isBold = isBold
        self.isUnderlined = isUnderlined
    }
}

/// A character on a terminal.
public struct CharacterCell: Equatable, Sendable {
    public var character: Character
    public var style: CellStyle

    /// The placeholder in the cell that contains the right half of a wide character.
    public static let rightHalf: Character = "\u{0}"

    public init(_ character: Character = " ", _ style: CellStyle = CellStyle()) {
        self.character = character
        self.style = style
    }
}

/// The characters of a terminal, row by row.
public struct CellGrid: Equatable, Sendable {
    public let columns: Int
    public let rows: Int
    public private(set) var cells: [CharacterCell]

    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = Array(repeating: CharacterCell(), count: columns * rows)
    }

    public subscript(column: Int, row: Int) -> CharacterCell { cells[row * columns + column] }

    public func text(_ row: Int) -> String {
        String(
            cells[row * columns..<(row + 1) * columns].lazy.map(\.character).filter { $0 != CharacterCell.rightHalf })
    }

    /// Writes a character, if its place is inside the grid.
    package mutating func put(_ character: Character, column: Int, row: Int, _ style: CellStyle) {
        guard column >= 0, row >= 0, column < columns, row < rows else { return }
        cells[row * columns + column] = CharacterCell(character, style)
    }

    /// Writes a text. Returns the column after the text.
    @discardableResult
    package mutating func put(_ text: String, column: Int, row: Int, _ style: CellStyle = CellStyle()) -> Int {
        var column = column
        for character in text {
            let count = character.cellCount
            guard count > 0 else { continue }
            // A wide character that does not fit at the right edge is replaced by a space.
            if count == 2, column + 1 < columns {
                put(character, column: column, row: row, style)
                put(CharacterCell.rightHalf, column: column + 1, row: row, style)
            } else {
                put(count == 2 ? " " : character, column: column, row: row, style)
            }
            column += count
        }
        return column
    }

    package mutating func fill(_ box: CellBox, _ cell: CharacterCell) {
        for row in box.row..<box.row + box.rows {
            for column in box.column..<box.column + box.columns {
                put(cell.character, column: column, row: row, cell.style)
            }
        }
    }

    /// Draws the border of a box. `signs` has six characters: the corners from left to right and from top to bottom,
    /// the horizontal line and the vertical line.
    package mutating func frame(_ box: CellBox, _ signs: String, _ style: CellStyle) {
        guard box.columns > 1, box.rows > 1 else { return }
        let signs = Array(signs)
        for column in box.column + 1..<box.right {
            put(signs[4], column: column, row: box.row, style)
            put(signs[4], column: column, row: box.bottom, style)
        }
        for row in box.row + 1..<box.bottom {
            put(signs[5], column: box.column, row: row, style)
            put(signs[5], column: box.right, row: row, style)
        }
        put(signs[0], column: box.column, row: box.row, style)
        put(signs[1], column: box.right, row: box.row, style)
        put(signs[2], column: box.column, row: box.bottom, style)
        put(signs[3], column: box.right, row: box.bottom, style)
    }

    /// Replaces characters that the terminal's font may lack.
    package mutating func spell(in alphabet: CellAlphabet) {
        guard alphabet == .console || alphabet == .ascii else { return }
        for index in cells.indices { cells[index].character = alphabet.spelling(of: cells[index].character) }
    }
}

/// A rectangle of cells.
package struct CellBox: Hashable, Sendable {
    package var column: Int
    package var row: Int
    package var columns: Int
    package var rows: Int

    package init(column: Int, row: Int, columns: Int, rows: Int) {
        self.column = column
        self.row = row
        self.columns = columns
        self.rows = rows
    }

    func inset(columns across: Int, rows down: Int) -> CellBox {
        CellBox(
            column: column + across, row: row + down, columns: max(0, columns - 2 * across),
            rows: max(0, rows - 2 * down))
    }

    package func contains(column: Int, row: Int) -> Bool {
        (self.column..<endColumn).contains(column) && (self.row..<endRow).contains(row)
    }

    /// The last column and the last row.
    package var right: Int { column + columns - 1 }
    package var bottom: Int { row + rows - 1 }
    /// The column after the last one, and the row after the last one.
    package var endColumn: Int { column + columns }
    package var endRow: Int { row + rows }
}

extension Character {
    /// The number of cells that a terminal uses for the character: two for East Asian characters and emoji.
    public var cellCount: Int {
        guard let first = unicodeScalars.first else { return 0 }
        guard !first.properties.isEmojiPresentation, !unicodeScalars.contains(Character.asEmoji) else { return 2 }
        switch first.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default:
            return 1
        }
    }

    /// The variation selector that turns the character before it into an emoji.
    private static let asEmoji: Unicode.Scalar = "\u{FE0F}"

    /// Whether terminals may disagree about the number of cells that the character has.
    public var hasUnsureCellCount: Bool { unicodeScalars.count > 1 }
}

extension String {
    package var cellCount: Int { reduce(0) { $0 + $1.cellCount } }

    /// The text, or its beginning with "…", in at most `columns` cells.
    package func cut(to columns: Int) -> String {
        guard cellCount > columns else { return self }
        var (short, count) = ("", 0)
        for character in self {
            guard count + character.cellCount < columns else { break }
            short.append(character)
            count += character.cellCount
        }
        while short.last == " " { short.removeLast() }
        return columns > 0 ? short + "…" : ""
    }
}
