import LinuxSystem
import WheelText

/// Text beside and over a picture: the line of keys in the last row, and a box for more.
struct TextNotes {
    /// The lines of the box. None remove it.
    var lines: [String] = []
    private var shown: (lines: [String], box: CellBox)?
    /// Stands in the place of the keys.
    var line: String?
    private var shownKeys: String?

    private static let keys = " ? keys   q leave"
    /// Red, green and blue.
    static let ground: [UInt8] = [37, 44, 54]
    private static let box = "\u{1B}[0;38;2;246;248;250;48;2;37;44;54m"
    /// Bold, with the same ground: kitty leaves what was before under text on the usual ground.
    private static let bar = "\u{1B}[0;1;38;2;246;248;250;48;2;37;44;54m"

    /// Nothing of it is on the terminal.
    mutating func invalidate() { (shown, shownKeys) = (nil, nil) }

    /// Writes what has changed. `cover` makes the ground of a box that is not made of characters. Returns the part of the
    /// picture that is free of text now.
    mutating func write(_ size: Terminal.Size, _ cover: (CellBox?) -> String, to bytes: inout [UInt8]) -> [CellBox] {
        let keys = line.map { " " + $0 } ?? TextNotes.keys
        if keys != shownKeys {
            bytes.append(
                contentsOf:
                    "\u{1B}[\(size.rows);1H\(TextNotes.bar)\(cut(keys, size.columns))\u{1B}[K\u{1B}[0m".utf8)
            shownKeys = keys
        }
        guard lines != shown?.lines ?? [] else { return [] }
        let before = shown
        shown = nil
        if let box = before?.box {
            for row in 0..<box.rows {
                let spaces = String(repeating: " ", count: box.columns)
                bytes.append(contentsOf: "\u{1B}[0m\u{1B}[\(box.row + row + 1);\(box.column + 1)H\(spaces)".utf8)
            }
        }
        if before != nil { bytes.append(contentsOf: cover(nil).utf8) }
        if !lines.isEmpty {
            let box = box(size)
            shown = (lines, box)
            bytes.append(contentsOf: cover(box).utf8)
            writeAgain(size, to: &bytes)
        }
        return before.map { [$0.box] } ?? []
    }

    /// Writes the box again, where the picture has overwritten it.
    func writeAgain(_ size: Terminal.Size, to bytes: inout [UInt8]) {
        guard let shown else { return }
        let (box, inside) = (shown.box, max(0, shown.box.columns - 4))
        for row in 0..<box.rows {
            let line = (1...shown.lines.count).contains(row) ? cut(shown.lines[row - 1], inside) : ""
            let rest = String(repeating: " ", count: inside - line.count + 2)
            bytes.append(
                contentsOf: "\u{1B}[\(box.row + row + 1);\(box.column + 1)H\(TextNotes.box)  \(line)\(rest)".utf8)
        }
        bytes.append(contentsOf: "\u{1B}[0m".utf8)
    }

    /// In the middle, within the rows of the picture.
    private func box(_ size: Terminal.Size) -> CellBox {
        let columns = min((lines.map(\.count).max() ?? 0) + 4, size.columns)
        let rows = min(lines.count + 2, max(1, size.rows - 1))
        return CellBox(
            column: (size.columns - columns) / 2, row: max(0, size.rows - 1 - rows) / 2, columns: columns, rows: rows)
    }

    /// The first characters, of those that a terminal can be sent.
    private func cut(_ line: String, _ columns: Int) -> String {
        String(line.filter { $0.unicodeScalars.allSatisfy(ForeignText.isVisible) }.prefix(columns))
    }
}
