import WheelGeometry

/// The gestures of one finger: begin, move and lift.
extension Panel {
    mutating func putDownFinger(
        _ contact: TouchContact, on surface: Int, _ moment: inout Moment
    ) {
        guard surfaces[surface].fingers.count < TouchSurface.mostFingers,
            let (onDisplay, onPage) = surfaces[surface].places(of: contact)
        else { return }
        let isTooSoon = isTooSoonAfterChooser(surface, at: moment.time)
        let target =
            isTooSoon ? nil : surfaces[surface].layout.target(at: onPage) { controls[$0].chart.transform }
        let control = target.flatMap { $0.kind == .wheelOfFocus ? inputs[surface].focus : $0.control }
        var finger = Finger(
            id: contact.id, target: target, control: control, touchedAt: onDisplay, onDisplay: onDisplay,
            onPage: onPage, isPalm: contact.isPalm)
        let company = finger.isShared ? surfaces[surface].company(on: control) : .nobody
        if contact.isPalm || isTooSoon {
            finger.role = .palm
            surfaces[surface].fingers.append(finger)
            if finger.isShared, !isTooSoon { cancelGesture(on: control, of: surface, &moment) }
            return
        }
        let index = surfaces[surface].fingers.count
        surfaces[surface].fingers.append(finger)
        switch company {
        case .nobody:
            noteLanding(index, of: surface, at: moment.time)
            begin(index, of: surface, &moment)
        case .one(let other): beginPair(other, index, of: surface, &moment)
        case .two, .over:
            surfaces[surface].farSwipe.end()
            cancelGesture(on: control, of: surface, &moment)
        }
    }

    /// Begins the gesture of a finger that is alone on its control.
    private mutating func begin(_ index: Int, of surface: Int, _ moment: inout Moment) {
        let finger = surfaces[surface].fingers[index]
        guard let target = finger.target else { return }
        // The ramp is paused first: this moves the value, and the steps below record the value.
        var role = role(of: finger, on: target, of: surface, at: moment.time)
        if case .rampButton(let press) = role {
            role = .rampButton(stopRamp(under: press, &moment))
        } else if case .arm(let control, _, _, _, _) = target.kind {
            stopRamp(of: control, &moment)
        }
        surfaces[surface].fingers[index].role = role
        let marks = marksOnly(finger, on: target, of: surface)
        surfaces[surface].fingers[index].marksOnly = marks
        // Where − and + do not step yet, they stop what moves.
        if marks, case .stepper(let control, _) = target.kind { stopRamp(of: control, &moment) }
        if let control = finger.control {
            if !isLocked { moveFocus(of: surface, to: control, &moment) }
            if target.kind.countsTaps {
                beginTap(finger.id, on: control, of: surface, at: moment.time)
            } else {
                breakTap(on: control, of: surface, &moment)
            }
        }
        switch target.kind {
        case .arm: moveFinger(index, of: surface, &moment)
        case .stepper: press(index, of: surface, &moment)
        case .apply(let control), .revert(let control):
            // The value must not be dropped under the finger.
            if controls[control].isPending {
                keepInHand(Hold(holder: Hand(surface: surface, finger: finger.id).holder, until: nil), of: control)
            }
        case .wheel, .wheelOfFocus, .slider, .rampButton, .seat, .block, .chart, .digit, .number, .chip, .chips,
            .opener, .toggle, .closer, .tab, .stage:
            break
        }
    }

    private mutating func role(
        of finger: Finger, on target: ArrangedTarget, of surface: Int, at time: Instant
    ) -> FingerRole {
        switch target.kind {
        case .wheel(let control, let orientation):
            return .wheel(wheelPull(of: control, orientation, area: target.area, at: finger.place))
        case .wheelOfFocus:
            guard let control = finger.control else { return .resting }
            let orientation = controls[control].settings.number?.orientation ?? .auto
            return .wheel(wheelPull(of: control, orientation, area: target.area, at: finger.place))
        case .arm(_, let vertex, let ignoredRadius, let valuePerTurn, let valueOnBaseline):
            return .arm(
                ArmPull(
                    vertex: vertex, ignoredRadius: ignoredRadius, valuePerTurn: valuePerTurn,
                    valueOnBaseline: valueOnBaseline, grip: nil))
        case .slider(let control, let ramp, let length):
            return .slider(
                sliderPull(of: control, ramp: ramp, length: length, area: target.area, at: finger.place, time))
        case .digit(_, let amount, _, let length):
            return .digit(DigitPull(.amount(amount), length: length, at: TouchAxis.vertical.reading(at: finger.place)))
        case .number(_, let length):
            return .digit(DigitPull(.detent, length: length, at: TouchAxis.vertical.reading(at: finger.place)))
        case .stepper(_, let direction):
            return .stepper(StepperPress(direction: direction, next: time + StepperPress.firstRepeat))
        case .rampButton(let ramp): return .rampButton(RampPress(ramp: ramp))
        case .seat, .block, .chip, .opener, .toggle, .closer, .tab, .apply, .revert: return .pressing
        case .chips(let control, let rows, _): return scrollRole(of: finger, on: control, rows, of: surface, at: time)
        case .chart, .stage: return .resting
        }
    }

