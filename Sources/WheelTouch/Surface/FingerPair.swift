import WheelCore
import WheelModel

/// Two fingers on the same control, or on no control. The pair turns the control, moves its chart, or swipes to another
/// page.
///
/// For example, two fingers touch a wheel. The first finger may have moved the value a little before the second
/// touches, so the pair stores the value before the first touch. If the line between the fingers turns by 20°, the
/// control follows the rotation beyond the first 5° (`Twist`). If both fingers move to the left by an eighth of the
/// display, they swipe (`PageSwipe`): the stored value is restored, and the next page is shown. When one finger lifts,
/// the moves of the other finger are ignored, but the control is committed only when the other finger has lifted, too.
struct FingerPair: Sendable {
    var control: Int?
    let first: Int
    let second: Int
    var role: Role
    /// Recognises a swipe of the two fingers; `nil` if no swipe is possible.
    var swipe: PageSwipe?
    /// The value to restore after a swipe.
    var undo: Undo?

    enum Role: Sendable {
        /// The fingers have not turned the control yet.
        case resting(Twist)
        /// The fingers turn the control. The grip is `nil` while they are too close together for an angle.
        case turning(Grip?)
        case chart(ChartGrip)
        /// The fingers are on no control.
        case idle
    }

    func has(_ finger: Int) -> Bool { first == finger || second == finger }
}

extension Panel {
    /// Begins a pair when a second finger touches the control. The gesture of the first finger ends.
    mutating func beginPair(
        _ first: Int, _ second: Int, of surface: Int, _ changes: inout Changes
    ) {
        let control = surfaces[surface].fingers[first].control
        var undo = control.map { instrument.controls[$0].undo }
        if let control {
            // A swipe of the pair also undoes the moves that the first finger made as a possible tap.
            if let tap = surfaces[surface].taps[control].down { undo = tap.undo }
            breakTap(on: control, of: surface, &changes)
        }
        // If the first finger has already dragged the chart, the pair keeps moving the chart and cannot swipe.
        let areTogether =
            !surfaces[surface].fingers[first].hasStrayed
            && surfaces[surface].farSwipe.canJoin(surfaces[surface].fingers[first].id, at: changes.time)
        surfaces[surface].farSwipe.end()
        surfaces[surface].fingers[first].role = .paired
        surfaces[surface].fingers[second].role = .paired
        let (first, second) = (surfaces[surface].fingers[first].spot, surfaces[surface].fingers[second].spot)
        let window = surfaces[surface].layout.window(of: control)
        var swipe: PageSwipe?
        let length = surfaces[surface].swipeLength
        if canSwipe(surface) {
            if window == nil {
                swipe = PageSwipe(first.onDisplay, second.onDisplay, length: length)
            } else if areTogether {
                swipe = .quick(first.onDisplay, second.onDisplay, length: length, from: changes.time)
            }
        }
        surfaces[surface].pairs.append(
            FingerPair(
                control: control, first: first.id, second: second.id,
                role: pairRole(of: control, window, first, second, of: surface),
                swipe: swipe, undo: undo))
    }

    func canSwipe(_ surface: Int) -> Bool {
        switch surfaces[surface].layout.swipes {
        case .aroundPanels: settings.pages.count > 1
        case .to: true
        case .nowhere: false
        }
    }

    private func pairRole(
        of control: Int?, _ window: ChartWindow?, _ first: Finger.Spot, _ second: Finger.Spot, of surface: Int
    ) -> FingerPair.Role {
        guard let control else { return .idle }
        if let window {
            let view = views[surfaces[surface].layout.display][chart: control]
            return .chart(ChartGrip(view, window, first.onPage, second.onPage))
        }
        return .resting(Twist(first, second, slop: surfaces[surface].slopPixels))
    }

