import WheelCore
import WheelModel

/// A finger that is down.
struct Finger: Sendable {
    let id: Int
    /// The target on which it came down.
    var target: ArrangedTarget?
    /// The control of that target.
    var control: Int?
    /// The place on the display where it came down.
    let touchedAt: Point
    /// Its current place, on the display and on the page.
    var onDisplay: Point
    var onPage: Point
    var hasStrayed = false
    /// Whether it came down on a cell of a bank that was not marked: its tap only marks the cell.
    var marksOnly = false
    /// Whether it paused a ramp when it came down.
    var hasPausedRamp = false
    var isPalm = false
    /// Whether it is contained in the current frame.
    var isSeen = true
    var role = FingerRole.alone(nil)

    /// Its current place, in the coordinates of its target.
    var place: Point { target?.toOwn.apply(to: onPage) ?? onPage }

    /// When its gesture goes on by itself.
    var deadline: Instant? {
        guard case .alone(.stepper(let hold)) = role else { return nil }
        return hold.deadline
    }

    /// The finger's id and place, small enough to be copied at every frame.
    var spot: Spot { Spot(id: id, onDisplay: onDisplay, onPage: onPage) }

    struct Spot: Sendable {
        let id: Int
        let onDisplay: Point
        let onPage: Point

        /// The angle of the line to another finger; `nil` if they are too close together for an angle.
        func angle(to other: Spot, least: Double) -> Angle? {
            let way = other.onPage - onPage
            return way.length < least || way == .zero ? nil : way.angle
        }
    }

    /// Whether it forms pairs with other fingers on the same control, or with others on no control.
    var isShared: Bool { target?.kind.traits.sharesFingers ?? true }

    /// The finger without its gesture: it is ignored until it lifts.
    var ignored: Finger {
        var ignored = Finger(
            id: id, target: nil, control: nil, touchedAt: touchedAt, onDisplay: onDisplay, onPage: onPage,
            isPalm: isPalm)
        ignored.role = .ignored
        return ignored
    }

    /// Whether its gesture goes on.
    func isKept(_ places: Continuity) -> Bool {
        if let control, places.controls[control] == nil { return false }
        return target.map { $0.kind.moved(places) != nil } ?? true
    }

    /// The same finger; one whose gesture has ended is ignored until it lifts.
    func moved(_ places: Continuity) -> Finger {
        guard isKept(places) else { return ignored }
        var next = self
        next.control = control.flatMap { places.controls[$0] }
        next.target = target.flatMap { $0.moved(places) }
        return next
    }
}

/// What a finger is for until it lifts.
enum FingerRole: Sendable {
    /// It is alone on its control, with the gesture of its target; `nil` if that moves nothing.
    case alone(FingerGesture?)
    /// One of the two fingers of a `FingerPair`.
    case paired
    /// The gesture has ended. No new one begins on the control before the finger has lifted.
    case ended
    /// A palm, or a finger whose target is gone. It does not prevent gestures of other fingers.
    case ignored
}
