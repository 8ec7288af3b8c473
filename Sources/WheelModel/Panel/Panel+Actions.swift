import WheelGeometry
import WheelSettings

/// The actions of button gestures.
extension Panel {
    /// Performs an action for an input outside its gestures, for example for a key of a keyboard.
    public mutating func act(_ action: Action, of input: Int, at time: Instant, into moment: inout Moment) {
        wake(at: time, into: &moment)
        perform(action, of: input, &moment)
    }

    /// Performs the action that is bound to an input's gesture. While the panel is locked, only `lock` actions have an
    /// effect.
    mutating func perform(_ action: Action, of input: Int, _ moment: inout Moment) {
        switch action {
        case .unlock: return lock(false, at: moment.time, into: &moment)
        case .toggleLock: return lock(!isLocked, at: moment.time, into: &moment)
        case .emit, .none: return
        case .commands(let requests):
            // A command may unlock the panel, so the lock is tested for each of them.
            for request in requests {
                _ = try? perform(request, by: .input(input), at: moment.time, into: &moment)
            }
            return
        default: break
        }
        guard !isLocked else { return }
        switch action {
        case .nextControl: moveFocus(of: input, by: 1, &moment)
        case .previousControl: moveFocus(of: input, by: -1, &moment)
        case .focus(let control): moveFocus(of: input, to: control, &moment)
        case .page(let choice): show(choice, at: moment.time, into: &moment)
        case .lock: lock(true, at: moment.time, into: &moment)
        case .ramp(let name):
            guard controls[settings.ramps[name].control].movedByHands else { return }
            pressRamp(name, &moment)
        case .speed, .reset, .commit, .set, .step, .next, .toggle, .selectCursor, .toggleCursor:
            move(by: action, of: input, &moment)
        case .unlock, .toggleLock, .commands, .emit, .none: break
        }
    }

    /// Performs an action on one control: the control that the action names, or else the one that the input moves.
    private mutating func move(by action: Action, of input: Int, _ moment: inout Moment) {
        let source = Source.input(input)
        guard let control = action.control ?? target(of: input), controls[control].movedByHands else { return }
        switch action {
        case .speed(let choice, _): changeSpeed(of: control, to: choice, at: moment.time, into: &moment)
        case .reset: reset(control, source: source, at: moment.time, into: &moment)
        case .commit: commit(control, at: moment.time, into: &moment)
        case .set(_, let value):
            guard (try? check(value, for: control)) != nil else { return }
            _ = put(value, in: control, source: source, hold: nil, &moment)
        case .step(_, let count): step(control, by: count, source: source, at: moment.time, into: &moment)
        case .next:
            guard let kind = controls[control].kindOfPositions, kind == .choice else { return }
            let last = controls[control].law.upper
            let next = controls[control].number >= last ? 0 : controls[control].number + 1
            _ = put(.position(Int(next)), in: control, source: source, hold: nil, &moment)
        case .toggle(_, let position):
            // A hand cannot get an error: an impossible choice (one position more than allowed) is ignored.
            try? mark(position, of: control, toggling: true, source: source, at: moment.time, into: &moment)
        case .selectCursor, .toggleCursor:
            // The focused control may be a number, which has no positions.
            guard let kind = controls[control].kindOfPositions else { return }
            let toggling = action == .toggleCursor && kind == .selection
            let cursor = Int(controls[control].number)
            try? mark(cursor, of: control, toggling: toggling, source: source, at: moment.time, into: &moment)
        case .nextControl, .previousControl, .focus, .page, .ramp, .lock, .unlock, .toggleLock, .commands, .emit,
            .none:
            break
        }
    }
}

extension Control {
    /// The kind of the control, if it has positions.
    fileprivate var kindOfPositions: ControlKind? {
        switch settings.kind {
        case .choice, .selection: settings.kind
        case .float, .int: nil
        }
    }
}

extension Action {
    /// The control that the action names.
    var control: Int? {
        switch self {
        case .speed(_, let control), .reset(let control), .commit(let control): control
        case .focus(let control), .set(let control, _), .step(let control, _), .next(let control),
            .toggle(let control, _):
            control
        case .nextControl, .previousControl, .page, .selectCursor, .toggleCursor, .ramp, .lock, .unlock,
            .toggleLock, .commands, .emit, .none:
            nil
        }
    }
}
