import WheelCanvas
import WheelCore
import WheelScene

/// Writes character cells as control sequences of ECMA-48, in as few bytes as possible.
struct CellWriter {
    /// Switches to the alternate screen, hides the cursor, and enables SGR mouse reports for buttons and drags.
    /// Disables line wrap.
    static let begin = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[2J"
    /// Undoes `begin`. A terminal without an alternate screen, such as the Linux console, is cleared: otherwise the
    /// shell would write over the picture.
    static let end = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?7h\u{1B}[0m\u{1B}[2J\u{1B}[H\u{1B}[?25h\u{1B}[?1049l"
    static let erase = "\u{1B}[0m\u{1B}[2J"

    private(set) var bytes: [UInt8] = []
    private let colors: TerminalLook.Colors
    private var palette = Palette(.dark)
    private var cursor: (column: Int, row: Int)?
    private var style: CellStyle?

    init(_ colors: TerminalLook.Colors) { self.colors = colors }

    /// Writes the cells of `new` that differ from `old`, as one synchronized update. Terminals that do not support
    /// these updates ignore the sequence. Writes nothing if no cell differs.
    mutating func write(_ new: CellGrid, over old: CellGrid?, _ palette: Palette) {
        bytes.removeAll(keepingCapacity: true)
        (cursor, style) = (nil, nil)
        self.palette = palette
        let old = old.flatMap { $0.columns == new.columns && $0.rows == new.rows ? $0 : nil }
        for row in 0..<new.rows {
            for column in 0..<new.columns {
                let cell = new[column, row]
                guard cell.character != CharacterCell.rightHalf else { continue }
                let isWide = column + 1 < new.columns && new[column + 1, row].character == CharacterCell.rightHalf
                if let old, old[column, row] == cell, !isWide || old[column + 1, row] == new[column + 1, row] {
                    continue
                }
                if bytes.isEmpty { append("\u{1B}[?2026h\u{1B}[0m") }
                write(cell, column: column, row: row, isWide: isWide)
            }
        }
        if !bytes.isEmpty { append("\u{1B}[0m\u{1B}[?2026l") }
    }

    /// Writes all cells of a part of the screen, with its upper left cell at this place. The synchronized update must
    /// have begun.
    mutating func write(part grid: CellGrid, column: Int, row: Int, _ palette: Palette) {
        bytes.removeAll(keepingCapacity: true)
        (cursor, style) = (nil, nil)
        self.palette = palette
        append("\u{1B}[0m")
        for y in 0..<grid.rows {
            for x in 0..<grid.columns where grid[x, y].character != CharacterCell.rightHalf {
                let isWide = x + 1 < grid.columns && grid[x + 1, y].character == CharacterCell.rightHalf
                write(grid[x, y], column: column + x, row: row + y, isWide: isWide)
            }
        }
        append("\u{1B}[0m")
    }

    mutating func write(lines grid: CellGrid, _ palette: Palette) {
        bytes.removeAll(keepingCapacity: true)
        self.palette = palette
        for row in 0..<grid.rows {
            style = nil
            for column in 0..<grid.columns where grid[column, row].character != CharacterCell.rightHalf {
                let cell = grid[column, row]
                set(cell.style)
                append(character: cell.character)
            }
            append("\u{1B}[0m\n")
        }
    }

    private mutating func write(_ cell: CharacterCell, column: Int, row: Int, isWide: Bool) {
        move(to: (column, row))
        set(cell.style)
        append(character: cell.character)
        cursor = cell.character.hasUnsureCellCount ? nil : (column + (isWide ? 2 : 1), row)
    }

    private mutating func move(to place: (column: Int, row: Int)) {
        if let cursor, cursor == place { return }
        append("\u{1B}[")
        append(place.row + 1)
        append(";")
        append(place.column + 1)
        append("H")
    }

    /// Writes only the differences from the previous style.
    private mutating func set(_ new: CellStyle) {
        guard new != style else { return }
        let before = bytes.count
        append("\u{1B}[")
        let empty = bytes.count
        if new.isBold != style?.isBold ?? false { append(new.isBold ? "1;" : "22;") }
        if new.isUnderlined != style?.isUnderlined ?? false { append(new.isUnderlined ? "4;" : "24;") }
        if colors == .none {
            let (inverse, was) = (new.ground.isPlate, style?.ground.isPlate ?? false)
            if inverse != was { append(inverse ? "7;" : "27;") }
        } else {
            if new.ink != style?.ink { appendColor(38, palette[new.ink]) }
            if new.ground != style?.ground { appendColor(48, palette[new.ground]) }
        }
        style = new
        // A style sequence without numbers would reset the style, so it is removed.
        if bytes.count == empty {
            bytes.removeSubrange(before...)
        } else {
            bytes[bytes.count - 1] = UInt8(ascii: "m")
        }
    }

    private mutating func appendColor(_ code: Int, _ color: Color) {
        append(code)
        if colors == .direct {
            append(";2;")
            append(Int(color.red))
            append(";")
            append(Int(color.green))
            append(";")
            append(Int(color.blue))
        } else {
            append(";5;")
            append(IndexedColor.nearest(to: color))
        }
        append(";")
    }

    private mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Characters that are not safe for a terminal, which a label may contain, become `?`.
    private mutating func append(character: Character) {
        if let ascii = character.asciiValue {
            bytes.append((0x20...0x7E).contains(ascii) ? ascii : UInt8(ascii: "?"))
        } else if character.unicodeScalars.allSatisfy(ForeignText.isVisible) {
            bytes.append(contentsOf: character.utf8)
        } else {
            bytes.append(UInt8(ascii: "?"))
        }
    }

    private mutating func append(_ number: Int) { bytes.append(decimal: number) }
}

/// The 256 colours of xterm: a cube of 6 × 6 × 6, and 24 greys. The first 16 are the user's own, and are not used.
enum IndexedColor {
    private static let steps = [0, 95, 135, 175, 215, 255]

    static func nearest(to color: Color) -> Int {
        let parts = [Int(color.red), Int(color.green), Int(color.blue)]
        let cube = parts.map { part in steps.indices.min { abs(steps[$0] - part) < abs(steps[$1] - part) } ?? 0 }
        let mean = parts.reduce(0, +) / 3
        let grey = min(23, max(0, (mean - 3) / 10))
        func distance(_ other: [Int]) -> Int { zip(parts, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
        let isGrey = distance(Array(repeating: 8 + 10 * grey, count: 3)) < distance(cube.map { steps[$0] })
        return isGrey ? 232 + grey : 16 + 36 * cube[0] + 6 * cube[1] + cube[2]
    }
}
