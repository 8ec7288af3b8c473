import WheelCore
import WheelModel

/// The gesture of a finger on chips that scroll. A tap chooses a position. A drag scrolls the rows and never chooses.
///
/// A drag begins where the finger leaves the slop of a tap, so that the rows do not jump. When the finger lifts, the
/// rows glide on with the finger's speed (`Scroll.fling`), unless the finger has rested. A touch stops gliding rows,
/// and a tap that has stopped them chooses nothing.
struct ChipScroll: Gesture {
    let rows: ChipRows
    /// Whether the rows were at rest at the touch.
    private let mayChoose: Bool
    /// The offset of the rows at the touch.
    private let offset: Double
    /// The vertical position from which the drag is measured; `nil` until the finger has left the slop.
    private var anchor: Double?
    /// The finger's last vertical position, and its time.
    private var last: Double
    private var lastTime: Instant
    /// The speed in rows per second.
    private var speed = 0.0

    /// A finger that has rested for this time before it lifts has no speed.
    private static let rest = Interval.milliseconds(80)
    private static let smoothing = Interval.milliseconds(10)

    /// Stops the rows under a finger. Returns `nil` if another finger holds the rows, or if their chooser is closed.
    init?(_ rows: ChipRows, _ touch: Touch, of control: Int, _ panel: inout Panel, at time: Instant) {
        guard !panel.isHeld(rows.place, of: control, on: touch.display) else { return nil }
        self.rows = rows
        last = touch.place.y
        lastTime = time
        guard let index = panel.views[touch.display].index(of: rows.place, control) else {
            guard rows.place == .list else { return nil }
            mayChoose = true
            offset = panel.middle(of: control, rows)
            return
        }
        let scroll = panel.views[touch.display].scrolled[index].scroll
        offset = rows.kept(scroll.offset(at: time))
        mayChoose = !scroll.isMoving(at: time)
        if !panel.instrument.isLocked(control) { panel.put(Scroll(at: offset), in: index, on: touch.display, at: time) }
    }

    private var isDragging: Bool { anchor != nil }

    mutating func move(_ touch: Touch, _ panel: inout Panel, _ changes: inout Changes) {
        guard let control = touch.control else { return }
        if touch.finger.hasStrayed, !isDragging, let target = touch.finger.target {
            anchor = target.toOwn.apply(to: panel.surfaces[touch.surface].edgeOfSlop(of: touch.finger)).y
        }
        let offset = follow(touch.place, at: changes.time)
        guard isDragging, !panel.instrument.isLocked(control) else { return }
        if let index = panel.views[touch.display].index(of: rows.place, control) {
            panel.put(Scroll(at: offset), in: index, on: touch.display, at: changes.time)
        } else if rows.place == .list {
            panel.add(
                ScrolledChips(
                    control: control, rows: rows, scroll: Scroll(at: offset),
                    until: changes.time + ScrolledChips.patience), on: touch.display)
        }
    }

    func lift(_ touch: Touch, _ tap: TapEnd, _ panel: inout Panel, _ changes: inout Changes) {
        guard let control = touch.control else { return }
        let (display, time) = (touch.display, changes.time)
        guard !isDragging, mayChoose, !touch.finger.marksOnly, panel.instrument.isOpenToHands(control),
            let position = rows.position(at: touch.place, offset: offset)
        else { return settle(control, on: display, speed: speed(at: time), &panel, at: time) }
        if case .chips(_, _, let chooser?) = touch.finger.target?.kind,
            panel.instrument.controls[control].isChosen(position)
        {
            return panel.openChooser(of: control, chooser, on: display, at: time)
        }
        panel.choose(position, of: control, by: touch.surface, &changes)
        switch rows.place {
        case .list: glideToMiddle(control, on: display, &panel, at: time)
        case .chooser:
            if panel.instrument.controls[control].settings.kind == .choice { panel.closeChooser(of: display, at: time) }
        }
    }

    func cancel(_ touch: Touch, _ panel: inout Panel, at time: Instant) {
        if let control = touch.control { settle(control, on: touch.display, speed: 0, &panel, at: time) }
    }

    private func settle(_ control: Int, on display: Int, speed: Double, _ panel: inout Panel, at time: Instant) {
        guard let index = panel.views[display].index(of: rows.place, control) else { return }
        let offset = panel.views[display].scrolled[index].scroll.offset(at: time)
        let glides = isDragging || !mayChoose
        panel.put(rows.fling(from: offset, speed: glides ? speed : 0, at: time), in: index, on: display, at: time)
    }

    /// Moves the tapped row to the middle of its list.
    private func glideToMiddle(_ control: Int, on display: Int, _ panel: inout Panel, at time: Instant) {
        let end = panel.middle(of: control, rows)
        let scroll = rows.glide(from: offset, to: end, at: time)
        if let index = panel.views[display].index(of: rows.place, control) {
            panel.put(scroll, in: index, on: display, at: time)
        } else if end != offset {
            panel.add(
                ScrolledChips(control: control, rows: rows, scroll: scroll, until: time + Scroll.longestGlide),
                on: display)
        }
    }

    /// Returns the offset of the rows under the finger, clamped to the ends.
    private mutating func follow(_ place: Point, at time: Instant) -> Double {
        let seconds = (time - lastTime).seconds
        if seconds > 0 {
            let now = (last - place.y) / rows.pitch.height / seconds
            // The reports of a touch device jitter, so the speed over a shorter time has less weight.
            let share = seconds / (seconds + ChipScroll.smoothing.seconds)
            speed += (now - speed) * share
            (last, lastTime) = (place.y, time)
        }
        guard let anchor else { return offset }
        let wanted = offset + (anchor - place.y) / rows.pitch.height
        guard wanted.isFinite else { return offset }
        let kept = rows.kept(wanted)
        // At an end of the rows the drag begins again, so that moving back has an effect at once.
        if kept != wanted { self.anchor = place.y + (kept - offset) * rows.pitch.height }
        return kept
    }

    private func speed(at time: Instant) -> Double { time - lastTime > ChipScroll.rest || !speed.isFinite ? 0 : speed }
}
