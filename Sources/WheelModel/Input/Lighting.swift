import WheelCore

/// Recognises the events whose only effect is to light a dark display, and the later events that belong to them.
///
/// The first touch of a dark panel must not move a value. A high-resolution wheel reports a detent in parts: after the
/// first 15 units have lit the display, the other 105 units of the detent are dropped as well. If a button was pressed
/// in the dark, its release is dropped, too.
struct Lighting: Sendable {
    /// How far the knob has been turned since it lit the display; `nil` if it has not lit the display, or has turned by
    /// a whole detent since.
    private var units: Int?
    /// The buttons that were pressed in the dark and are still held.
    private(set) var buttons: [Int] = []

    mutating func beginDetent() {
        if units == nil { units = 0 }
    }

    /// The units of a turn that lie beyond the detent that lit the display; `nil` if there are none. The detent also
    /// ends if the knob turns back to where it began.
    mutating func acting(units turn: Int) -> Int? {
        guard let before = units else { return turn }
        let detent = Int(TurnSum.unitsPerDetent)
        let way = before + min(max(turn, -Instrument.mostUnits), Instrument.mostUnits)
        units = way != 0 && way.magnitude < detent ? way : nil
        let rest = way.magnitude < detent ? 0 : way - way.signum() * detent
        return rest == 0 ? nil : rest
    }

    mutating func hold(_ button: Int) {
        if !holds(button) { buttons.append(button) }
    }

    func holds(_ button: Int) -> Bool { buttons.contains(button) }

    /// Returns whether the button was pressed in the dark.
    mutating func release(_ button: Int) -> Bool {
        guard let index = buttons.firstIndex(of: button) else { return false }
        buttons.remove(at: index)
        return true
    }

    /// The same state with the new indices of the buttons after a reload.
    func renumbered(_ number: (Int) -> Int) -> Lighting {
        var lighting = self
        lighting.buttons = buttons.map(number)
        return lighting
    }
}

extension Instrument {
    /// The part of an event that does more than light a display; `nil` if the event has no such part.
    mutating func actingPart(
        of event: InputEvent, from input: Int, onlyLights: Bool
    ) -> InputEvent? {
        switch event {
        case .turned(let units, let detents):
            if onlyLights { inputs[input].lighting.beginDetent() }
            return inputs[input].lighting.acting(units: units).map { .turned(units: $0, detents: detents) }
        case .pressed(let button):
            if onlyLights { inputs[input].lighting.hold(button) }
            return inputs[input].lighting.holds(button) ? nil : event
        case .released(let button):
            return inputs[input].lighting.release(button) ? nil : event
        // An axis also acts while the display is dark: otherwise the axis would have to pick up the value again.
        default: return event
        }
    }
}
