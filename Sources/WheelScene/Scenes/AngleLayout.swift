import WheelGeometry
import WheelModel
import WheelSettings

/// The layout of the angle scene: an arm that turns about a vertex, and a baseline that points to the left.
///
///     u: the side of the square ÷ 400      ┌─────────────────┐
///     insets 100 u, arm 200 u              │        ↻ name   │
///                                          │          ╲      │
///                                          │           ╲θ    │
///                                          │   ─────────V    │
///                                          │  −   24.5°   +  │
///                                          └─────────────────┘
struct AngleLayout: NumberScene {
    let unit: Double
    let vertex: Point
    let box: Rect
    let bands: TextBands
    let readout: ReadoutRow
    let scale: ArmScale
    let ends: (lower: Angle, upper: Angle)

    var radius: Double { 200 * unit }
    var lineWidth: Double { 10 * unit }

    init(_ settings: ControlSettings, _ number: NumberSettings, in cell: Rect) {
        scale = ArmScale(number, range: .degrees(90))
        ends = scale.ends(of: number)
        let quadrants = Quadrants(from: ends.lower, to: ends.upper)
        let wide = 400.0 + (quadrants.right ? 200 : 0)
        let high = 200.0 + (quadrants.up ? 200 : 0) + (quadrants.down ? 200 : 0)
        unit = min(cell.width / wide, cell.height / high)
        let u = unit
        box = Rect(center: cell.center, size: Size(width: wide * u, height: high * u))
        vertex = Point(x: box.minX + 300 * u, y: box.minY + (quadrants.up ? 300 : 100) * u)
        // The distances that the drawing needs above and below the vertex.
        let reach = (up: quadrants.up ? 226 * u : 8 * u, down: quadrants.down ? 226 * u : 12 * u)
        bands = TextBands(settings, cell: cell, from: vertex.y - reach.up, to: vertex.y + reach.down)
        readout = ReadoutRow(bands.below, hasStepper: settings.movedByHands, button: bands.below.height * 0.88)
    }

    /// The arm's end at an angle. 0° lies on the baseline and 90° points straight up.
    func end(at angle: Angle) -> Point {
        Point(x: vertex.x - radius * angle.cosine, y: vertex.y - radius * angle.sine)
    }

    /// The point at this angle and this distance from the vertex.
    func place(at angle: Angle, distance: Double) -> Point {
        Point(x: vertex.x - distance * angle.cosine, y: vertex.y - distance * angle.sine)
    }

    var textPlaces: TextPlaces {
        TextPlaces(
            title: bands.title, titlePixels: bands.titlePixels, titleAlignment: bands.titleAlignment,
            hasTurnSign: true, value: readout.value, valuePixels: bands.valuePixels, speed: bands.speed)
    }

    /// A finger can take the arm anywhere in the cell.
    func targets(of control: Int, in cell: Rect, _ state: SceneState) -> [TouchTarget] {
        let arm = TouchKind.arm(
            control: control, vertex: vertex, ignoredRadius: 20 * unit, valuePerTurn: scale.valuePerTurn,
            valueOnBaseline: scale.origin)
        return [TouchTarget(arm, area: cell)] + readout.targets(of: control)
    }
}

/// The angles that are drawn for a range: at most one turn, which starts less than a turn from 0°.
struct Arc: Equatable {
    let start: Angle
    let end: Angle

    init(from lower: Angle, to upper: Angle) {
        // Ends that are not finite give an empty arc.
        start = lower.degrees.isFinite ? Angle(degrees: lower.degrees.truncatingRemainder(dividingBy: 360)) : .zero
        let length = (upper - lower).degrees
        end = start + Angle(degrees: length > 0 ? min(length, 360) : 0)
    }
}

/// The quadrants around the vertex that a range of angles needs, besides the upper left one.
struct Quadrants: Equatable {
    /// Whether anything lies above, below or to the right of the vertex. The baseline is always to the left.
    var up = false
    var down = false
    var right = false

    init(from lower: Angle, to upper: Angle) {
        let arc = Arc(from: lower, to: upper)
        let first = Int((arc.start.degrees / 90).rounded(.down))
        let last = max(first, Int((arc.end.degrees / 90).rounded(.up)) - 1)
        for number in first...min(last, first + 3) {
            switch ((number % 4) + 4) % 4 {
            case 0: up = true
            case 1: (up, right) = (true, true)
            case 2: (down, right) = (true, true)
            default: down = true
            }
        }
    }
}
