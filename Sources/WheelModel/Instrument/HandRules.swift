import WheelCore

/// What commands and held buttons prescribe for hands at a control: its locks, and the speed at which hands turn it.
///
/// The panel and each control have a lock that commands set and clear. While a button is held, the button can add a
/// lock or give a control another speed: for example, while the button `fine` is held, the knob turns `frequency` by 10
/// Hz per detent. Hands cannot change a locked control, and locking drops its draft. Clients are not locked out.
///
/// Each press or release of a button with these effects computes all effects on all controls anew, so that no effect is
/// left over, in whatever order the buttons are released.
struct HandRules: Sendable {
    var lockIsSet = false
    var isHeldLocked = false
    /// The speed that a held button gives; `nil` if the control's own speed applies.
    var heldSpeed: Int?

    var isLocked: Bool { lockIsSet || isHeldLocked }
}

// MARK: Locks

extension Instrument {
    package func isOpenToHands(_ control: Int) -> Bool { !isLocked(control) && controls[control].movedByHands }

    /// Whether hands may move the control now. While a ramp moves the value of a control with `confirm`, hands may not
    /// move the draft, because each tick of the ramp would drop the draft.
    package func takesHandMoves(_ control: Int) -> Bool { isOpenToHands(control) && !rampMovesBelowDraft(control) }

    func rampMovesBelowDraft(_ control: Int) -> Bool { controls[control].confirms && controls[control].nextTick != nil }

    package func isLocked(_ control: Int) -> Bool { isLocked || controls[control].isLocked }

    mutating func lock(_ locked: Bool, _ changes: inout Changes) {
        let before = isLocked
        lockIsSet = locked
        publishLock(before, &changes)
        // Drafts are dropped even if the panel was already locked, because a client may have begun a draft under the
        // lock.
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

    /// Performs the command `lock` for the named controls or for the panel. Returns `nil` if the asker may not lock
    /// now. Unlocking is always allowed.
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

    mutating func applyEffects(_ changes: inout Changes) {
        let before = isLocked
        isHeldLocked = effectiveButtons.contains { held in
            inputs[held.input].buttons[held.button].bindings.held.contains { $0.reach == .panel }
        }
        publishLock(before, &changes)
        for control in controls.indices { applyEffects(on: control, &changes) }
    }

    /// Applies the locks and speeds of held buttons to a control. If several held buttons give a speed, the button that
    /// was pressed last decides.
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

    /// Called when a hand moves a control. Each held button that has a speed for the control becomes spent: its press
    /// becomes neither a click nor a long press.
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
