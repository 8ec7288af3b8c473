import WheelCanvas
import WheelCore

extension Icon {
    /// The sign in pixels, as high as the capitals of the smallest bitmaps.
    private var pixels: [String] {
        switch self {
        case .padlock: [".###.", "#...#", "#...#", "#####", "#####", "##.##", "##.##", "#####"]
        case .play: ["#....", "##...", "###..", "####.", "####.", "###..", "##...", "#...."]
        case .pause: ["##.##", "##.##", "##.##", "##.##", "##.##", "##.##", "##.##", "##.##"]
        case .alarm: ["##", "##", "##", "##", "##", "..", "##", "##"]
        default: ["#....#", "##..##", ".####.", "..##..", "..##..", ".####.", "##..##", "#....#"]
        }
    }

    var monoWidth: Double { Double(pixels[0].count) }

    /// Draws the sign pixel by pixel, from `x` to the right, on `baseline`.
    func drawMono(x: Double, baseline: Double, into sketch: inout Sketch, _ color: Color) {
        for (row, line) in pixels.enumerated() {
            var start: Int?
            for (column, pixel) in (line + ".").enumerated() {
                if pixel == "#" {
                    start = start ?? column
                } else if let first = start {
                    sketch.fill(
                        Rect(
                            x: x + Double(first), y: baseline - Double(pixels.count - row),
                            width: Double(column - first), height: 1), color)
                    start = nil
                }
            }
        }
    }
}
