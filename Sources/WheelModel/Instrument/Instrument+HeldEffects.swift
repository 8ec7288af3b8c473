import WheelCore

/// A held button whose bindings have held effects.
struct EffectiveButton: Equatable, Sendable {
    var input: Int
    var button: Int
}

/// What lasts for as long as a button is held: speeds and locks.
///
/// Each press or release works out anew what acts on each control. So nothing can be left behind.
extension Instrument {
    mutating func beginEffects(of input: Int, _ button: Int, _ changes: inout Changes) {
        guard !inputs[input].buttons[button].bindings.held.isEmpty else { return }
        effectiveButtons.append(EffectiveButton(input: input, button: button))
        applyEffects(&changes)
    }

    mutating func endEffects(of input: Int, _ button: Int, _ changes: inout Changes) {
        let ended = EffectiveButton(input: input, button: button)
        guard let place = effectiveButtons.firstIndex(of: ended) else { return }
        effectiveButtons.remove(at: place)
        applyEffects(&changes)
    }

    /// The held buttons that tell their level, and whose bindings have held effects.
    var switchesHeld: [EffectiveButton] {
        inputs.indices.flatMap { input -> [EffectiveButton] in
            guard case .gpio(let gpio) = settings.inputs[input].source, gpio.tellsInitial else { return [] }
            return inputs[input].buttons.indices.compactMap { button in
                let state = inputs[input].buttons[button]
                guard state.machine.isHeld, !state.bindings.held.isEmpty else { return nil }
                return EffectiveButton(input: input, button: button)
            }
        }
    }

    /// Gives each control the held speed and the held lock that it has now, and publishes the locks that change.
    mutating func applyEffects(_ changes: inout Changes) {
        let before = isLocked
        isHeldLocked = false
        for held in effectiveButtons {
            for effect in inputs[held.input].buttons[held.button].bindings.held where effect.reach == .panel {
                isHeldLocked = true
            }
        }
        publishLock(before, &changes)
        for control in controls.indices { applyEffects(on: control, &changes) }
    }

    /// Of several speeds that of the last pressed button counts.
    private mutating func applyEffects(on control: Int, _ changes: inout Changes) {
        let before = controls[control].isLocked
        controls[control].hands.isHeldLocked = false
        controls[control].hands.heldSpeed = nil
        for held in effectiveButtons {
            for effect in inputs[held.input].buttons[held.button].bindings.held where effect.covers(control) {
                switch effect.kind {
                case .lock: controls[control].hands.isHeldLocked = true
                case .speed(let name):
                    let speed = controls[control].value.scale.speeds.firstIndex { $0.name == name }
                    controls[control].hands.heldSpeed = speed ?? controls[control].hands.heldSpeed
                }
            }
        }
        publishLock(of: control, before, &changes)
    }

    /// A hand turns a control. A button that gives the control its speed is used by that: its press becomes neither a click nor
    /// a long press.
    mutating func useHeldSpeed(of control: Int, _ changes: inout Changes) {
        guard controls[control].hands.heldSpeed != nil else { return }
        for index in effectiveButtons.indices {
            let held = effectiveButtons[index]
            let effects = inputs[held.input].buttons[held.button].bindings.held
            guard effects.contains(where: { $0.isSpeed && $0.covers(control) }) else { continue }
            spend(held.input, held.button, &changes)
        }
    }
}

extension HeldEffect {
    fileprivate var isSpeed: Bool {
        if case .speed = kind { true } else { false }
    }
}
