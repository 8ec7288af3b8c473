import WheelCore

/// What locks and held buttons change for the hands on a control.
struct HandRules: Sendable {
    /// Whether `lock` has locked it, and nothing has unlocked it since.
    var lockIsSet = false
    /// Whether a button is held that locks it.
    var isHeldLocked = false
    /// The speed at which hands turn it while a button is held; `nil` for its own.
    var heldSpeed: Int?

    var isLocked: Bool { lockIsSet || isHeldLocked }
}

/// Locks. The panel and each control have one that is set and cleared by commands and actions, whoever asks. Buttons that are
/// held add their own. Any of them keeps hands from changing what it locks.
extension Instrument {
    /// Whether a hand may move a control now.
    package func isOpenToHands(_ control: Int) -> Bool { !isLocked(control) && controls[control].movedByHands }

    /// The same, for moves: while a ramp moves a value that has to be confirmed, each tick would drop a draft again.
    package func takesHandMoves(_ control: Int) -> Bool { isOpenToHands(control) && !rampMovesBelowDraft(control) }

    func rampMovesBelowDraft(_ control: Int) -> Bool { controls[control].confirms && controls[control].nextTick != nil }

    /// Whether hands are kept from changing a control, by its own lock or by the panel's.
    package func isLocked(_ control: Int) -> Bool { isLocked || controls[control].isLocked }

    /// Locks or unlocks the panel. While it is locked, hands change nothing.
    mutating func lock(_ locked: Bool, _ changes: inout Changes) {
        let before = isLocked
        lockIsSet = locked
        publishLock(before, &changes)
        // A client may have begun a draft under a lock that was there before.
        if locked { dropAllDrafts(&changes) }
    }

    /// Locks or unlocks a control. While it is locked, hands do not change it.
    mutating func lock(_ control: Int, _ locked: Bool, _ changes: inout Changes) {
        let before = controls[control].isLocked
        controls[control].hands.lockIsSet = locked
        publishLock(of: control, before, &changes)
        if locked { dropDraft(of: control, &changes) }
    }

    /// Publishes a lock that has changed. Drafts of what is now locked are dropped.
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

    /// Performs the command `lock`: on the named controls, else on the panel. Returns `nil` if a hand may not lock anything now.
    /// A hand may always unlock.
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
        isHeldLocked = effectiveButtons.contains { held in
            inputs[held.input].buttons[held.button].bindings.held.contains { $0.reach == .panel }
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
