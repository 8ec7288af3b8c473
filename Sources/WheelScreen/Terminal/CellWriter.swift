/// Writes cells as control sequences of ECMA-48, in as few bytes as possible.
struct CellWriter {
    /// Switches to the alternate screen, hides the cursor, and enables SGR mouse reports for buttons and drags.
    /// Disables line wrap.
    static let begin = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[2J"
    static let erase = "\u{1B}[0m\u{1B}[2J"
    /// Undoes `begin`.
    static let end = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

    private(set) var bytes: [UInt8] = []
    private var cursor: (column: Int, row: Int)?
    private var foreground: UInt32?
    private var background: UInt32?

    /// Removes all bytes and keeps the memory.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        (cursor, foreground, background) = (nil, nil, nil)
    }

    /// Starts a synchronized update. Terminals without this feature ignore the sequence.
    mutating func beginFrame() { append("\u{1B}[?2026h") }

    mutating func endFrame() { append("\u{1B}[?2026l") }

    mutating func write(_ cell: Cell, _ glyphs: GlyphTable, column: Int, row: Int, isWide: Bool) {
        move(to: (column, row))
        if background != cell.lower {
            background = cell.lower
            appendColor(48, cell.lower)
        }
        if cell.glyph != Cell.noGlyph {
            setForeground(cell.ink)
            bytes.append(contentsOf: glyphs[cell.glyph])
        } else if cell.upper == cell.lower {
            bytes.append(UInt8(ascii: " "))
        } else {
            setForeground(cell.upper)
            append("▀")
        }
        cursor = (column + (isWide ? 2 : 1), row)
    }

    private mutating func move(to place: (column: Int, row: Int)) {
        if let cursor, cursor == place { return }
        append("\u{1B}[")
        append(place.row + 1)
        append(";")
        append(place.column + 1)
        append("H")
    }

    private mutating func setForeground(_ color: UInt32) {
        guard foreground != color else { return }
        foreground = color
        appendColor(38, color)
    }

    private mutating func appendColor(_ code: Int, _ color: UInt32) {
        append("\u{1B}[")
        append(code)
        append(";2;")
        append(Int(color >> 16 & 0xFF))
        append(";")
        append(Int(color >> 8 & 0xFF))
        append(";")
        append(Int(color & 0xFF))
        append("m")
    }

    private mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func append(_ number: Int) {
        if number >= 10 { append(number / 10) }
        bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}
