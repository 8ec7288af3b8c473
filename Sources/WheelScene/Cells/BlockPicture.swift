import WheelCore

/// A picture of block characters. A half block is a square, and the unit of all places; of sextants six make a character.
struct BlockPicture {
    let hasSextants: Bool
    private let columns: Int
    private let rows: Int
    /// The pixels of a character.
    private let across: Int
    private let down: Int
    private var pixels: [Pixel?]

    private struct Pixel {
        var color: CellColor
        /// Whether the pixel belongs to the arm, which shows the value.
        var isArm: Bool
    }

    init(columns: Int, rows: Int, hasSextants: Bool) {
        self.hasSextants = hasSextants
        self.columns = columns
        self.rows = rows
        (across, down) = hasSextants ? (2, 3) : (1, 2)
        pixels = Array(repeating: nil, count: columns * across * rows * down)
    }

    private var width: Int { columns * across }

    /// The pixel at a place, which may lie outside.
    private func place(_ place: Point) -> Point {
        Point(x: place.x * Double(across), y: place.y * Double(down) / 2)
    }

    mutating func line(from start: Point, to end: Point, _ color: CellColor) {
        draw(from: start, to: end, Pixel(color: color, isArm: false))
    }

    private mutating func draw(from start: Point, to end: Point, _ pixel: Pixel) {
        let (start, end) = (place(start), place(end))
        let length = max(abs(end.x - start.x), abs(end.y - start.y))
        guard length.isFinite else { return }
        let count = max(1, Int(length.rounded(.up)))
        for step in 0...count {
            let share = Double(step) / Double(count)
            let (x, y) = (start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)
            guard x.isFinite, y.isFinite, x >= 0, y >= 0, x < Double(width), y < Double(rows * down) else { continue }
            pixels[Int(y) * width + Int(x)] = pixel
        }
    }

    /// A line as wide as the strokes of the digits.
    mutating func arm(from start: Point, to end: Point, _ color: CellColor) {
        let pixel = Pixel(color: color, isArm: true)
        guard hasSextants else {
            // Two lines side by side.
            draw(from: start, to: end, pixel)
            let steep = abs(end.y - start.y) > abs(end.x - start.x)
            let beside = Vector(dx: steep ? 1 : 0, dy: steep ? 0 : 1)
            return draw(from: start + beside, to: end + beside, pixel)
        }
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let square = dx * dx + dy * dy
        guard square.isFinite, square > 0 else { return }
        for y in 0..<rows * down {
            for x in 0..<width {
                let place = Point(x: (Double(x) + 0.5) / Double(across), y: (Double(y) + 0.5) * 2 / Double(down))
                let (px, py) = (place.x - start.x, place.y - start.y)
                let along = (px * dx + py * dy) / square
                guard (0...1).contains(along) else { continue }
                let (ox, oy) = (px - along * dx, py - along * dy)
                if ox * ox + oy * oy <= 0.75 * 0.75 { pixels[y * width + x] = pixel }
            }
        }
    }

    func draw(column: Int, row: Int, into grid: inout CellGrid) {
        for y in 0..<rows {
            for x in 0..<columns {
                guard let (character, color) = block(x, y) else { continue }
                grid.put(character, column: column + x, row: row + y, CellStyle(color))
            }
        }
    }

    /// The block character for the pixels of a place. It has one colour: that of the arm if the arm is a part of it, or else that
    /// of the last pixel.
    private func block(_ column: Int, _ row: Int) -> (Character, CellColor)? {
        var (pattern, shown) = (0, Pixel?.none)
        for y in 0..<down {
            for x in 0..<across {
                guard let own = pixels[(row * down + y) * width + column * across + x] else { continue }
                pattern |= 1 << (y * across + x)
                if shown?.isArm != true { shown = own }
            }
        }
        guard let shown else { return nil }
        return (hasSextants ? BlockPicture.sextants[pattern] : BlockPicture.halves[pattern], shown.color)
    }

    private static let halves: [Character] = [" ", "▀", "▄", "█"]

    /// The characters by their pixels, the upper left one first. Unicode has older characters for four patterns.
    private static let sextants: [Character] = {
        var characters: [Character] = []
        var next: UInt32 = 0x1FB00
        for pattern in 0..<64 {
            switch pattern {
            case 0: characters.append(" ")
            case 0b010101: characters.append("▌")
            case 0b101010: characters.append("▐")
            case 63: characters.append("█")
            default:
                characters.append(Unicode.Scalar(next).map { Character($0) } ?? "█")
                next += 1
            }
        }
        return characters
    }()
}
