import WheelCore
import WheelModel

/// The gesture of a finger that is alone on a control, from the touch to the lift.
///
/// Each gesture is a small type in this folder, such as `WheelDrag` or `ArmTurn`. `TouchKind.gesture` chooses the
/// gesture for a target. A gesture moves controls by `Instrument.perform`, as every hand does. After each move it reads
/// the control again, because the move may have ended a ramp, may have been clamped at an end, or may have been refused
/// by a lock.
///
/// For example, a client runs a ramp, and a finger touches a slider without a ramp of its own. The gesture begins with
/// a grip on the ramp's fraction, and `move` scrubs the ramp, which pauses it. Then the client cancels the ramp, so the
/// next `move` finds no ramp and begins a grip on the present value. When the finger lifts, its hold is released, and
/// the interaction is committed.
protocol Gesture: Sendable {
    /// Called when the finger has touched and its control has the focus.
    mutating func begin(_ touch: Touch, _ panel: inout Panel, _ changes: inout Changes)
    /// Called at each frame, even if the finger has not moved.
    mutating func move(_ touch: Touch, _ panel: inout Panel, _ changes: inout Changes)
    func lift(_ touch: Touch, _ tap: TapEnd, _ panel: inout Panel, _ changes: inout Changes)
    /// Called when the gesture ends early. The finger is ignored until it lifts.
    func cancel(_ touch: Touch, _ panel: inout Panel, at time: Instant)
    /// Restores the view of the control's chart as it was before the touch, because the finger turns out to swipe to
    /// another page.
    func restoreView(_ touch: Touch, _ panel: inout Panel)
}

extension Gesture {
    mutating func begin(_ touch: Touch, _ panel: inout Panel, _ changes: inout Changes) {}
    mutating func move(_ touch: Touch, _ panel: inout Panel, _ changes: inout Changes) {}
    func lift(_ touch: Touch, _ tap: TapEnd, _ panel: inout Panel, _ changes: inout Changes) {}
    func cancel(_ touch: Touch, _ panel: inout Panel, at time: Instant) {}
    func restoreView(_ touch: Touch, _ panel: inout Panel) {}
}

/// What a gesture reads about its finger.
struct Touch: Sendable {
    let finger: Finger
    let surface: Int
    let display: Int

    var control: Int? { finger.control }
    /// The finger's point. Like `area`, this point is in the coordinates of the target.
    var place: Point { finger.place }
    var area: Rect { finger.target?.area ?? .zero }
    var hand: Hand { Hand(surface: surface, finger: finger.id) }
}

/// All gestures are cases of one enum, so that a touch allocates nothing.
enum FingerGesture: Sendable {
    case rest(Rest)
    case press(Press)
    case wheel(WheelDrag)
    case arm(ArmTurn)
    case slider(SliderDrag)
    case digit(DigitDrag)
    case stepper(StepperHold)
    case ramp(RampPress)
    case chips(ChipScroll)

    enum Act {
        case begin
        case move
        case lift(TapEnd)
        case cancel
        case restoreView
    }

    mutating func perform(_ act: Act, _ touch: Touch, _ panel: inout Panel, _ changes: inout Changes) {
        switch self {
        case .rest(let gesture): self = .rest(gesture.after(act, touch, &panel, &changes))
        case .press(let gesture): self = .press(gesture.after(act, touch, &panel, &changes))
        case .wheel(let gesture): self = .wheel(gesture.after(act, touch, &panel, &changes))
        case .arm(let gesture): self = .arm(gesture.after(act, touch, &panel, &changes))
        case .slider(let gesture): self = .slider(gesture.after(act, touch, &panel, &changes))
        case .digit(let gesture): self = .digit(gesture.after(act, touch, &panel, &changes))
        case .stepper(let gesture): self = .stepper(gesture.after(act, touch, &panel, &changes))
        case .ramp(let gesture): self = .ramp(gesture.after(act, touch, &panel, &changes))
        case .chips(let gesture): self = .chips(gesture.after(act, touch, &panel, &changes))
        }
    }
}

extension Gesture {
    fileprivate func after(
        _ act: FingerGesture.Act, _ touch: Touch, _ panel: inout Panel, _ changes: inout Changes
    ) -> Self {
        var next = self
        switch act {
        case .begin: next.begin(touch, &panel, &changes)
        case .move: next.move(touch, &panel, &changes)
        case .lift(let tap): lift(touch, tap, &panel, &changes)
        case .cancel: cancel(touch, &panel, at: changes.time)
        case .restoreView: restoreView(touch, &panel)
        }
        return next
    }
}
