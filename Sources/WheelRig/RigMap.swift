import WheelBridge
import WheelCore
import WheelWire

/// The controls that are mapped to values of a rig, with their last known states.
package struct RigMap {
    /// The controls of the configuration; `nil` if the controls are found by their names, units and positions.
    private let configured: [RigControl]?
    private(set) var controls: [RigControl]
    private var scales: [RigScale?] = []
    private var states: [String: ControlState] = [:]
    /// The controls that have the name of a level, but an unfit range (`RigControl.unfit`).
    private var unfit: [(name: String, level: String)] = []

    package init(_ controls: [RigControl]?) {
        configured = controls
        self.controls = controls ?? []
    }

    /// Adopts the controls of a listing. Returns whether the mapped controls have changed.
    package mutating func consume(_ listing: Listing) -> Bool {
        states = Dictionary(listing.controls.map { ($0.name, $0) }) { first, _ in first }
        let controls = configured ?? RigControl.usual(listing.controls)
        unfit = configured == nil ? RigControl.unfit(listing.controls) : []
        defer { self.controls = controls }
        scales = controls.map { control in states[control.control].flatMap { RigScale(control, of: $0) } }
        return controls != self.controls
    }

    package mutating func consume(_ event: Event) {
        switch event.content {
        case .value(let value): states[value.control]?.value = value.value
        case .commit(let control, let value, _, _): states[control]?.value = value
        default: break
        }
    }

    func scale(_ index: Int) -> RigScale? { index < scales.count ? scales[index] : nil }

    func state(_ index: Int) -> ControlState? { states[controls[index].control] }

    /// The rig's value for the current value of a control; `nil` if there is none.
    func rigValue(_ index: Int) -> RigValue? {
        guard let state = state(index), let number = PeerScale(.values, of: state)?.number(for: state.value) else {
            return nil
        }
        return scale(index)?.rigValue(for: number)
    }

    /// The control's value for a value of the rig; `nil` if there is none. The result may be beyond the control's
    /// range.
    func value(_ index: Int, for value: RigValue) -> ControlValue? {
        guard let state = state(index), let number = scale(index)?.number(for: value) else { return nil }
        return PeerScale(.values, of: state)?.value(for: number)
    }

    /// The problems with the mapping of controls, each with the name of its kind.
    var problems: [(kind: String, text: String)] {
        let unfit = unfit.map { name, level in
            (
                kind: "unfit \(name)",
                text:
                    "'\(name)' is not sent as the rig's level:\(level), from 0 to 1: its range differs, and its unit is "
                    + "not %; a [[rig.control]] can give it a 'scale'"
            )
        }
        guard !controls.isEmpty else {
            return unfit + [
                (
                    "none",
                    "no control looks like one of a rig: give [rig] tables [[rig.control]], or a control the unit Hz"
                )
            ]
        }
        return unfit + controls.indices.compactMap { index in problem(index).map { ("problem \(index)", $0) } }
    }

    private func problem(_ index: Int) -> String? {
        let control = controls[index]
        guard let state = state(index) else { return unknownName(control.control, in: states.keys) }
        guard let scale = scale(index) else {
            let reason = state.kind == .selection ? "it is a selection" : "a mode needs a choice"
            return "'\(state.name)' cannot be \(control.quantity.text): \(reason)"
        }
        let positions = state.positions ?? []
        if let words = control.words, words.count != positions.count {
            return
                "'words' of '\(state.name)' must have as many entries as it has positions, \(positions.count), not \(words.count)"
        }
        guard let position = scale.firstWithoutValue else { return nil }
        return "'\(positions[position].name)' of '\(state.name)' is not a mode: give the control 'words'"
    }
}

extension ControlState {
    /// Whether a value is in the control's range. A control that wraps accepts every value.
    func holds(_ value: ControlValue) -> Bool {
        guard case .number(let number) = value, let range, !wraps else { return true }
        return range.contains(number)
    }
}
