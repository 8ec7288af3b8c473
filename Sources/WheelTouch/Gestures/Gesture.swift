import WheelCore
import WheelModel

/// What a finger does that is alone on a control, from touching to lifting.
///
/// There is a small type for each way: `WheelDrag`, `ArmTurn` and the others in this folder. `TouchKind.gesture` says which
/// target has which. A gesture moves controls by the instrument's door, as every hand does, and reads the control again after
/// each move: it may have ended a ramp, been clamped at an end, or been refused by a lock.
///
/// For example, a finger touches a slider while a ramp runs. The gesture begins with a grip of the ramp's fraction; `move` scrubs
/// the ramp, which pauses it. A client cancels the ramp, so the next `move` finds none, and grips the value where that is. `lift`
/// has nothing to do, and the interaction is committed, since no finger holds it any more.
protocol Gesture: Sendable {
    /// The finger has touched, and its control has the focus.
    mutating func begin(_ touch: Touch, _ panel: inout Panel, _ changes: inout Changes)
    /// There is a new frame. The finger may be where it was.
    mutating func move(_ touch: Touch, _ panel: inout Panel, _ changes: inout Changes)
    func lift(_ touch: Touch, _ tap: TapEnd, _ panel: inout Panel, _ changes: inout Changes)
    /// It ends early: the finger is ignored until it lifts.
    func cancel(_ touch: Touch, _ panel: inout Panel, at time: Instant)
    /// The finger turns out to swipe to another page: the view is as before.
    func restoreView(_ touch: Touch, _ panel: inout Panel)
}

extension Gesture {
    mutating func begin(_ touch: Touch, _ panel: inout Panel, _ changes: inout Changes) {}
    mutating func move(_ touch: Touch, _ panel: inout Panel, _ changes: inout Changes) {}
    func lift(_ touch: Touch, _ tap: TapEnd, _ panel: inout Panel, _ changes: inout Changes) {}
    func cancel(_ touch: Touch, _ panel: inout Panel, at time: Instant) {}
    func restoreView(_ touch: Touch, _ panel: inout Panel) {}
}

/// A finger as its gesture sees it.
struct Touch: Sendable {
    let finger: Finger
    let surface: Int
    let display: Int

    var control: Int? { finger.control }
    /// In the coordinates of its target, as is `area`.
    var place: Point { finger.place }
    var area: Rect { finger.target?.area ?? .zero }
    var hand: Hand { Hand(surface: surface, finger: finger.id) }
}

/// All gestures in one type, so that a touch allocates nothing.
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
