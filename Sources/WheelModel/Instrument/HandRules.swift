import WheelCore

/// What locks and held buttons change for the hands on a control.
///
/// The panel and each control have a lock that commands set and clear. A held button can add a lock, or give a control another
/// speed, for as long as it is held: with `fine` held, say, the knob turns `frequency` at 10 Hz for a detent. Hands change
/// nothing that any lock covers, and drafts of it are dropped. Clients are not locked out.
///
/// Each press or release computes anew what acts on each control, so that nothing can be left behind when buttons are released in
/// any order.
struct HandRules: Sendable {
    var lockIsSet = false
    var isHeldLocked = false
    /// The speed that a held button gives; `nil` for the control's own.
    var heldSpeed: Int?

    var isLocked: Bool { lockIsSet || isHeldLocked }
}

// MARK: Locks

extension Instrument {
    package func isOpenToHands(_ control: Int) -> Bool { !isLocked(control) && controls[control].movedByHands }

    /// The same for moves. While a ramp moves a value that has to be confirmed, each tick would drop the draft of a hand.
    package func takesHandMoves(_ control: Int) -> Bool { isOpenToHands(control) && !rampMovesBelowDraft(control) }

    func rampMovesBelowDraft(_ control: Int) -> Bool { controls[control].confirms && controls[control].nextTick != nil }

    package func isLocked(_ control: Int) -> Bool { isLocked || controls[control].isLocked }

    mutating func lock(_ locked: Bool, _ changes: inout Changes) {
        let before = isLocked
        lockIsSet = locked
        publishLock(before, &changes)
        // If it was locked before, a client may have begun a draft meanwhile.
        if locked { dropAllDrafts(&changes) }
    }

    mutating func lock(_ control: Int, _ locked: Bool, _ changes: inout Changes) {
        let before = controls[control].isLocked
        controls[control].hands.lockIsSet = locked
        publishLock(of: control, before, &changes)
        if locked { dropDraft(of: control, &changes) }
    }

    mutating func publishLock(_ before: Bool, _ changes: inout Changes) {
        guard isLocked != before else { return }
        changes.append(.lock(isLocked))
        if isLocked { dropAllDrafts(&changes) }
    }

    mutating func publishLock(of control: Int, _ before: Bool, _ changes: inout Changes) {
        let isLocked = controls[control].isLocked
        guard isLocked != before else { return }
        changes.append(.lock(isLocked, control: control))
        if isLocked { dropDraft(of: control, &changes) }
    }

    /// The command `lock`, for the named controls or for the panel. Returns `nil` if a hand may not lock anything now; it may
    /// always unlock.
    mutating func lock(
        _ request: Request, by asker: Asker, _ changes: inout Changes
    ) throws(CommandRefusal) -> CommandOutcome? {
        let names = request.texts("controls") ?? request.text("control").map { [$0] }
        var locked: [Int] = []
        for name in names ?? [] { locked.append(try directory.control(name)) }
        let toggled = locked.first.map { controls[$0].hands.lockIsSet } ?? lockIsSet
        let locks = request.flag("toggles") ? !toggled : request.flag("locked")
        guard !locks || asker.mayChange(self) else { return nil }
        if names == nil {
            lock(locks, &changes)
        } else {
            for control in locked { lock(control, locks, &changes) }
        }
        return .done
    }
}

// MARK: Held effects

/// A held button that has effects.
struct EffectiveButton: Equatable, Sendable {
    var input: Int
    var button: Int
}

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

    /// The held buttons that have effects and whose device reports their level.
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

    mutating func applyEffects(_ changes: inout Changes) {
        let before = isLocked
        isHeldLocked = effectiveButtons.contains { held in
            inputs[held.input].buttons[held.button].bindings.held.contains { $0.reach == .panel }
        }
        publishLock(before, &changes)
        for control in controls.indices { applyEffects(on: control, &changes) }
    }

    /// Of several speeds the one of the last pressed button counts.
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

    /// A hand turns a control. If a button gives it its speed, the press of that is used, and becomes neither a click nor a long
    /// press.
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
