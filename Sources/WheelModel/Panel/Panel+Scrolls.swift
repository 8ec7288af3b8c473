import WheelGeometry
import WheelSettings

/// Chips that scroll: in the list of a control's cell, and in the chooser, which a display shows above its page.
///
/// A list is in `scrolled` after a drag alone. Otherwise its chosen row is in the middle, or as near to it as an end allows.
extension Panel {
    /// The chooser that a display shows.
    public func chooser(ofDisplay display: Int) -> ScrolledChips? { scrolled.first { $0.display == display } }

    /// How far a control's list is scrolled; `nil` while it shows its chosen row.
    public func listScroll(of control: Int) -> Scroll? {
        scrolled.first { $0.control == control && $0.display == nil }?.scroll
    }

    // MARK: Opening and closing.

    /// Opens the chooser on the display of a surface, with the chosen chip in sight.
    mutating func openChooser(of control: Int, _ rows: ChipRows, on surface: Int, _ moment: inout Moment) {
        guard isOpenToHands(control) else { return }
        let display = surfaces[surface].layout.display
        closeChooser(ofDisplay: display, at: moment.time)
        let scroll = Scroll(at: rows.centring(Int(controls[control].inHand.number)))
        scrolled.append(
            ScrolledChips(
                control: control, display: display, rows: rows, scroll: scroll,
                until: moment.time + ScrolledChips.patience))
        noteChooser(ofDisplay: display, at: moment.time)
    }

    mutating func closeChooser(ofDisplay display: Int, at time: Instant) {
        guard let index = scrolled.firstIndex(where: { $0.display == display }) else { return }
        scrolled.remove(at: index)
        noteChooser(ofDisplay: display, at: time)
    }

    /// Closes choosers and shows lists as they are: of one control, or all.
    mutating func endScrolls(of control: Int? = nil, at time: Instant) {
        for chips in scrolled.reversed() where control ?? chips.control == chips.control {
            if let display = chips.display { closeChooser(ofDisplay: display, at: time) }
        }
        guard !scrolled.isEmpty else { return }
        scrolled.removeAll { control ?? $0.control == $0.control }
    }

    /// Whether a finger that comes down now was meant for what the display has shown before its chooser opened or closed.
    func isTooSoonAfterChooser(_ surface: Int, at time: Instant) -> Bool {
        guard let change = surfaces[surface].choosersChangedAt else { return false }
        return time >= change && time - change < settings.touch.double
    }

    private mutating func noteChooser(ofDisplay display: Int, at time: Instant) {
        for surface in surfaces.indices where surfaces[surface].layout.display == display {
            surfaces[surface].choosersChangedAt = time
        }
    }

    // MARK: Time.

    /// The chooser stays while fingers are on its display.
    mutating func keepChooser(on surface: Int, at time: Instant) {
        guard !scrolled.isEmpty, surfaces[surface].touchingFingers > 0,
            let index = scrolled.firstIndex(where: { $0.display == surfaces[surface].layout.display })
        else { return }
        scrolled[index].until = time + ScrolledChips.patience
    }

    mutating func wakeScrolls(at time: Instant, now: Instant) {
        for chips in scrolled.reversed() where chips.until <= time {
            if let display = chips.display {
                if let index = heldChooser(ofDisplay: display) {
                    scrolled[index].until = now + ScrolledChips.patience
                } else {
                    closeChooser(ofDisplay: display, at: time)
                }
            } else if let index = scrolled.firstIndex(where: { $0.control == chips.control && $0.display == nil }) {
                wakeList(index, at: time, now: now)
            }
        }
    }

    /// A list that nobody has touched for some time glides back to its chosen row.
    private mutating func wakeList(_ index: Int, at time: Instant, now: Instant) {
        let control = scrolled[index].control
        if isHeld(.list, of: control, onDisplay: nil) {
            scrolled[index].until = now + ScrolledChips.patience
        } else if scrolled[index].scroll.end == middle(of: control, scrolled[index].rows) {
            scrolled.remove(at: index)
        } else {
            followChips(of: control, at: time)
        }
    }

    private func heldChooser(ofDisplay display: Int) -> Int? {
        guard surfaces.contains(where: { $0.layout.display == display && $0.touchingFingers > 0 }) else { return nil }
        return scrolled.firstIndex { $0.display == display }
    }

    // MARK: Values.

    /// The offset at which a list shows its chosen row, or the cursor's, in the middle.
    func middle(of control: Int, _ rows: ChipRows) -> Double {
        rows.centring(Int(controls[control].inHand.number))
    }

    /// A control has another value: the chooser shows its chip, and a list that is scrolled its row.
    mutating func followChips(of control: Int, at time: Instant) {
        guard !scrolled.isEmpty else { return }
        for index in scrolled.indices where scrolled[index].control == control {
            let (rows, scroll) = (scrolled[index].rows, scrolled[index].scroll)
            guard !isHeld(rows.place, of: control, onDisplay: scrolled[index].display) else { continue }
            switch rows.place {
            case .chooser:
                let shown = rows.showing(Int(controls[control].inHand.number), from: scroll.end)
                if shown != scroll.end { scrolled[index].scroll = Scroll(at: shown) }
                scrolled[index].until = time + ScrolledChips.patience
            case .list:
                let end = middle(of: control, rows)
                scrolled[index].scroll = rows.glide(from: rows.kept(scroll.offset(at: time)), to: end, at: time)
                scrolled[index].until = time + Scroll.longestGlide
            }
        }
    }

    /// Whether a finger is on these chips.
    func isHeld(_ place: ChipRows.Place, of control: Int, onDisplay display: Int?) -> Bool {
        surfaces.contains { surface in
            surface.fingers.contains { finger in
                guard case .scroll(let grip) = finger.role, finger.control == control else { return false }
                return grip.rows.place == place && (place == .list || surface.layout.display == display)
            }
        }
    }

    // MARK: Layouts and definitions.

    /// The rows of a chooser follow the size of its display.
    mutating func arrangeChooser(_ layout: TouchLayout) {
        for target in layout.targets {
            guard case .chips(let control, let rows, _) = target.kind, rows.place == .chooser,
                let index = scrolled.firstIndex(where: { $0.control == control && $0.display == layout.display }),
                scrolled[index].rows != rows
            else { continue }
            scrolled[index].rows = rows
            scrolled[index].scroll = Scroll(at: rows.kept(scrolled[index].scroll.end))
        }
    }

    /// What is scrolled stays so, if its control is the same.
    mutating func continueScrolls(of old: Panel, _ continuity: Continuity) {
        scrolled = old.scrolled.compactMap { chips in
            guard let control = continuity.controls[chips.control] else { return nil }
            var chips = chips
            chips.control = control
            return chips
        }
    }
}