    mutating func moveFinger(_ index: Int, of surface: Int, _ moment: inout Moment) {
        // By field, because copying a finger is expensive and this runs at every frame.
        if surfaces[surface].fingers[index].isPalm { endAsPalm(index, of: surface, &moment) }
        guard let control = surfaces[surface].fingers[index].control else { return }
        let hand = Hand(surface: surface, finger: surfaces[surface].fingers[index].id)
        switch surfaces[surface].fingers[index].role {
        case .resting, .pressing: beginChartDrag(index, on: control, of: surface)
        case .chart(let grip): drag(grip, with: index, on: control, of: surface)
        case .scroll(let grip): scroll(grip, with: index, on: control, of: surface, at: moment.time)
        case .rampButton, .paired, .over, .palm: break
        case .wheel(var wheel):
            let place = surfaces[surface].fingers[index].place
            pull(&wheel, of: control, to: place, by: hand, &moment)
            surfaces[surface].fingers[index].role = .wheel(wheel)
        case .arm(var arm):
            let place = surfaces[surface].fingers[index].place
            pull(&arm, of: control, to: place, by: hand, &moment)
            surfaces[surface].fingers[index].role = .arm(arm)
        case .slider(var slider):
            let place = surfaces[surface].fingers[index].place
            pull(&slider, of: control, to: place, by: hand, &moment)
            surfaces[surface].fingers[index].role = .slider(slider)
        case .digit(var digit):
            pull(&digit, with: index, of: control, by: hand, &moment)
            surfaces[surface].fingers[index].role = .digit(digit)
        case .stepper(var press):
            holdStepper(&press, surfaces[surface].fingers[index], at: moment.time)
            surfaces[surface].fingers[index].role = .stepper(press)
        }
        // After the move: the finger must hold the changes of the preceding tap before the tap's own hold is released.
        if surfaces[surface].fingers[index].hasStrayed, surfaces[surface].taps[control].down?.finger == hand.finger {
            breakTap(on: control, of: surface, &moment)
        }
    }

    mutating func liftMissingFingers(of surface: Int, _ moment: inout Moment) {
        var index = 0
        while index < surfaces[surface].fingers.count {
            if surfaces[surface].fingers[index].isSeen {
                index += 1
            } else {
                let finger = surfaces[surface].fingers.remove(at: index)
                surfaces[surface].farSwipe.end()
                lift(finger, of: surface, &moment)
            }
        }
    }

    private mutating func lift(_ finger: Finger, of surface: Int, _ moment: inout Moment) {
        var tap = TapEnd.nothing
        switch finger.role {
        case .resting:
            tap = endTap(finger, of: surface, &moment)
            if !finger.hasStrayed, !finger.marksOnly { zoomBack(finger) }
        case .wheel, .arm: tap = endTap(finger, of: surface, &moment)
        case .rampButton(let press):
            tap = endTap(finger, of: surface, &moment)
            end(press, finger, tap, of: surface, &moment)
        case .digit, .pressing: if !finger.hasStrayed, !finger.marksOnly { press(finger, of: surface, &moment) }
        case .scroll(let grip): lift(grip, finger, of: surface, &moment)
        case .paired: endPair(of: finger.id, of: surface)
        case .slider, .stepper, .chart, .over, .palm: break
        }
        guard let control = finger.control else { return }
        releaseHand(Hand(surface: surface, finger: finger.id).holder, of: control, at: moment.time)
        commitIfReleased(control, &moment)
        if tap == .double { changeSpeed(of: control, to: .next, &moment) }
    }

    // MARK: Ending a gesture early

    /// A third finger or a palm ends the gesture. All fingers on the control (or on none) are ignored until they lift;
    /// the value stays.
    mutating func cancelGesture(
        on control: Int?, of surface: Int, _ moment: inout Moment
    ) {
        surfaces[surface].pairs.removeAll { $0.control == control }
        for index in surfaces[surface].fingers.indices
        where surfaces[surface].fingers[index].isShared && surfaces[surface].fingers[index].control == control {
            endFinger(index, of: surface, at: moment.time)
        }
        guard let control else { return }
        breakTap(on: control, of: surface, &moment)
        commitIfReleased(control, &moment)
    }

    /// Ignores a finger until it lifts. The caller must call `commitIfReleased`.
    mutating func endFinger(_ index: Int, of surface: Int, at time: Instant) {
        let finger = surfaces[surface].fingers[index]
        if case .palm = finger.role { return }
        surfaces[surface].fingers[index].role = .over
        guard let control = finger.control else { return }
        if case .scroll(let grip) = finger.role { settle(grip, of: control, on: surface, at: time) }
        releaseHand(Hand(surface: surface, finger: finger.id).holder, of: control, at: time)
    }

    private mutating func endAsPalm(
        _ index: Int, of surface: Int, _ moment: inout Moment
    ) {
        let finger = surfaces[surface].fingers[index]
        if case .palm = finger.role { return }
        surfaces[surface].farSwipe.end()
        if finger.isShared {
            cancelGesture(on: finger.control, of: surface, &moment)
        } else {
            endFinger(index, of: surface, at: moment.time)
            if let control = finger.control { commitIfReleased(control, &moment) }
        }
        surfaces[surface].fingers[index].role = .palm
    }
}
