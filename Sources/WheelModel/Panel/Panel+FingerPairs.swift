import WheelGeometry

/// Two fingers on one control, or on none.
extension Panel {
    /// A second finger comes down: it ends what the first one does.
    mutating func beginPair(
        _ first: Int, _ second: Int, of surface: Int, at time: Instant, into changes: inout ChangeList
    ) {
        let fingers = (surfaces[surface].fingers[first], surfaces[surface].fingers[second])
        let control = fingers.0.control
        var undo = control.map { controls[$0].undo }
        if let control {
            // What the first finger did as what might have been a tap is a part of the two fingers' gesture.
            if let tap = surfaces[surface].taps[control].down { undo = tap.undo }
            breakTap(on: control, of: surface, at: time, into: &changes)
        }
        let window = surfaces[surface].layout.window(of: control)
        let length = surfaces[surface].swipeLength
        surfaces[surface].fingers[first].role = .paired
        surfaces[surface].fingers[second].role = .paired
        surfaces[surface].pairs.append(
            FingerPair(
                control: control, first: fingers.0.id, second: fingers.1.id,
                role: pairRole(of: control, window, fingers.0, fingers.1, of: surface),
                swipe: window == nil && settings.pages.count > 1
                    ? PageSwipe(fingers.0.onDisplay, fingers.1.onDisplay, length: length) : nil,
                undo: undo))
    }

    private func pairRole(
        of control: Int?, _ window: ChartWindow?, _ first: Finger, _ second: Finger, of surface: Int
    ) -> FingerPair.Role {
        guard let control else { return .idle }
        if let window {
            let places = (window.toOwn.apply(to: first.onPage), window.toOwn.apply(to: second.onPage))
            return .chart(ChartPinch(controls[control].chart, window, places.0, places.1))
        }
        let grip = surfaces[surface].angle(of: first, second).map {
            controls[control].grip(at: $0.degrees, controls[control].turnGear)
        }
        return .turning(grip)
    }

    mutating func movePairs(of surface: Int, at time: Instant, into changes: inout ChangeList) {
        var index = 0
        while index < surfaces[surface].pairs.count {
            let pair = surfaces[surface].pairs[index]
            guard let first = surfaces[surface].finger(pair.first), let second = surfaces[surface].finger(pair.second)
            else { preconditionFailure("a pair has lost a finger") }
            move(index, of: surface, first, second, at: time, into: &changes)
            if let page = pair.swipe?.page(first.onDisplay, second.onDisplay), !isLocked {
                swipe(index, of: surface, to: page, at: time, into: &changes)
            } else {
                index += 1
            }
        }
    }

    private mutating func move(
        _ index: Int, of surface: Int, _ first: Finger, _ second: Finger, at time: Instant,
        into changes: inout ChangeList
    ) {
        guard let control = first.control else { return }
        switch surfaces[surface].pairs[index].role {
        case .idle: break
        case .chart(var pinch):
            if isLocked {
                surfaces[surface].pairs[index].role = pairRole(
                    of: control, pinch.window, first, second, of: surface)
            } else {
                let places = (pinch.window.toOwn.apply(to: first.onPage), pinch.window.toOwn.apply(to: second.onPage))
                pinch.move(&controls[control].chart, to: places.0, places.1)
                surfaces[surface].pairs[index].role = .chart(pinch)
            }
        case .turning(let grip):
            let revision = controls[control].revision
            let turned = turn(control, grip, first, second, of: surface, at: time, into: &changes)
            surfaces[surface].pairs[index].role = .turning(turned)
            surfaces[surface].pairs[index].undo?.noteOwnMove(from: revision, to: controls[control].revision)
        }
    }

    /// Turns a control as the line between the fingers turns.
    private mutating func turn(
        _ control: Int, _ grip: Grip?, _ first: Finger, _ second: Finger, of surface: Int, at time: Instant,
        into changes: inout ChangeList
    ) -> Grip? {
        guard let angle = surfaces[surface].angle(of: first, second) else { return nil }
        let gear = controls[control].turnGear
        guard var grip else { return controls[control].grip(at: angle.degrees, gear) }
        let hand = Hand(surface: surface, finger: first.id)
        let reading = angle.unwrapped(near: Angle(degrees: grip.reading)).degrees
        pull(&grip, of: control, to: reading, gear, by: hand, at: time, into: &changes)
        // Both hold what one of them has moved.
        if controls[control].interaction.isHeld(by: hand.holder) {
            let other = Hand(surface: surface, finger: second.id)
            controls[control].interaction.hold(other.holder, until: nil)
        }
        return grip
    }

    /// Changes the page; the control is left as it was before the fingers came.
    private mutating func swipe(
        _ index: Int, of surface: Int, to page: PageChoice, at time: Instant, into changes: inout ChangeList
    ) {
        let pair = surfaces[surface].pairs[index]
        if let control = pair.control, let undo = pair.undo, isOpenToHands(control) {
            let before = controls[control].unwrapped
            if controls[control].goBack(to: undo) {
                let hand = Hand(surface: surface, finger: pair.first)
                publish(control, movedFrom: before, by: hand, at: time, into: &changes)
            }
        }
        cancelGesture(on: pair.control, of: surface, at: time, into: &changes)
        show(page, at: time, into: &changes)
    }

    /// One of two has lifted: the other is ignored until it lifts too, and holds what they have moved.
    mutating func endPair(of finger: Int, of surface: Int) {
        guard let index = surfaces[surface].pairs.firstIndex(where: { $0.has(finger) }) else { return }
        let pair = surfaces[surface].pairs.remove(at: index)
        let other = pair.first == finger ? pair.second : pair.first
        if let left = surfaces[surface].index(of: other) { surfaces[surface].fingers[left].role = .over }
    }
}
