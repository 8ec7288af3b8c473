import WheelCore
import WheelModel

/// Recognises a swipe of two fingers that form no pair: on different controls, or on a slider, a stepper or a tab.
///
/// They are the only two fingers on the surface, and touch within 0.2 s. Each of them also does what it does alone. If they turn
/// out to swipe, all of that is undone: values, drafts, views, and scrubbed ramps. For example, one finger touches a wheel, the
/// other +. Both move to the left: the wheel turns, and + has stepped. After an eighth of the display both values are restored,
/// and the next page is shown. What something else has moved meanwhile is kept.
struct FarSwipe: Sendable {
    private(set) var first: Landing?
    private(set) var second: Landing?
    private var swipe: PageSwipe?

    /// A finger, and what may have to be undone.
    struct Landing: Sendable {
        let finger: Int
        let place: Point
        let time: Instant
        let control: Int?
        /// The control before the touch.
        var undo: Undo?
        /// Of the control's ramp; `nil` if it had none.
        let fraction: Double?
        var hasScrubbed = false
    }

    /// The longest time between the two touches.
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

    /// A finger is alone on the surface.
    mutating func begin(_ landing: Landing) {
        self = FarSwipe()
        first = landing
    }

    /// The second finger has touched.
    mutating func join(_ landing: Landing, length: Double) {
        guard let first, canJoin(first.finger, at: landing.time) else { return end() }
        second = landing
        swipe = .quick(first.place, landing.place, length: length, from: landing.time)
    }

    /// Whether a second touch now is together with this finger's, and no other finger is down.
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
    /// A finger has touched, alone on its control, and has moved nothing yet.
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

    /// Changes the page if the fingers have swiped. Then both are ignored until they lift.
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

    /// Restores what the finger has moved. A ramp that it has stopped stays paused, where it was.
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
