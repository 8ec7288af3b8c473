import WheelCore

/// All ten digits of a font, as seen by an eye that cannot resolve the pixels of a picture.
public struct DigitShapes {
    fileprivate let size: Size
    /// The side of one of the eye's square pixels, in pixels of the picture.
    private let shrink: Double
    /// The shrunk digits, each in three versions, since the eye's pixels may begin 0, 0.7 or 1.4 pixels before the
    /// digit.
    fileprivate let seen: [[[Double]]]

    /// `templates`: the ink of each digit in `size`, row by row.
    public init(size: Size, shrink: Double, templates: [[Double]]) {
        self.size = size
        self.shrink = shrink
        seen = templates.map { template in
            [0.0, 0.7, 1.4].map { Self.shrunk(template, size, by: shrink, from: $0) }
        }
    }

    fileprivate var columns: Int { Int(size.width) }
    fileprivate var rows: Int { Int(size.height) }

    fileprivate func shrunk(_ ink: [Double], from start: Double) -> [Double] {
        Self.shrunk(ink, size, by: shrink, from: start)
    }

    /// The means of the ink in squares of `length` × `length` pixels. The first square begins `start` pixels before the
    /// digit.
    private static func shrunk(_ ink: [Double], _ size: Size, by length: Double, from start: Double) -> [Double] {
        let (columns, rows) = (Int(size.width), Int(size.height))
        let (across, down) = (Int(size.width / length) + 2, Int(size.height / length) + 2)
        var means = [Double](repeating: 0, count: across * down)
        for y in 0..<rows {
            for x in 0..<columns where ink[y * columns + x] > 0 {
                // Each quarter of a pixel counts in the square that contains its middle.
                for part in 0..<4 {
                    let (right, below) = (Double(part % 2) * 0.5 + 0.25, Double(part / 2) * 0.5 + 0.25)
                    let column = Int((Double(x) + right + start) / length)
                    let row = Int((Double(y) + below + start) / length)
                    means[row * across + column] += ink[y * columns + x] / 4 / (length * length)
                }
            }
        }
        return means
    }
}

/// Compares a digit of a shrunk picture with all ten digits of the font, which are shrunk in the same way.
public struct DigitReader {
    private let probe: Probe
    private let shapes: DigitShapes

    public init(_ probe: Probe, _ shapes: DigitShapes) {
        self.probe = probe
        self.shapes = shapes
    }

    /// The digit that the picture most resembles at this place of the pen.
    public func read(at pen: Point) -> Int? {
        let (columns, rows) = (shapes.columns, shapes.rows)
        let (left, top) = (Int(pen.x), Int(pen.y - shapes.size.height + 1))
        var ink = [Double](repeating: 0, count: columns * rows)
        for y in 0..<rows {
            for x in 0..<columns { ink[y * columns + x] = probe.share(x: left + x, y: top + y) }
        }
        let seen = shapes.shrunk(ink, from: 0.7)
        let distances = shapes.seen.map { digit in digit.map { distance(seen, $0) }.min() ?? .infinity }
        return distances.indices.min { distances[$0] < distances[$1] }
    }

    private func distance(_ one: [Double], _ other: [Double]) -> Double {
        var sum = 0.0
        for index in one.indices { sum += (one[index] - other[index]) * (one[index] - other[index]) }
        return sum
    }
}
