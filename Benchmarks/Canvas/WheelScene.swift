import WheelCanvas
import WheelCore

/// The front of a wheel, 700 × 80: 20 lines per half turn, two level bars, and the value beside it.
struct WheelScene: BenchmarkScene {
    let value: Font
    private let frame = Rect(x: 50, y: 200, width: 700, height: 80)

    init(typeface: Typeface) {
        value = typeface.font(pixels: 24)
        value.prepare("0123456789. %")
    }

    func still(into list: inout DisplayList) {
        list.removeAll()
        let (left, top, right, bottom) = (frame.minX, frame.minY, frame.maxX, frame.maxY)
        for side in [
            Rect(x: left, y: top, width: frame.width, height: 1),
            Rect(x: left, y: bottom - 1, width: frame.width, height: 1),
            Rect(x: left, y: top, width: 1, height: frame.height),
            Rect(x: right - 1, y: top, width: 1, height: frame.height),
        ] { list.add(.roundedRectangle(side, radius: 0), color: Colors.secondary) }
    }

    func moving(frame number: Int, jumps: Bool, into list: inout DisplayList) {
        let position = jumps ? (number % 2 == 0 ? 0.2 : 0.7) : Double(abs(number % 190 - 95)) / 96
        list.removeAll()
        let (turn, density) = (0.5 * position, 20.0)
        var line = ((turn * 2 - 0.5) * density).rounded(.up)
        while line / density - turn * 2 < 0.5 {
            let angle = Angle(turns: (line / density - turn * 2) / 2)
            let x = frame.minX + frame.width / 2 * (1 - angle.sine)
            let rect = Rect(x: x - 0.5, y: frame.minY + 8, width: 1, height: frame.height - 16)
            list.add(.roundedRectangle(rect, radius: 0), color: Colors.foreground)
            line += 1
        }
        let end = frame.minX + 4 + (frame.width - 8) * position
        for y in [frame.minY + 4, frame.maxY - 4] {
            list.add(
                .capsule(from: Point(x: frame.minX + 4, y: y), to: Point(x: end, y: y), width: 4), color: Colors.accent)
        }
        let tenths = Int((position * 1000).rounded())
        list.add(
            "\(tenths / 10).\(tenths % 10) %", font: value, at: Point(x: 400, y: 320), alignment: .middle,
            color: Colors.foreground)
    }
}
