import WheelCore

/// Compares a digit of a shrunk picture with all ten digits of the font, shrunk alike.
public struct DigitReader {
    private let probe: Probe
    private let size: Size
    private let templates: [[Double]]
    private let columns: Int
    private let rows: Int

    /// `templates`: the ink of each digit in `size`, row by row.
    public init(_ probe: Probe, size: Size, templates: [[Double]]) {
        self.probe = probe
        self.size = size
        self.templates = templates
        (columns, rows) = (Int(size.width), Int(size.height))
    }

    /// The digit whose pen is at this place of the picture.
    public func read(at pen: Point, shrink: Double) -> Int? {
        let (left, top) = (Int(pen.x), Int(pen.y - size.height + 1))
        var ink = [Double](repeating: 0, count: columns * rows)
        for y in 0..<rows {
            for x in 0..<columns { ink[y * columns + x] = probe.share(x: left + x, y: top + y) }
        }
        // The eye's pixels do not begin where the digit does.
        let seen = shrunk(ink, by: shrink, from: 0.7)
        let distances = templates.map { template in
            [0.0, 0.7, 1.4].map { distance(seen, shrunk(template, by: shrink, from: $0)) }.min() ?? .infinity
        }
        return distances.indices.min { distances[$0] < distances[$1] }
    }

    private func distance(_ one: [Double], _ other: [Double]) -> Double {
        zip(one, other).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
    }

    /// The means of squares of `length` pixels. The first begins `start` pixels before the digit.
    private func shrunk(_ ink: [Double], by length: Double, from start: Double) -> [Double] {
        let (across, down) = (Int(size.width / length) + 2, Int(size.height / length) + 2)
        var means = [Double](repeating: 0, count: across * down)
        for y in 0..<rows {
            for x in 0..<columns where ink[y * columns + x] > 0 {
                // Quarters of a pixel fall into one square each.
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