    mutating func movePairs(of surface: Int, _ changes: inout Changes) {
        var index = 0
        while index < surfaces[surface].pairs.count {
            let (first, second) = surfaces[surface].spots(ofPair: index)
            movePair(index, of: surface, first, second, &changes)
            let page = surfaces[surface].pairs[index].swipe?.page(
                first.onDisplay, second.onDisplay, at: changes.time)
            if let page, !instrument.isLocked {
                swipe(index, of: surface, to: page, &changes)
            } else {
                index += 1
            }
        }
    }

    private mutating func movePair(
        _ index: Int, of surface: Int, _ first: Finger.Spot, _ second: Finger.Spot, _ changes: inout Changes
    ) {
        guard let control = surfaces[surface].pairs[index].control else { return }
        switch surfaces[surface].pairs[index].role {
        case .idle: break
        case .chart(var grip):
            let display = surfaces[surface].layout.display
            if instrument.isLocked(control) {
                grip = ChartGrip(views[display][chart: control], grip.window, first.onPage, second.onPage)
            } else {
                grip.move(&views[display][chart: control], to: first.onPage, second.onPage)
            }
            surfaces[surface].pairs[index].role = .chart(grip)
        case .resting(var twist):
            let begin = twist.begins(first, second, slop: surfaces[surface].slopPixels)
            surfaces[surface].pairs[index].role = .resting(twist)
            guard let begin else { break }
            let turned = instrument.controls[control]
            let grip = turned.grip(at: begin.degrees, turned.turnGear)
            turn(index, grip, of: surface, first, second, &changes)
        case .turning(let grip): turn(index, grip, of: surface, first, second, &changes)
        }
    }

    /// Turns the control by the rotation of the line between the two fingers.
    private mutating func turn(
        _ index: Int, _ grip: Grip?, of surface: Int, _ first: Finger.Spot, _ second: Finger.Spot,
        _ changes: inout Changes
    ) {
        guard let control = surfaces[surface].pairs[index].control else { return }
        guard let angle = first.angle(to: second, least: surfaces[surface].slopPixels) else {
            surfaces[surface].pairs[index].role = .turning(nil)
            return
        }
        let gear = instrument.controls[control].turnGear
        guard var grip else {
            surfaces[surface].pairs[index].role = .turning(instrument.controls[control].grip(at: angle.degrees, gear))
            return
        }
        let hand = Hand(surface: surface, finger: first.id)
        let reading = angle.unwrapped(near: Angle(degrees: grip.reading)).degrees
        let revision = instrument.controls[control].undo.revision
        pull(&grip, of: control, to: reading, gear, by: hand, &changes)
        // Both fingers hold the changed value.
        if instrument.controls[control].isHeld(by: hand.holder) {
            instrument.hold(control, by: Hand(surface: surface, finger: second.id).holder, until: nil)
        }
        surfaces[surface].pairs[index].role = .turning(grip)
        surfaces[surface].pairs[index].undo?.recordMove(
            from: revision, to: instrument.controls[control].undo.revision)
    }

    /// Restores the value and the view of the chart as they were before the touch, and changes the page.
    private mutating func swipe(
        _ index: Int, of surface: Int, to page: PageChoice, _ changes: inout Changes
    ) {
        let pair = surfaces[surface].pairs[index]
        if let control = pair.control, let undo = pair.undo, instrument.isOpenToHands(control) {
            goBack(to: undo, control, by: Hand(surface: surface, finger: pair.first), &changes)
        }
        if let control = pair.control, case .chart(let grip) = pair.role {
            grip.undo(&views[surfaces[surface].layout.display][chart: control])
        }
        cancelGesture(on: pair.control, of: surface, &changes)
        swipe(page, on: surface, &changes)
    }

    /// Ends the pair of a finger that has lifted.
    mutating func endPair(of finger: Int, of surface: Int) {
        guard let index = surfaces[surface].pairs.firstIndex(where: { $0.has(finger) }) else { return }
        let pair = surfaces[surface].pairs.remove(at: index)
        let other = pair.first == finger ? pair.second : pair.first
        if let left = surfaces[surface].index(of: other) { surfaces[surface].fingers[left].role = .ended }
    }
}
