import WheelCore
import WheelModel

/// Two fingers on one control, or on none.
struct FingerPair: Sendable {
    var control: Int?
    let first: Int
    let second: Int
    var role: Role
    /// Recognises a sideways swipe, which changes the page; `nil` if that is impossible.
    var swipe: PageSwipe?
    /// The value to restore if the gesture becomes a swipe.
    var undo: Undo?

    enum Role: Sendable {
        /// Has not turned the control yet.
        case resting(Twist)
        /// Turns the control. The grip is `nil` while the fingers are too close together for an angle.
        case turning(Grip?)
        case chart(ChartGrip)
        /// On no control.
        case idle
    }

    func has(_ finger: Int) -> Bool { first == finger || second == finger }
}
