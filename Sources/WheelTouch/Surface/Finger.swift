import WheelCore
import WheelModel

struct Finger: Sendable {
    let id: Int
    var target: ArrangedTarget?
    var control: Int?
    /// The point of the touch, on the display.
    let touchedAt: Point
    /// The present point of the finger, on the display and on the page.
    var onDisplay: Point
    var onPage: Point
    var hasStrayed = false
    /// Whether a tap of the finger only marks the cell of its control.
    var marksOnly = false
    /// Whether the touch of the finger has paused a ramp.
    var hasPausedRamp = false
    var isPalm = false
    /// Whether the present frame contains the finger.
    var isSeen = true
    var role = FingerRole.alone(nil)

    /// The present point of the finger in the coordinates of its target.
    var place: Point { target?.toOwn.apply(to: onPage) ?? onPage }

    /// When the finger's gesture continues without a new frame.
    var deadline: Instant? {
        guard case .alone(.stepper(let hold)) = role else { return nil }
        return hold.deadline
    }

    /// The identity and the points of the finger, which are small enough to be copied at every frame.
    var spot: Spot { Spot(id: id, onDisplay: onDisplay, onPage: onPage) }

    struct Spot: Sendable {
        let id: Int
        let onDisplay: Point
        let onPage: Point

        /// The angle of the line to another finger; `nil` if the two fingers are too close together.
        func angle(to other: Spot, least: Double) -> Angle? {
            let way = other.onPage - onPage
            return way.length < least || way == .zero ? nil : way.angle
        }
    }

    /// Whether the finger can form a pair: with another finger on the same control or, if it is on no control, with
    /// another finger on no control.
    var isShared: Bool { target?.kind.traits.sharesFingers ?? true }

    var ignored: Finger {
        var ignored = Finger(
            id: id, target: nil, control: nil, touchedAt: touchedAt, onDisplay: onDisplay, onPage: onPage,
            isPalm: isPalm)
        ignored.role = .ignored
        return ignored
    }

    /// Whether the finger's control and target, and so its gesture, continue after a change of the settings.
    func isKept(_ places: Continuity) -> Bool {
        if let control, places.controls[control] == nil { return false }
        return target.map { $0.kind.moved(places) != nil } ?? true
    }

    /// The finger after a change of the settings, with new indices. A finger whose gesture does not continue is ignored
    /// until it lifts.
    func moved(_ places: Continuity) -> Finger {
        guard isKept(places) else { return ignored }
        var next = self
        next.control = control.flatMap { places.controls[$0] }
        next.target = target.flatMap { $0.moved(places) }
        return next
    }
}

enum FingerRole: Sendable {
    /// The finger is alone on its control, with the gesture of its target; `nil` if the target gives it no gesture.
    case alone(FingerGesture?)
    /// One of the two fingers of a `FingerPair`.
    case paired
    /// The gesture has ended. No new gesture begins on the control before the finger has lifted.
    case ended
    /// A palm, a finger from before a reload, a finger whose target no longer exists, or a finger that has touched
    /// right after a chooser opened or closed. An ignored finger does not prevent new gestures of other fingers.
    case ignored
}
