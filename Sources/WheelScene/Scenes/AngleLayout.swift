import WheelCore
import WheelModel
import WheelTouch

/// The layout of the angle scene: an arm that turns about a vertex, and a baseline that points to the left. The value
/// is above the drawing, or to the right of it in a wide body.
///
///     u: the unit, arm 200 u               ┌─────────────────┐
///                                          │ label     speed │
///                                          │  −   24.5°   +  │
///                                          │          ╲      │
///                                          │           ╲θ    │
///                                          │   ─────────V    │
///                                          └─────────────────┘
struct AngleLayout: NumberScene {
    let unit: Double
    let vertex: Point
    /// The bounds of the drawing with its numbers.
    let box: Rect
    /// Whether the body has room for the drawing.
    let isDrawn: Bool
    let hasNumbers: Bool
    let row: ValueRow
    let line: ValueLine?
    let scale: ArmScale
    let ends: (lower: Angle, upper: Angle)
    private let room: SceneRoom
    private let isMoved: Bool

    var radius: Double { 200 * unit }
    var lineWidth: Double { max(2, 8 * unit) }
    var value: ValuePlace? { row.value }
    var measures: Measures { room.measures }
    var headroom: Double { min(row.top, isDrawn ? box.minY : .infinity) - room.body.minY }

    /// The space that numbers need beyond the ticks, in pixels.
    static func numberRoom(_ measures: Measures) -> Double { measures.label * 1.6 }

    init(_ settings: ControlSettings, _ number: NumberSettings, in room: SceneRoom) {
        self.room = room
        isMoved = settings.movedByHands
        scale = ArmScale(number, range: .degrees(90))
        ends = scale.ends(of: number)
        let measures = room.measures
        let (drawing, place, line) = room.divided(settings)
        row = ValueRow(place, settings, room)
        self.line = line
        let quadrants = Quadrants(from: ends.lower, to: ends.upper)
        isDrawn = drawing.height > 0
        // How far the drawing reaches from the vertex, in units. `space` is the room for numbers beyond the drawing, in
        // pixels.
        let reach = (
            left: 230.0, right: quadrants.right ? 230.0 : 12, up: quadrants.up ? 230.0 : 12,
            down: quadrants.down ? 230.0 : 12
        )
        func space(_ numbers: Double) -> (left: Double, right: Double, up: Double, down: Double) {
            (
                numbers * 2, quadrants.right ? numbers * 2.4 : 0, quadrants.up ? numbers : 0,
                quadrants.down ? numbers : numbers / 2
            )
        }
        func unit(_ numbers: Double) -> Double {
            let space = space(numbers)
            let across = (drawing.width - space.left - space.right) / (reach.left + reach.right)
            let down = (drawing.height - space.up - space.down) / (reach.up + reach.down)
            return max(0.02, min(across, down))
        }
        // Numbers are omitted if they would make the drawing small.
        let numbers = AngleLayout.numberRoom(measures)
        hasNumbers =
            min(drawing.width, drawing.height) >= measures.pixels(14)
            && unit(numbers) * max(reach.up + reach.down, reach.left + reach.right)
                >= 0.6 * min(drawing.width, drawing.height)
        self.unit = unit(hasNumbers ? numbers : 0)
        let (u, space) = (self.unit, space(hasNumbers ? numbers : 0))
        let size = Size(
            width: (reach.left + reach.right) * u + space.left + space.right,
            height: (reach.up + reach.down) * u + space.up + space.down)
        box = Rect(center: drawing.center, size: size)
        vertex = Point(x: box.minX + space.left + reach.left * u, y: box.minY + space.up + reach.up * u)
    }

    /// The arm's end at an angle. 0° is on the baseline and 90° points straight up.
    func end(at angle: Angle) -> Point {
        Point(x: vertex.x - radius * angle.cosine, y: vertex.y - radius * angle.sine)
    }

    func place(at angle: Angle, distance: Double) -> Point {
        Point(x: vertex.x - distance * angle.cosine, y: vertex.y - distance * angle.sine)
    }

    /// A finger can turn the arm from anywhere in the cell.
    func targets(of control: Int, _ state: SceneState) -> [TouchTarget] {
        guard isMoved else { return [] }
        let arm = TouchKind.arm(
            control: control, vertex: vertex, ignoredRadius: 20 * unit, valuePerTurn: scale.valuePerTurn,
            valueOnBaseline: scale.origin)
        return [TouchTarget(arm, area: room.cell)] + row.targets(of: control)
    }
}

extension SceneRoom {
    /// Divides the body between the value and a drawing. The drawing is below the value, so that a hand that turns it
    /// does not cover the value. In a wide body the drawing is to the left of the value. The value has priority: if
    /// little room is left, the place of the drawing is empty. A strip of the height `below` is kept free for other
    /// parts of the scene.
    func divided(_ settings: ControlSettings, below: Double = 0) -> (drawing: Rect, value: Rect, line: ValueLine) {
        let free = body.inset(bottom: below)
        let beside = body.width * 0.5 - measures.innerGap
        if body.width > 1.6 * body.height, body.height >= measures.pixels(14), beside >= measures.pixels(22),
            ValueWidth(settings).pixels(at: measures.leastValue, measures) <= beside
        {
            let left = (body.width * 0.5).rounded()
            let drawing = Rect(x: body.minX, y: body.minY, width: left, height: free.height)
            let value = valueBox(free.inset(left: left + measures.innerGap))
            return (drawing, value, ValueLine(.middle, value, capital: valueCapital))
        }
        let wanted = max(SceneRoom.line(valueCapital), hasSteppers ? measures.target : 0)
        let height = min(wanted, max(body.height * 0.42, SceneRoom.line(measures.leastValue)))
        // A drawing is usually no higher than the body is wide. So a high body has spare height. A third of this height
        // is left above the value, which moves the value and the drawing towards the middle.
        let spare = free.height - height - measures.innerGap / 2 - body.width
        let row = valueRow(height: height, air: max(0, spare / 3).rounded())
        let drawing = free.inset(top: row.maxY + measures.innerGap / 2 - body.minY)
        guard drawing.height >= measures.pixels(6) else {
            let value = valueBox(free)
            return (
                Rect(x: body.midX, y: body.maxY, width: 0, height: 0), value,
                ValueLine(.middle, value, capital: valueCapital)
            )
        }
        // `ValueText` gives numbers in equal boxes the same size. So the value has the box that the cards of a row
        // share, unless the control has steppers.
        return (drawing, hasSteppers ? row : valueBox(row), ValueLine(.top, row, capital: valueCapital))
    }
}

/// The angles that are drawn for a range: at most one turn, starting less than a turn from 0°.
struct Arc: Equatable {
    let start: Angle
    let end: Angle

    init(from lower: Angle, to upper: Angle) {
        // A lower end that is infinite or not a number is replaced by 0°. A length that is not a number gives an empty
        // arc.
        start = lower.degrees.isFinite ? Angle(degrees: lower.degrees.truncatingRemainder(dividingBy: 360)) : .zero
        let length = (upper - lower).degrees
        end = start + Angle(degrees: length > 0 ? min(length, 360) : 0)
    }
}

/// The sides of the vertex to which a range of angles extends, besides the left side with the baseline.
struct Quadrants: Equatable {
    /// Whether a part of the range lies above, below or to the right of the vertex.
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
