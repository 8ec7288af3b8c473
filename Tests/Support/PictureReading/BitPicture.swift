import WheelCore

/// A small picture of two colours.
public struct BitPicture {
    private var pixels = [[Bool]](repeating: [Bool](repeating: false, count: side), count: side)

    private static let side = 160

    public init(lit rects: [Rect]) {
        for rect in rects {
            for y in max(0, Int(rect.minY))..<max(0, Int(rect.maxY)) {
                for x in max(0, Int(rect.minX))..<max(0, Int(rect.maxX)) { pixels[y][x] = true }
            }
        }
    }

    public var count: Int { pixels.joined().count { $0 } }

    /// Whether the pattern, magnified, is somewhere in the picture with its upper left corner in these ranges.
    public func has(_ pattern: [[Bool]], factor: Int, left: ClosedRange<Int>, top: ClosedRange<Int>) -> Bool {
        let (width, height) = (pattern[0].count * factor, pattern.count * factor)
        let side = BitPicture.side
        return top.contains { y in
            guard y >= 0, y + height <= side else { return false }
            return left.contains { x in
                guard x >= 0, x + width <= side else { return false }
                return (0..<height).allSatisfy { row in
                    (0..<width).allSatisfy { pixels[y + row][x + $0] == pattern[row / factor][$0 / factor] }
                }
            }
        }
    }
}

/// The bounds of a glyph's ink; `nil` if it has none.
public func inkBounds(_ coverage: UnsafePointer<UInt8>, width: Int, height: Int) -> Rect? {
    let (rows, columns) = (0..<height, 0..<width)
    func isInked(_ row: Int, _ column: Int) -> Bool { coverage[row * width + column] > 0 }
    guard let top = rows.first(where: { row in columns.contains { isInked(row, $0) } }),
        let bottom = rows.last(where: { row in columns.contains { isInked(row, $0) } }),
        let left = columns.first(where: { column in rows.contains { isInked($0, column) } }),
        let right = columns.last(where: { column in rows.contains { isInked($0, column) } })
    else { return nil }
    return Rect(x: Double(left), y: Double(top), width: Double(right - left + 1), height: Double(bottom - top + 1))
}
