import WheelGeometry
import WheelModel

/// Where everything of the angle scene lies: an arm that turns about a vertex, from a baseline that leads to the left.
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
        // Above and below the arm's reach.
        let reach = (up: quadrants.up ? 226 * u : 8 * u, down: quadrants.down ? 226 * u : 12 * u)
        bands = TextBands(settings, cell: cell, from: vertex.y - reach.up, to: vertex.y + reach.down)
        readout = ReadoutRow(bands.below, hasStepper: settings.movedByHands, button: bands.below.height * 0.88)
    }

    /// The arm's end at an angle: 0° on the baseline, 90° straight above the vertex.
    func end(at angle: Angle) -> Point {
        Point(x: vertex.x - radius * angle.cosine, y: vertex.y - radius * angle.sine)
    }

    /// A place at an angle and at a distance from the vertex.
    func place(at angle: Angle, distance: Double) -> Point {
        Point(x: vertex.x - distance * angle.cosine, y: vertex.y - distance * angle.sine)
    }

    var textPlaces: TextPlaces {
        TextPlaces(
            title: bands.title, titlePixels: bands.titlePixels, titleAlignment: bands.titleAlignment,
            hasTurnSign: true, value: readout.value, valuePixels: bands.valuePixels, speed: bands.speed)
    }

    /// The arm can be taken anywhere in the scene.
    func targets(of control: Int, in cell: Rect, _ state: SceneState) -> [TouchTarget] {
        let arm = TouchKind.arm(
            control: control, vertex: vertex, ignoredRadius: 20 * unit, valuePerTurn: scale.valuePerTurn,
            valueOnBaseline: scale.origin)
        return [TouchTarget(arm, area: cell)] + readout.targets(of: control)
    }
}

/// What is drawn of a range of angles, whatever its numbers: it starts within the turn before or after 0°, and goes on
/// for a turn at most.
struct Arc: Equatable {
    let start: Angle
    let end: Angle

    init(from lower: Angle, to upper: Angle) {
        // Ends that are no numbers give an arc of no length.
        start = lower.degrees.isFinite ? Angle(degrees: lower.degrees.truncatingRemainder(dividingBy: 360)) : .zero
        let length = (upper - lower).degrees
        end = start + Angle(degrees: length > 0 ? min(length, 360) : 0)
    }
}

/// The quarters about the vertex that a range of angles needs beside the one of 0° … 90°'s baseline.
struct Quadrants: Equatable {
    /// Whether anything lies above, below or to the right of the vertex. To the left there is always the baseline.
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
