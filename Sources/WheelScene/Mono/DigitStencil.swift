import WheelCanvas
import WheelCore

/// The characters of numbers, for screens with one bit per pixel. Digits have 5 × 10 pixels, other characters have
/// other widths, and all are drawn in whole multiples of their size. A 4 is open at the top, and the open ends of a 6
/// and a 9 have no hooks, so that no digit looks like another.
struct DigitStencil: Sendable {
    /// The pixels of each row; the highest of `width` bits is the leftmost pixel.
    let rows: [UInt8]
    let width: Int

    static let height = 10
    /// The number of empty columns after a character.
    static let gap = 1

    /// The character's stencil; `nil` if it has none.
    static func of(_ character: Character) -> DigitStencil? { table[character] }

    /// The width of a text without the gap after it, in pixels of the stencils; `nil` if a character has no stencil.
    static func width(of text: String) -> Int? {
        var width = -gap
        for character in text {
            guard let stencil = table[character] else { return nil }
            width += stencil.width + gap
        }
        return max(width, 0)
    }

    /// Draws a text with its upper left corner at whole pixels.
    static func draw(_ text: String, x: Int, y: Int, factor: Int, into sketch: inout Sketch, _ color: Color) {
        var x = x
        for character in text {
            guard let stencil = table[character] else { continue }
            stencil.draw(x: x, y: y, factor: factor, into: &sketch, color)
            x += (stencil.width + gap) * factor
        }
    }

    /// Draws consecutive equal rows together: each run of set pixels in them is one rectangle.
    private func draw(x: Int, y: Int, factor: Int, into sketch: inout Sketch, _ color: Color) {
        var row = 0
        while row < rows.count {
            var end = row + 1
            while end < rows.count, rows[end] == rows[row] { end += 1 }
            var column = 0
            while column < width {
                let start = column
                while column < width, rows[row] >> UInt8(width - 1 - column) & 1 != 0 { column += 1 }
                if column > start {
                    sketch.fill(
                        Rect(
                            x: Double(x + start * factor), y: Double(y + row * factor),
                            width: Double((column - start) * factor), height: Double((end - row) * factor)), color)
                }
                column += 1
            }
            row = end
        }
    }

    private init(_ lines: [Substring]) {
        width = lines.map(\.count).max() ?? 0
        rows = lines.map { $0.reduce(0) { $0 << 1 | ($1 == "#" ? 1 : 0) } }
    }

    private static let table: [Character: DigitStencil] = {
        var table: [Character: DigitStencil] = [:]
        for picture in pictures {
            let lines = picture.rows.split(separator: "\n")
            for character in picture.characters { table[character] = DigitStencil(lines) }
        }
        return table
    }()

    private static let pictures: [(characters: String, rows: String)] = [
        ("0", ".###.\n##.##\n##.##\n##.##\n##.##\n##.##\n##.##\n##.##\n##.##\n.###."),
        ("1", "..##.\n.###.\n####.\n..##.\n..##.\n..##.\n..##.\n..##.\n..##.\n.####"),
        ("2", ".###.\n##.##\n...##\n...##\n..##.\n..##.\n.##..\n.##..\n##...\n#####"),
        ("3", ".###.\n##.##\n...##\n...##\n.###.\n...##\n...##\n...##\n##.##\n.###."),
        ("4", "##.##\n##.##\n##.##\n##.##\n##.##\n#####\n#####\n...##\n...##\n...##"),
        ("5", "#####\n##...\n##...\n####.\n##.##\n...##\n...##\n...##\n##.##\n.###."),
        ("6", ".###.\n##...\n##...\n##...\n####.\n##.##\n##.##\n##.##\n##.##\n.###."),
        ("7", "#####\n...##\n...##\n..##.\n..##.\n..##.\n.##..\n.##..\n.##..\n.##.."),
        ("8", ".###.\n##.##\n##.##\n##.##\n.###.\n.###.\n##.##\n##.##\n##.##\n.###."),
        ("9", ".###.\n##.##\n##.##\n##.##\n##.##\n.####\n...##\n...##\n...##\n.###."),
        (".", "..\n..\n..\n..\n..\n..\n..\n..\n##\n##"),
        (",", "..\n..\n..\n..\n..\n..\n..\n##\n##\n#."),
        ("'", "##\n##\n#.\n..\n..\n..\n..\n..\n..\n.."),
        (":", "..\n..\n##\n##\n..\n..\n##\n##\n..\n.."),
        ("-−", "....\n....\n....\n....\n####\n####\n....\n....\n....\n...."),
        ("+", "......\n......\n..##..\n..##..\n######\n######\n..##..\n..##..\n......\n......"),
        ("—", "........\n........\n........\n........\n########\n########\n........\n........\n........\n........"),
        ("°", ".##.\n#..#\n#..#\n.##.\n....\n....\n....\n....\n....\n...."),
        (" \u{A0}\u{2009}\u{202F}", ".\n.\n.\n.\n.\n.\n.\n.\n.\n."),
    ]
}
