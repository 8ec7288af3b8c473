import WheelModel

/// Keeps the books of values and commits: what has changed is committed exactly once, and nothing else is.
struct CommitLedger {
    private var changed: [Bool]
    private(set) var problem: String?

    init(controls: Int) {
        changed = Array(repeating: false, count: controls)
    }

    mutating func note(_ changes: ChangeList, of panel: Panel) {
        for change in changes.changes {
            switch change.event {
            case .value(let value):
                changed[value.control] = true
            case .commit(let control, _, _):
                if !changed[control] { problem = "control \(control) was committed without a change" }
                changed[control] = false
            case .speed, .limit, .press, .focus, .page, .lock, .ramp: break
            }
        }
        for (index, control) in panel.controls.enumerated() {
            if control.isEditing != changed[index] {
                problem =
                    "control \(index) has \(changed[index] ? "a change" : "no change") to commit, "
                    + "and says that it is \(control.isEditing ? "" : "not ")editing"
            }
            let range = control.settings.numberRange
            if !(control.number.isFinite && range.contains(control.number)) {
                problem = "control \(index) left its range: \(control.number) in \(control.settings)"
            }
        }
    }

    /// What is left uncommitted at the end is a commit that disappeared.
    mutating func close() {
        if let index = changed.firstIndex(of: true) { problem = "the commit of control \(index) has disappeared" }
    }
}
