import WheelCore
import WheelModel

/// The scrolled chips of a list after a drag or a tap, or of an open chooser.
///
/// A *list* is in the control's cell. A list that nobody has touched has no `ScrolledChips`: its chosen row is as near
/// to the middle as the ends allow. After a drag the list stays at its offset for 8 s. Then the list glides back to the
/// chosen row, and its `ScrolledChips` are removed. The *chooser* covers the whole page. The chooser closes 8 s after
/// the last touch or the last change of the value, and also when the panel or its control is locked or the page
/// changes.
public struct ScrolledChips: Equatable, Sendable {
    public internal(set) var control: Int
    var rows: ChipRows
    public internal(set) var scroll: Scroll
    /// The time at which the chooser closes, or at which the list glides back.
    var until: Instant

    /// How long after the last touch a dragged list keeps its offset, and a chooser stays open.
    static let patience = Interval.seconds(8)
}

extension Panel {
    /// Opens the chooser, scrolled to the chosen chip.
    mutating func openChooser(of control: Int, _ rows: ChipRows, on display: Int, at time: Instant) {
        guard instrument.isOpenToHands(control) else { return }
        closeChooser(of: display, at: time)
        let scroll = Scroll(at: middle(of: control, rows))
        add(
            ScrolledChips(control: control, rows: rows, scroll: scroll, until: time + ScrolledChips.patience),
            on: display)
        views[display].chooserChangedAt = time
    }

    mutating func closeChooser(of display: Int, at time: Instant) {
        guard let index = views[display].scrolled.firstIndex(where: { $0.rows.place == .chooser }) else { return }
        views[display].scrolled.remove(at: index)
        views[display].chooserChangedAt = time
    }

    /// Closes choosers and resets lists, for one control or for all.
    mutating func endScrolls(of control: Int? = nil, at time: Instant) {
        for display in views.indices
        where views[display].scrolled.contains(where: { control ?? $0.control == $0.control }) {
            if let chooser = views[display].chooser, control ?? chooser.control == chooser.control {
                closeChooser(of: display, at: time)
            }
            views[display].scrolled.removeAll { control ?? $0.control == $0.control }
        }
    }

    mutating func put(_ scroll: Scroll, in index: Int, on display: Int, at time: Instant) {
        views[display].scrolled[index].scroll = scroll
        views[display].scrolled[index].until = time + ScrolledChips.patience
        scheduleViews()
    }

    mutating func add(_ chips: ScrolledChips, on display: Int) {
        views[display].scrolled.append(chips)
        scheduleViews()
    }

    // MARK: Fingers

    /// Whether a touch at `time` is so soon after the chooser opened or closed that it was meant for the picture before
    /// this change.
    func isTooSoonAfterChooser(_ display: Int, at time: Instant) -> Bool {
        guard let change = views[display].chooserChangedAt else { return false }
        return time >= change && time - change < settings.touch.double
    }

    /// Keeps the chooser open while fingers are on its display.
    mutating func keepChooser(on surface: Int, at time: Instant) {
        let display = surfaces[surface].layout.display
        guard surfaces[surface].touchingFingers > 0,
            let index = views[display].scrolled.firstIndex(where: { $0.rows.place == .chooser })
        else { return }
        views[display].scrolled[index].until = time + ScrolledChips.patience
    }

    func isHeld(_ place: ChipRows.Place, of control: Int, on display: Int) -> Bool {
        surfaces.contains { surface in
            surface.layout.display == display
                && surface.fingers.contains { finger in
                    guard case .alone(.chips(let scroll)) = finger.role else { return false }
                    return finger.control == control && scroll.rows.place == place
                }
        }
    }

    // MARK: Time

    mutating func scheduleViews() {
        for view in views {
            for chips in view.scrolled { schedule(noLaterThan: chips.until) }
        }
    }

    mutating func wakeViews(at time: Instant, now: Instant) {
        for display in views.indices {
            for chips in views[display].scrolled.reversed() where chips.until <= time {
                guard let index = views[display].index(of: chips.rows.place, chips.control) else { continue }
                switch chips.rows.place {
                case .chooser:
                    if surfaces.contains(where: { $0.layout.display == display && $0.touchingFingers > 0 }) {
                        views[display].scrolled[index].until = now + ScrolledChips.patience
                    } else {
                        closeChooser(of: display, at: time)
                    }
                case .list: wakeList(index, on: display, at: time, now: now)
                }
            }
        }
    }

    /// Lets a list that nobody has touched for some time glide back to its chosen row.
    private mutating func wakeList(_ index: Int, on display: Int, at time: Instant, now: Instant) {
        let chips = views[display].scrolled[index]
        if isHeld(.list, of: chips.control, on: display) {
            views[display].scrolled[index].until = now + ScrolledChips.patience
        } else if chips.scroll.end == middle(of: chips.control, chips.rows) {
            views[display].scrolled.remove(at: index)
        } else {
            followChips(of: chips.control, on: display, at: time)
        }
    }

    // MARK: Values

    /// The offset at which the row of the chosen position or of the cursor is nearest to the middle.
    func middle(of control: Int, _ rows: ChipRows) -> Double {
        rows.centring(instrument.controls[control].shownPosition)
    }

    /// Scrolls the chooser and the scrolled list of a control to its new value.
    mutating func followChips(of control: Int, at time: Instant) {
        for display in views.indices { followChips(of: control, on: display, at: time) }
    }

    private mutating func followChips(of control: Int, on display: Int, at time: Instant) {
        for index in views[display].scrolled.indices where views[display].scrolled[index].control == control {
            follow(index, on: display, at: time)
        }
        scheduleViews()
    }

    private mutating func follow(_ index: Int, on display: Int, at time: Instant) {
        let chips = views[display].scrolled[index]
        guard !isHeld(chips.rows.place, of: chips.control, on: display) else { return }
        switch chips.rows.place {
        case .chooser:
            let shown = chips.rows.showing(instrument.controls[chips.control].shownPosition, from: chips.scroll.end)
            if shown != chips.scroll.end { views[display].scrolled[index].scroll = Scroll(at: shown) }
            views[display].scrolled[index].until = time + ScrolledChips.patience
        case .list:
            let end = middle(of: chips.control, chips.rows)
            views[display].scrolled[index].scroll = chips.rows.glide(
                from: chips.rows.kept(chips.scroll.offset(at: time)), to: end, at: time)
            views[display].scrolled[index].until = time + Scroll.longestGlide
        }
    }

    // MARK: Layouts

    /// Adapts the rows of an open chooser to a new layout of its display.
    mutating func arrangeChooser(_ layout: TouchLayout) {
        for target in layout.targets {
            guard case .chips(let control, let rows, _) = target.kind, rows.place == .chooser,
                let index = views[layout.display].index(of: .chooser, control),
                views[layout.display].scrolled[index].rows != rows
            else { continue }
            views[layout.display].scrolled[index].rows = rows
            let end = views[layout.display].scrolled[index].scroll.end
            views[layout.display].scrolled[index].scroll = Scroll(at: rows.kept(end))
        }
    }
}
