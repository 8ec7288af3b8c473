import WheelCore

/// A finger on a touchscreen, which causes changes and holds interactions.
package struct Hand: Sendable {
    package let surface: Int
    package let finger: Int

    package init(surface: Int, finger: Int) {
        self.surface = surface
        self.finger = finger
    }

    var source: Source { .input(surface) }
    package var holder: Interaction.Holder { .finger(surface: surface, id: finger) }
}

// MARK: Functions for fingers. Gestures are in WheelTouch.

extension Control {
    package func grip(at reading: Double, _ gear: Grip.Gear) -> Grip { inHand.grip(at: reading, gear) }

    package var undo: Undo { inHand.undo }

    package func isHeld(by holder: Interaction.Holder) -> Bool { inHand.interaction.isHeld(by: holder) }

    /// Whether an end of the range stops hands that move in this direction.
    package func isAtEnd(towards direction: Double) -> Bool {
        scale.end(at: inHand.number, towards: direction) != nil
    }

    /// The chosen or pending position of a choice; the position under the cursor of a selection.
    package var shownPosition: Int { Int(inHand.number) }

    package func isChosen(_ position: Int) -> Bool { kind == .choice && shownPosition == position }

    /// The position that is not chosen, if a choice has exactly two positions; otherwise `nil`.
    package var otherOfTwo: Int? {
        kind == .choice && settings.positions?.positions.count == 2 ? 1 - shownPosition : nil
    }
}

extension Instrument {
    /// Keeps the interaction open for a finger, or for a tap that may become a double tap: the draft's interaction if
    /// the control has `confirm`, else the value's.
    package mutating func hold(_ control: Int, by holder: Interaction.Holder, until: Instant?) {
        keep(Hold(holder: holder, until: until), of: control, onDraft: controls[control].confirms)
    }

    /// A finger's turn by `detents`, equal to the turn of an encoder with 24 detents per revolution.
    package func turn(ofFinger control: Int, detents: Int64) -> Turn {
        Turn(units: Double(detents * TurnSum.unitsPerDetent), speed: controls[control].actingSpeed)
    }

    /// Scrubs the ramp of a control with a finger, to a fraction of the ramp's time. The caller must call
    /// `commitIfReleased`.
    package mutating func scrub(_ control: Int, to fraction: Double, by hand: Hand, _ changes: inout Changes) {
        scrub(control, by: .finger(hand), &changes) { $0.scrub(to: fraction) }
    }

    /// Whether a tap on the ramp's button starts the ramp of a control now.
    package func tapStartsRamp(of control: Int) -> Bool {
        isOpenToHands(control) && !controls[control].confirms && controls[control].settings.appearance.tapStarts
    }

    /// Chooses a position after a tap, or toggles it in a selection. Hands receive no errors: an impossible choice (one
    /// position too many) is ignored.
    package mutating func choose(_ position: Int, of control: Int, byHandOf input: Int, _ changes: inout Changes) {
        guard isOpenToHands(control) else { return }
        let toggling = controls[control].kind == .selection
        guard (try? checkMark(position, of: control, toggling: toggling)) != nil else { return }
        perform(.mark(position, toggling: toggling), on: control, by: .action(input), &changes)
    }

    package mutating func applyDraft(of control: Int, byHandOf input: Int, _ changes: inout Changes) {
        if isOpenToHands(control) { applyDraft(of: control, by: .input(input), &changes) }
    }

    package mutating func dropDraft(of control: Int, byHandOf input: Int, _ changes: inout Changes) {
        if isOpenToHands(control) { dropDraft(of: control, by: .input(input), &changes) }
    }
}
