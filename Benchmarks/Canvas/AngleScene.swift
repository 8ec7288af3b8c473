import WheelCanvas
import WheelCore

/// An arm over an arc, 800 × 480: 25 ticks, arm and baseline, wedge, dot, and a readout 48 pixels high.
struct AngleScene: BenchmarkScene {
    let readout: Font
    private let apex = Point(x: 520, y: 360)
    private let radius = 240.0

    init(typeface: Typeface) {
        readout = typeface.font(pixels: 48)
        readout.prepare("0123456789.°")
    }

    func still(into list: inout DisplayList) {
        list.removeAll()
        for tick in 0..<25 {
            let angle = Angle(degrees: Double(tick) * 3.75)
            list.add(.capsule(from: place(angle, 222), to: place(angle, 234), width: 2), color: Colors.secondary)
        }
    }

    func moving(frame: Int, jumps: Bool, into list: inout DisplayList) {
        let degrees = jumps ? (frame % 2 == 0 ? 20.0 : 60.0) : 10 + 1.5 * Double(abs(frame % 94 - 47))
        let angle = Angle(degrees: degrees)
        let (left, end) = (Point(x: apex.x - radius, y: apex.y), place(angle, radius))
        list.removeAll()
        list.add(
            .ringSector(
                center: apex, inner: 192, outer: 216, from: Angle(degrees: 180), to: Angle(degrees: 180) + angle),
            color: Colors.accent)
        list.add(.capsule(from: left, to: apex, width: 12), color: Colors.foreground)
        list.add(.capsule(from: apex, to: end, width: 12), color: Colors.foreground)
        list.add(.disc(center: end, radius: 12), color: Colors.accent)
        list.add(
            text(degrees), font: readout, at: Point(x: 400, y: 450), alignment: .middle, color: Colors.foreground)
    }

    private func place(_ angle: Angle, _ distance: Double) -> Point {
        Point(x: apex.x - distance * angle.cosine, y: apex.y - distance * angle.sine)
    }

    private func text(_ degrees: Double) -> String {
        let tenths = Int((degrees * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)°"
    }
}
