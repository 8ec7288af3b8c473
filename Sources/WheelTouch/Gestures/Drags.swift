import WheelCore
import WheelModel

struct WheelDrag: Gesture {
    private let axis: TouchAxis
    private let length: Double
    private var grip: Grip

    init(of control: Int, _ orientation: WheelOrientation, _ area: Rect, at place: Point, _ panel: Panel) {
        axis = TouchAxis(orientation, area: area)
        length = axis.length(of: area)
        let wheel = panel.instrument.controls[control]
        grip = wheel.grip(at: axis.reading(at: place), wheel.wheelGear(length: length))
    }

    mutating func move(_ touch: Touch, _ panel: inout Panel, _ changes: inout Changes) {
        guard let control = touch.control else { return }
        let gear = panel.instrument.controls[control].wheelGear(length: length)
        panel.pull(&grip, of: control, to: axis.reading(at: touch.place), gear, by: touch.hand, &changes)
    }
}

/// The gesture of a finger that rotates an arm about its vertex. The arm keeps its angle to the finger, even beyond the
/// ends of the range. With `arm = "jump"` the arm points to the finger at once.
struct ArmTurn: Gesture {
    let vertex: Point
    let ignoredRadius: Double
    let valuePerTurn: Double
    let valueOnBaseline: Double
    /// The grip of the finger; `nil` while the finger is too close to the vertex for an angle.
    private var grip: Grip?

    init(vertex: Point, ignoredRadius: Double, valuePerTurn: Double, valueOnBaseline: Double) {
        self.vertex = vertex
        self.ignoredRadius = ignoredRadius
        self.valuePerTurn = valuePerTurn
        self.valueOnBaseline = valueOnBaseline
    }

    mutating func begin(_ touch: Touch, _ panel: inout Panel, _ changes: inout Changes) {
        move(touch, &panel, &changes)
    }

    mutating func move(_ touch: Touch, _ panel: inout Panel, _ changes: inout Changes) {
        guard let control = touch.control else { return }
        guard let angle = angle(at: touch.place) else {
            grip = nil
            return
        }
        if var grip {
            let reading = angle.unwrapped(near: Angle(degrees: grip.reading)).degrees
            panel.pull(&grip, of: control, to: reading, gear, pastEnd: .isKept, by: touch.hand, &changes)
            self.grip = grip
        } else {
            grip = begin(of: control, at: angle, by: touch.hand, &panel, &changes)
        }
    }

    private func begin(
        of control: Int, at angle: Angle, by hand: Hand, _ panel: inout Panel, _ changes: inout Changes
    ) -> Grip {
        switch panel.instrument.controls[control].settings.number?.arm {
        case .jump:
            guard
                let (from, to) = panel.instrument.controls[control].jump(
                    to: angle, valueOnBaseline: valueOnBaseline, valuePerTurn: valuePerTurn)
            else { break }
            // The grip begins at the present angle of the arm and is then pulled to the finger in one move.
            var grip = panel.instrument.controls[control].grip(at: from.degrees, gear)
            panel.pull(&grip, of: control, to: to.degrees, gear, pastEnd: .isKept, by: hand, &changes)
            return grip
        case .offset, nil: break
        }
        return panel.instrument.controls[control].grip(at: angle.degrees, gear)
    }

    /// The clockwise angle from the baseline to a point; `nil` if the point is too close to the vertex.
    private func angle(at place: Point) -> Angle? {
        let way = vertex - place
        return way.length < ignoredRadius || way == .zero ? nil : way.angle
    }

    private var gear: Grip.Gear { Grip.Gear(amount: valuePerTurn, length: Angle.turn.degrees) }
}

extension Panel {
    mutating func pull(
        _ grip: inout Grip, of control: Int, to reading: Double, _ gear: Grip.Gear,
        pastEnd: Grip.PastEnd = .isForgotten, by hand: Hand, _ changes: inout Changes
    ) {
        guard instrument.takesHandMoves(control) else {
            grip = instrument.controls[control].grip(at: reading, gear)
            return
        }
        guard reading != grip.reading else { return }
        withUnsafeMutablePointer(to: &grip) { grip in
            perform(.pull(grip, to: reading, gear, pastEnd), on: control, by: hand, &changes)
        }
    }

    /// Performs a finger's move, and records it, so that it can be undone if the finger turns out to double-tap or to
    /// swipe.
    mutating func perform(_ move: Move, on control: Int, by hand: Hand, _ changes: inout Changes) {
        let performed = play(&changes) { $0.perform(move, on: control, by: .finger(hand), &$1) }
        guard performed.hasMoved else { return }
        surfaces[hand.surface].recordMove(
            of: control, from: performed.start, revision: performed.revision, to: performed.revisionAfter)
    }
}

enum TouchAxis: Sendable {
    case horizontal
    case vertical

    init(_ orientation: WheelOrientation, area: Rect) {
        switch orientation {
        case .horizontal: self = .horizontal
        case .vertical: self = .vertical
        case .auto: self = area.height > area.width ? .vertical : .horizontal
        }
    }

    /// The position along the axis, which increases to the right and upwards.
    func reading(at place: Point) -> Double {
        switch self {
        case .horizontal: place.x
        case .vertical: -place.y
        }
    }

    func length(of area: Rect) -> Double {
        switch self {
        case .horizontal: area.width
        case .vertical: area.height
        }
    }
}
