import WheelGeometry
import WheelSettings

/// Fingers on chips that scroll: a tap chooses, a drag scrolls and never chooses.
extension Panel {
    /// The role of a finger that comes down on chips. It stops them.
    mutating func scrollRole(
        of finger: Finger, on control: Int, _ rows: ChipRows, of surface: Int, at time: Instant
    ) -> FingerRole {
        guard !isHeld(rows.place, of: control, onDisplay: surfaces[surface].layout.display) else { return .over }
        guard let index = index(of: rows, control, on: surface) else {
            // Without an entry a list rests, and a chooser has just closed.
            guard rows.place == .list else { return .over }
            return .scroll(
                ScrollGrip(rows, at: finger.place, mayChoose: true, offset: middle(of: control, rows), time))
        }
        let scroll = scrolled[index].scroll
        let offset = rows.kept(scroll.offset(at: time))
        if !isLocked(control) { put(Scroll(at: offset), in: index, at: time) }
        return .scroll(
            ScrollGrip(rows, at: finger.place, mayChoose: !scroll.isMoving(at: time), offset: offset, time))
    }

    mutating func scroll(_ grip: ScrollGrip, with index: Int, on control: Int, of surface: Int, at time: Instant) {
        var grip = grip
        let finger = surfaces[surface].fingers[index]
        if finger.hasStrayed, !grip.isDragging, let target = finger.target {
            grip.begin(at: target.toOwn.apply(to: surfaces[surface].edgeOfSlop(ofFinger: index)))
        }
        let offset = grip.move(to: finger.place, at: time)
        surfaces[surface].fingers[index].role = .scroll(grip)
        guard grip.isDragging, !isLocked(control) else { return }
        if let known = self.index(of: grip.rows, control, on: surface) {
            put(Scroll(at: offset), in: known, at: time)
        } else if grip.rows.place == .list {
            scrolled.append(
                ScrolledChips(
                    control: control, display: nil, rows: grip.rows, scroll: Scroll(at: offset),
                    until: time + ScrolledChips.patience))
        }
    }

    /// A finger lifts from chips: a tap chooses, and after a drag they glide on.
    mutating func lift(_ grip: ScrollGrip, _ finger: Finger, of surface: Int, _ moment: inout Moment) {
        guard let control = finger.control else { return }
        guard !grip.isDragging, grip.mayChoose, !finger.marksOnly, isOpenToHands(control),
            let position = grip.rows.position(at: finger.place, offset: grip.offset)
        else { return settle(grip, of: control, on: surface, speed: grip.speed(at: moment.time), at: moment.time) }
        if case .chips(_, _, let chooser?) = finger.target?.kind, controls[control].kind == .choice,
            position == Int(controls[control].inHand.number)
        {
            return openChooser(of: control, chooser, on: surface, &moment)
        }
        choose(position, of: control, by: .input(surface), &moment)
        switch grip.rows.place {
        case .list: glideToMiddle(from: grip, of: control, on: surface, at: moment.time)
        case .chooser:
            guard controls[control].kind == .choice else { break }
            closeChooser(ofDisplay: surfaces[surface].layout.display, at: moment.time)
        }
    }

    /// The rows that a finger has moved glide on and come to rest.
    mutating func settle(
        _ grip: ScrollGrip, of control: Int, on surface: Int, speed: Double = 0, at time: Instant
    ) {
        guard let index = index(of: grip.rows, control, on: surface) else { return }
        let offset = scrolled[index].scroll.offset(at: time)
        let glides = grip.isDragging || !grip.mayChoose
        put(grip.rows.fling(from: offset, speed: glides ? speed : 0, at: time), in: index, at: time)
    }

    /// The row that was tapped moves from where it was to the middle of its list.
    private mutating func glideToMiddle(from grip: ScrollGrip, of control: Int, on surface: Int, at time: Instant) {
        let end = middle(of: control, grip.rows)
        let scroll = grip.rows.glide(from: grip.offset, to: end, at: time)
        if let index = index(of: grip.rows, control, on: surface) {
            put(scroll, in: index, at: time)
        } else if end != grip.offset {
            scrolled.append(
                ScrolledChips(
                    control: control, display: nil, rows: grip.rows, scroll: scroll, until: time + Scroll.longestGlide))
        }
    }

    private mutating func put(_ scroll: Scroll, in index: Int, at time: Instant) {
        scrolled[index].scroll = scroll
        scrolled[index].until = time + ScrolledChips.patience
    }

    /// Two displays may show choosers of the same control. A finger moves that of its own display.
    private func index(of rows: ChipRows, _ control: Int, on surface: Int) -> Int? {
        let display = surfaces[surface].layout.display
        return scrolled.firstIndex { $0.isSame(as: rows.place, of: control, onDisplay: display) }
    }
}
