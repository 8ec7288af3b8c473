import WheelModel

/// Keeps the books of values and commits; what does not add up traps, which is what a fuzzer looks for.
struct Ledger {
    private var changed: [Bool]

    init(controls: Int) {
        changed = Array(repeating: false, count: controls)
    }

    mutating func note(_ changes: ChangeList, of panel: Panel) {
        for change in changes.changes {
            switch change.event {
            case .value(let value): changed[value.control] = true
            case .commit(let control, _, _):
                precondition(changed[control], "a commit without a change")
                changed[control] = false
            case .speed, .limit, .press, .focus, .page, .lock, .ramp: break
            }
        }
        for (control, hasChanged) in zip(panel.controls, changed) {
            precondition(control.isEditing == hasChanged, "\(control.settings.name) has lost count of its commits")
            if let position = control.position {
                precondition((-1e-9...1 + 1e-9).contains(position), "\(control.settings.name) has left its range")
            }
            precondition(control.number.isFinite, "\(control.settings.name) is no number any more")
        }
    }

    func close() {
        precondition(!changed.contains(true), "a commit has disappeared")
    }
}
