import WheelCore
import WheelModel

/// A finger that is down.
struct Finger: Sendable {
    let id: Int
    /// The target that it has touched.
    var target: ArrangedTarget?
    var control: Int?
    /// On the display.
    let touchedAt: Point
    /// Its present place, on the display and on the page.
    var onDisplay: Point
    var onPage: Point
    var hasStrayed = false
    /// Whether its tap only marks the cell of its control.
    var marksOnly = false
    /// Whether its touch has paused a ramp.
    var hasPausedRamp = false
    var isPalm = false
    /// Whether the present frame has it.
    var isSeen = true
    var role = FingerRole.alone(nil)

    /// In the coordinates of its target.
    var place: Point { target?.toOwn.apply(to: onPage) ?? onPage }

    /// When its gesture continues by itself.
    var deadline: Instant? {
        guard case .alone(.stepper(let hold)) = role else { return nil }
        return hold.deadline
    }

    /// Small enough to be copied at every frame.
    var spot: Spot { Spot(id: id, onDisplay: onDisplay, onPage: onPage) }

    struct Spot: Sendable {
        let id: Int
        let onDisplay: Point
        let onPage: Point

        /// The angle of the line to another finger; `nil` if they are too close together.
        func angle(to other: Spot, least: Double) -> Angle? {
            let way = other.onPage - onPage
            return way.length < least || way == .zero ? nil : way.angle
        }
    }

    /// Whether it forms a pair with another finger on the same control, or with another on none.
    var isShared: Bool { target?.kind.traits.sharesFingers ?? true }

    var ignored: Finger {
        var ignored = Finger(
            id: id, target: nil, control: nil, touchedAt: touchedAt, onDisplay: onDisplay, onPage: onPage,
            isPalm: isPalm)
        ignored.role = .ignored
        return ignored
    }

    /// Whether its gesture continues.
    func isKept(_ places: Continuity) -> Bool {
        if let control, places.controls[control] == nil { return false }
        return target.map { $0.kind.moved(places) != nil } ?? true
    }

    /// With new indices. A finger whose gesture does not continue is ignored until it lifts.
    func moved(_ places: Continuity) -> Finger {
        guard isKept(places) else { return ignored }
        var next = self
        next.control = control.flatMap { places.controls[$0] }
        next.target = target.flatMap { $0.moved(places) }
        return next
    }
}

enum FingerRole: Sendable {
    /// It is alone on its control, with the gesture of its target; `nil` if that moves nothing.
    case alone(FingerGesture?)
    /// One of the two fingers of a `FingerPair`.
    case paired
    /// The gesture has ended. No new one begins on the control before the finger has lifted.
    case ended
    /// A palm, or a finger whose target does not exist any more. It does not prevent gestures of others.
    case ignored
}
