import WheelCore
import WheelModel

/// Recognises a swipe of two fingers that form no pair: on different controls, or on a slider, a stepper or a tab. Each of
/// them also does what it does alone. If it becomes a swipe, that is undone.
///
/// They are the only two fingers on the surface, and come down together.
struct FarSwipe: Sendable {
    private(set) var first: Landing?
    private(set) var second: Landing?
    private var swipe: PageSwipe?

    /// A finger, and what it may have to undo.
    struct Landing: Sendable {
        let finger: Int
        let place: Point
        let time: Instant
        let control: Int?
        /// The control before the finger came down.
        var undo: Undo?
        /// The fraction of the control's ramp then; `nil` if it had none.
        let fraction: Double?
        /// Whether the finger has scrubbed a ramp.
        var hasScrubbed = false
    }

    /// The time between the two fingers.
    static let together = Interval.milliseconds(200)

    /// Both fingers, while they may swipe.
    var landings: (Landing, Landing)? {
        guard swipe != nil, var first, var second else { return nil }
        if let control = first.control, second.control == control {
            // On the same control, the first finger knows what was there before both.
            first.hasScrubbed = first.hasScrubbed || second.hasScrubbed
            second.hasScrubbed = false
            second.undo = nil
        }
        return (first, second)
    }

    /// A finger comes down that is alone on the surface.
    mutating func begin(_ landing: Landing) {
        self = FarSwipe()
        first = landing
    }

    /// The second finger comes down.
    mutating func join(_ landing: Landing, length: Double) {
        guard let first, canJoin(first.finger, at: landing.time) else { return end() }
        second = landing
        swipe = .quick(first.place, landing.place, length: length, from: landing.time)
    }

    /// Whether a finger that comes down now comes down together with this one, and no other is down.
    func canJoin(_ finger: Int, at time: Instant) -> Bool {
        guard let first, first.finger == finger, swipe == nil else { return false }
        return time >= first.time && time <= first.time + FarSwipe.together
    }

    mutating func end() {
        first = nil
        second = nil
        swipe = nil
    }

    /// A finger has moved a control.
    mutating func recordMove(of control: Int, from place: UnwrappedNumber, revision before: UInt64, to after: UInt64) {
        if first?.control == control { first?.undo?.recordMove(from: place, revision: before, to: after) }
        if second?.control == control { second?.undo?.recordMove(from: place, revision: before, to: after) }
    }

    mutating func recordScrub(by finger: Int) {
        if first?.finger == finger { first?.hasScrubbed = true }
        if second?.finger == finger { second?.hasScrubbed = true }
    }

    mutating func page(_ newFirst: Point, _ newSecond: Point, at time: Instant) -> PageChoice? {
        swipe?.page(newFirst, newSecond, at: time)
    }
}
