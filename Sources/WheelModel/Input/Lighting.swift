import WheelCore

/// The events of an input that only light a dark display, and what belongs to them.
///
/// The first touch of a dark panel must move nothing. A wheel with high resolution reports a detent in parts: after the first 15
/// units have lit the display, the other 105 of the detent are dropped as well. Of a button that was pressed in the dark, the
/// release is dropped, too.
struct Lighting: Sendable {
    /// How far the knob has been turned since the light, while that is less than a detent.
    private var units: Int?
    /// The buttons that were pressed in the dark and are still held.
    private(set) var buttons: [Int] = []

    mutating func beginDetent() {
        if units == nil { units = 0 }
    }

    /// The units of a turn beyond the detent; `nil` for none. Turned back to its beginning, the detent is over as well.
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

    /// Returns whether the button was held.
    mutating func release(_ button: Int) -> Bool {
        guard let index = buttons.firstIndex(of: button) else { return false }
        buttons.remove(at: index)
        return true
    }

    /// After a reload a button may have another index.
    func renumbered(_ number: (Int) -> Int) -> Lighting {
        var lighting = self
        lighting.buttons = buttons.map(number)
        return lighting
    }
}

extension Instrument {
    /// The part of an event that does more than light a display; `nil` for none.
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
        // An axis acts also in the dark: otherwise it would have to pick up the value again.
        case .moved, .settling, .level, .touched, .touchesCancelled, .surface, .state, .dropped, .merged, .raw:
            return event
        }
    }
}
