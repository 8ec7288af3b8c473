import WheelCanvas
import WheelCore

/// The signs beside words. The signs are drawn as paths, because fonts lack some of them.
public enum Icon: Equatable, CaseIterable, Sendable {
    case padlock
    /// ▶: a running motion.
    case play
    /// ‖: a paused motion.
    case pause
    /// "!": an alarm.
    case alarm
    /// ×: the button that closes the chooser.
    case close
}

extension Icon {
    func width(capital: Double) -> Double {
        switch self {
        case .padlock: capital * 0.82
        case .play: capital * 0.86
        case .pause: capital * 0.62
        case .alarm: capital * 0.28
        case .close: capital
        }
    }

    /// The space between the sign and a following word.
    static func gap(capital: Double) -> Double { capital * 0.55 }

    /// Draws the sign as high as a capital on `baseline`, from `x` to the right.
    func draw(x: Double, baseline: Double, capital: Double, into sketch: inout Sketch, _ color: Color) {
        let box = Rect(x: x, y: baseline - capital, width: width(capital: capital), height: capital)
        switch self {
        case .padlock: drawPadlock(box, into: &sketch, color)
        case .play:
            sketch.add(
                polygon: [
                    Point(x: box.minX, y: box.minY), Point(x: box.maxX, y: box.midY), Point(x: box.minX, y: box.maxY),
                ], color)
        case .pause:
            let bar = max(1, box.width * 0.34)
            sketch.fill(Rect(x: box.minX, y: box.minY, width: bar, height: box.height), color)
            sketch.fill(Rect(x: box.maxX - bar, y: box.minY, width: bar, height: box.height), color)
        case .alarm:
            let dot = max(1, box.width)
            sketch.fill(
                Rect(x: box.midX - dot / 2, y: box.minY, width: dot, height: box.height * 0.66), radius: dot * 0.2,
                color)
            sketch.fill(
                Rect(x: box.midX - dot / 2, y: box.maxY - dot * 0.8, width: dot, height: dot * 0.8),
                radius: dot * 0.2, color)
        case .close:
            let width = max(1, capital * 0.16)
            let inside = box.inset(by: width / 2)
            sketch.line(
                from: Point(x: inside.minX, y: inside.minY), to: Point(x: inside.maxX, y: inside.maxY), width: width,
                color)
            sketch.line(
                from: Point(x: inside.minX, y: inside.maxY), to: Point(x: inside.maxX, y: inside.minY), width: width,
                color)
        }
    }

    private func drawPadlock(_ box: Rect, into sketch: inout Sketch, _ color: Color) {
        let body = box.inset(top: box.height * 0.44)
        sketch.fill(body, radius: box.height * 0.1, color)
        let width = max(1, box.height * 0.13)
        let radius = box.width * 0.3
        let bow = Point(x: box.midX, y: box.minY + radius + width / 2)
        sketch.add(
            .ringSector(
                center: bow, inner: radius - width / 2, outer: radius + width / 2, from: .degrees(180), to: .turn),
            color)
        for side in [-radius, radius] {
            sketch.line(
                from: Point(x: bow.x + side, y: bow.y), to: Point(x: bow.x + side, y: body.minY + width), width: width,
                color)
        }
    }
}

// MARK: In two colours.

extension Icon {
    /// The sign in pixels, as high as the capitals of the smallest bitmap font.
    private var pixels: [String] {
        switch self {
        case .padlock: [".###.", "#...#", "#...#", "#####", "#####", "##.##", "##.##", "#####"]
        case .play: ["#....", "##...", "###..", "####.", "####.", "###..", "##...", "#...."]
        case .pause: ["##.##", "##.##", "##.##", "##.##", "##.##", "##.##", "##.##", "##.##"]
        case .alarm: ["##", "##", "##", "##", "##", "..", "##", "##"]
        case .close: ["#....#", "##..##", ".####.", "..##..", "..##..", ".####.", "##..##", "#....#"]
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
