import WheelGeometry

/// Swipes of two fingers that form no pair.
extension Panel {
    /// A finger has come down that is alone on its control, and has moved nothing yet.
    mutating func noteLanding(_ index: Int, of surface: Int, at time: Instant) {
        let count = surfaces[surface].touchingFingers
        guard count <= 2, canSwipe(surface) else { return surfaces[surface].farSwipe.end() }
        let finger = surfaces[surface].fingers[index]
        let control = finger.control
        let landing = FarSwipe.Landing(
            finger: finger.id, place: finger.onDisplay, time: time, control: control,
            undo: control.map { controls[$0].inHand.undo },
            fraction: control.flatMap { controls[$0].ramp?.fraction(at: time) })
        if count == 1 {
            surfaces[surface].farSwipe.begin(landing)
        } else {
            surfaces[surface].farSwipe.join(landing, length: surfaces[surface].swipeLength)
        }
    }

    /// Changes the page if the two fingers have swiped. Both are then ignored until they lift.
    mutating func moveFarSwipe(of surface: Int, _ moment: inout Moment) {
        guard !isLocked, let landings = surfaces[surface].farSwipe.landings,
            let first = surfaces[surface].index(of: landings.0.finger),
            let second = surfaces[surface].index(of: landings.1.finger)
        else { return }
        let places = (surfaces[surface].fingers[first].onDisplay, surfaces[surface].fingers[second].onDisplay)
        guard let page = surfaces[surface].farSwipe.page(places.0, places.1, at: moment.time) else { return }
        surfaces[surface].farSwipe.end()
        undo(landings.0, of: surface, &moment)
        undo(landings.1, of: surface, &moment)
        end(landings.0, of: surface, &moment)
        end(landings.1, of: surface, &moment)
        swipe(page, on: surface, &moment)
    }

    /// Restores what the finger has moved. A ramp that it has stopped stays paused, where it was.
    private mutating func undo(_ landing: FarSwipe.Landing, of surface: Int, _ moment: inout Moment) {
        guard let control = landing.control, let index = surfaces[surface].index(of: landing.finger),
            !isLocked(control)
        else { return }
        if case .chart(let grip) = surfaces[surface].fingers[index].role { grip.undo(&controls[control].chart) }
        guard isOpenToHands(control) else { return }
        let hand = Hand(surface: surface, finger: landing.finger)
        if landing.hasScrubbed, controls[control].ramp != nil {
            if let fraction = landing.fraction {
                return scrub(control, by: .finger(hand), &moment) { $0.scrub(to: fraction) }
            }
            endRamp(of: control, &moment)
        }
        if let undo = landing.undo { goBack(to: undo, control, by: hand, &moment) }
    }

    private mutating func end(_ landing: FarSwipe.Landing, of surface: Int, _ moment: inout Moment) {
        if let index = surfaces[surface].index(of: landing.finger) { endFinger(index, of: surface, at: moment.time) }
        guard let control = landing.control else { return }
        breakTap(on: control, of: surface, &moment)
        commitIfReleased(control, &moment)
    }
}
