import WheelCore

/// A picture of half blocks, the upper and lower halves of character cells. A half block is a square, and all
/// coordinates count half blocks.
struct BlockPicture {
    private let columns: Int
    private let rows: Int
    private var pixels: [Pixel?]

    private struct Pixel {
        var color: CellColor
        /// Whether the pixel belongs to the arm, which shows the value.
        var isArm: Bool
    }

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        pixels = Array(repeating: nil, count: columns * rows * 2)
    }

    mutating func line(from start: Point, to end: Point, _ color: CellColor) {
        draw(from: start, to: end, Pixel(color: color, isArm: false))
    }

    private mutating func draw(from start: Point, to end: Point, _ pixel: Pixel) {
        let length = max(abs(end.x - start.x), abs(end.y - start.y))
        guard length.isFinite else { return }
        let count = max(1, Int(length.rounded(.up)))
        for step in 0...count {
            let share = Double(step) / Double(count)
            let (x, y) = (start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)
            guard x.isFinite, y.isFinite, x >= 0, y >= 0, x < Double(columns), y < Double(rows * 2) else { continue }
            pixels[Int(y) * columns + Int(x)] = pixel
        }
    }

    /// Draws a line as wide as the strokes of the digits.
    mutating func arm(from start: Point, to end: Point, _ color: CellColor) {
        let pixel = Pixel(color: color, isArm: true)
        draw(from: start, to: end, pixel)
        let steep = abs(end.y - start.y) > abs(end.x - start.x)
        let beside = Vector(dx: steep ? 1 : 0, dy: steep ? 0 : 1)
        draw(from: start + beside, to: end + beside, pixel)
    }

    func draw(column: Int, row: Int, into grid: inout CellGrid) {
        for y in 0..<rows {
            for x in 0..<columns {
                guard let (character, color) = block(x, y) else { continue }
                grid.put(character, column: column + x, row: row + y, CellStyle(color))
            }
        }
    }

    /// The block character for both pixels of a cell. The block has only one colour: the arm's colour if one of the
    /// pixels belongs to the arm, or else the colour of the lower one of the pixels that are set.
    private func block(_ column: Int, _ row: Int) -> (Character, CellColor)? {
        var (pattern, shown) = (0, Pixel?.none)
        for half in 0..<2 {
            guard let own = pixels[(row * 2 + half) * columns + column] else { continue }
            pattern |= 1 << half
            if shown?.isArm != true { shown = own }
        }
        return shown.map { (BlockPicture.halves[pattern], $0.color) }
    }

    private static let halves: [Character] = [" ", "▀", "▄", "█"]
}
