import WheelCore
import WheelModel

/// Recognises a swipe of two fingers that do not form a pair, because they are on different controls, or on targets
/// such as a slider, a stepper or a tab.
///
/// No other finger may be on the surface, and both fingers must touch within 0.2 s. Each finger also performs its own
/// gesture. If the fingers turn out to swipe, the effects of both gestures are undone: values, pending values, the
/// views of charts, and scrubbed ramps. For example, one finger touches a wheel, and the other touches +. Both fingers
/// move to the left: the wheel turns, and + has moved its value by a step. After an eighth of the display both values
/// are restored, and the next page is shown. A value or a chart's view that something else has changed
/// since the touch is not restored; a scrubbed ramp always returns to its fraction at the touch.
struct FarSwipe: Sendable {
    private(set) var first: Landing?
    private(set) var second: Landing?
    private var swipe: PageSwipe?

    /// A finger, and the state to restore after a swipe.
    struct Landing: Sendable {
        let finger: Int
        let place: Point
        let time: Instant
        let control: Int?
        /// The value of the control before the touch.
        var undo: Undo?
        /// The fraction of the control's ramp at the touch; `nil` if the control had no ramp.
        let fraction: Double?
        var hasScrubbed = false
    }

    /// The longest time between the two touches.
    static let together = Interval.milliseconds(200)

    /// Both fingers, while they may still swipe.
    var landings: (Landing, Landing)? {
        guard swipe != nil, var first, var second else { return nil }
        if let control = first.control, second.control == control {
            // If both fingers are on the same control, only the first finger's landing restores the control, to the
            // value before both touches.
            first.hasScrubbed = first.hasScrubbed || second.hasScrubbed
            second.hasScrubbed = false
            second.undo = nil
        }
        return (first, second)
    }

    /// Begins to watch a finger that is alone on the surface.
    mutating func begin(_ landing: Landing) {
        self = FarSwipe()
        first = landing
    }

    /// Adds the second finger.
    mutating func join(_ landing: Landing, length: Double) {
        guard let first, canJoin(first.finger, at: landing.time) else { return end() }
        second = landing
        swipe = .quick(first.place, landing.place, length: length, from: landing.time)
    }

    /// Whether a second touch at `time` is soon enough after the touch of this finger, and no other finger is down.
    func canJoin(_ finger: Int, at time: Instant) -> Bool {
        guard let first, first.finger == finger, swipe == nil else { return false }
        return time >= first.time && time <= first.time + FarSwipe.together
    }

    mutating func end() {
        first = nil
        second = nil
        swipe = nil
    }

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

extension Panel {
    /// Records the touch of a finger that is alone on its control, before the finger moves a value.
    mutating func recordLanding(_ index: Int, of surface: Int, at time: Instant) {
        let count = surfaces[surface].touchingFingers
        guard count <= 2, canSwipe(surface) else { return surfaces[surface].farSwipe.end() }
        let finger = surfaces[surface].fingers[index]
        let control = finger.control
        let landing = FarSwipe.Landing(
            finger: finger.id, place: finger.onDisplay, time: time, control: control,
            undo: control.map { instrument.controls[$0].undo },
            fraction: control.flatMap { instrument.controls[$0].rampStatus(at: time)?.fraction })
        if count == 1 {
            surfaces[surface].farSwipe.begin(landing)
        } else {
            surfaces[surface].farSwipe.join(landing, length: surfaces[surface].swipeLength)
        }
    }

    /// Changes the page if the fingers have swiped. After that both fingers are ignored until they lift.
    mutating func moveFarSwipe(of surface: Int, _ changes: inout Changes) {
        guard !instrument.isLocked, let landings = surfaces[surface].farSwipe.landings,
            let first = surfaces[surface].index(of: landings.0.finger),
            let second = surfaces[surface].index(of: landings.1.finger)
        else { return }
        let places = (surfaces[surface].fingers[first].onDisplay, surfaces[surface].fingers[second].onDisplay)
        guard let page = surfaces[surface].farSwipe.page(places.0, places.1, at: changes.time) else { return }
        surfaces[surface].farSwipe.end()
        undo(landings.0, of: surface, &changes)
        undo(landings.1, of: surface, &changes)
        end(landings.0, of: surface, &changes)
        end(landings.1, of: surface, &changes)
        swipe(page, on: surface, &changes)
    }

    /// Restores the value, the chart's view and the ramp that the finger has moved. A ramp that the finger has paused
    /// stays paused, at the fraction that it had at the touch.
    private mutating func undo(_ landing: FarSwipe.Landing, of surface: Int, _ changes: inout Changes) {
        guard let control = landing.control, let index = surfaces[surface].index(of: landing.finger),
            !instrument.isLocked(control)
        else { return }
        perform(.restoreView, index, of: surface, &changes)
        guard instrument.isOpenToHands(control) else { return }
        let hand = Hand(surface: surface, finger: landing.finger)
        if landing.hasScrubbed, instrument.controls[control].hasRamp {
            if let fraction = landing.fraction {
                return play(&changes) { $0.scrub(control, to: fraction, by: hand, &$1) }
            }
            play(&changes) { $0.endRamp(of: control, &$1) }
        }
        if let undo = landing.undo { goBack(to: undo, control, by: hand, &changes) }
    }

    private mutating func end(_ landing: FarSwipe.Landing, of surface: Int, _ changes: inout Changes) {
        if let index = surfaces[surface].index(of: landing.finger) { endFinger(index, of: surface, &changes) }
        guard let control = landing.control else { return }
        breakTap(on: control, of: surface, &changes)
        commitIfReleased(control, &changes)
    }

    mutating func swipe(_ way: PageChoice, on surface: Int, _ changes: inout Changes) {
        switch (surfaces[surface].layout.swipes, way) {
        case (.to(let before, _), .previous): go(to: before, on: surface, &changes)
        case (.to(_, let after), .next): go(to: after, on: surface, &changes)
        case (_, _): play(&changes) { $0.show(way, &$1) }
        }
    }
}
