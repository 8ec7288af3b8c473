import WheelCore
import WheelModel
import WheelTouch

/// Checks a panel against its events. After any operation, values must be in range and on their grid, the last event
/// must contain the current value, and each change must be committed exactly once.
public struct Ledger {
    public private(set) var problem: String?
    private var told: [Told]
    private var changed: [Bool]
    /// The pending value of each control as far as a client knows it from events.
    private var pending: [Told.Value?]

    /// The state of a control as far as a client knows it from events.
    private struct Told: Equatable, CustomStringConvertible {
        var value: Value
        var rotations: Int?

        enum Value: Equatable, CustomStringConvertible {
            case number(Double)
            case names([String], cursor: String?)

            var description: String {
                switch self {
                case .number(let number): "\(number)"
                case .names(let names, let cursor): "\(names)\(cursor.map { " at \($0)" } ?? "")"
                }
            }
        }

        var description: String { "\(value)\(rotations.map { " after \($0) turns" } ?? "")" }
    }

    public init(_ panel: Panel) {
        told = panel.controls.map(Self.standing)
        changed = panel.controls.map { _ in false }
        pending = panel.controls.map { _ in nil }
        check(panel)
    }

    /// Checks the changes that the panel has just produced.
    public mutating func record(_ changes: Changes, of panel: Panel) {
        for change in changes.list { record(change.event, in: changes, of: panel) }
        check(panel)
    }

    /// Call this before `new` replaces `old` at a reload. Clients still know the last state of each control that has
    /// the same name and kind in both.
    public mutating func reload(from old: Panel, to new: Panel) {
        close()
        told = new.controls.map { control in
            let same = old.controls.firstIndex {
                $0.settings.name == control.settings.name && $0.settings.kind == control.settings.kind
            }
            return same.map { told[$0] } ?? Self.standing(control)
        }
        changed = new.controls.map { _ in false }
        if pending.contains(where: { $0 != nil }) { find("a reload keeps a pending value") }
        pending = new.controls.map { _ in nil }
    }

    /// Call this before `new` replaces `old` because clients have changed their definitions. Interactions of unchanged
    /// controls stay open; interactions of other controls have been committed.
    public mutating func succeed(from old: Panel, to new: Panel) {
        let before = self
        for (index, control) in old.controls.enumerated() where changed[index] {
            guard !new.controls.contains(where: { $0.settings == control.settings }) else { continue }
            find("the commit has disappeared", control)
        }
        changed = new.controls.map { control in
            old.controls.firstIndex { $0.settings == control.settings }.map { before.changed[$0] } ?? false
        }
        for (index, control) in old.controls.enumerated() where pending[index] != nil {
            guard !new.controls.contains(where: { $0.settings == control.settings }) else { continue }
            find("a pending value has disappeared", control)
        }
        pending = new.controls.map { control in
            old.controls.firstIndex { $0.settings == control.settings }.flatMap { before.pending[$0] }
        }
        told = new.controls.map { control in
            let same = old.controls.firstIndex {
                $0.settings.name == control.settings.name && $0.settings.kind == control.settings.kind
            }
            return same.map { before.told[$0] } ?? Self.standing(control)
        }
    }

    /// Checks that every change has been committed.
    public mutating func close() {
        if let index = changed.firstIndex(of: true) { find("the commit of control \(index) has disappeared") }
    }

    // MARK: Events

    private mutating func record(_ event: Change.Event, in changes: Changes, of panel: Panel) {
        switch event {
        case .value(let value):
            let control = panel.controls[value.control]
            told[value.control] = Told(
                value: Self.value(value.reading, of: control, in: changes), rotations: value.rotations)
            if control.settings.confirmTimeout != nil, case .input = value.source,
                told[value.control].value != pending[value.control]
            {
                find("a hand has moved a value that is to be confirmed", control)
            }
            changed[value.control] = true
            if !value.delta.isFinite { find("a delta of \(value.delta)", control) }
            if case .number = told[value.control].value, value.delta == 0, value.source != .restore {
                find("a value has moved by \(value.delta)", control)
            }
        case .commit(let index, let reading, _):
            let control = panel.controls[index]
            if !changed[index] { find("committed without a change", control) }
            changed[index] = false
            let value = Self.value(reading, of: control, in: changes)
            if value != told[index].value { find("committed \(value) after \(told[index].value)", control) }
        case .pending(let index, let reading, _, _):
            let control = panel.controls[index]
            if control.settings.confirmTimeout == nil { find("has a pending value without 'confirm'", control) }
            if reading == nil, pending[index] == nil { find("has lost a pending value that it did not have", control) }
            pending[index] = reading.map { Self.value($0, of: control, in: changes) }
        case .ramp(let index, _, let fraction):
            if !(0...1).contains(fraction) { find("a ramp at \(fraction) of its time", panel.controls[index]) }
        case .speed, .limit, .press, .focus, .page, .lock, .preset: break
        }
    }

    private static func value(_ reading: Reading, of control: Control, in changes: Changes) -> Told.Value {
        switch reading {
        case .number(let number): return .number(number)
        case .integer(let integer): return .number(Double(integer))
        case .position(let position): return .names([control.settings.positionList[position].name], cursor: nil)
        case .selection(let stored, let cursor):
            var names: [String] = []
            changes.forEachPosition(in: stored) { names.append(control.settings.positionList[$0].name) }
            return .names(names, cursor: control.settings.positionList[cursor].name)
        }
    }

    /// The state that `get` returns.
    private static func standing(_ control: Control) -> Told {
        switch control.settings.quantity {
        case .float, .int: return Told(value: .number(control.number), rotations: control.rotations)
        case .choice(let choice):
            return Told(value: .names([choice.positions[Int(control.number)].name], cursor: nil), rotations: nil)
        case .selection(let selection):
            let positions = selection.positions
            var names: [String] = []
            control.selected.forEach { names.append(positions[$0].name) }
            return Told(value: .names(names, cursor: positions[Int(control.number)].name), rotations: nil)
        }
    }

    // MARK: The panel's own state

    private mutating func check(_ panel: Panel) {
        for (index, control) in panel.controls.enumerated() {
            if let wrong = control.misplacement { find(wrong, control) }
            guard problem == nil else { return }
            let standing = Self.standing(control)
            if standing != told[index] { find("told \(told[index]), and stands at \(standing)", control) }
            let waiting = panel.controls[index].pending
            if waiting.map({ Self.standing($0).value }) != pending[index] {
                find("told of a pending \(pending[index].map { "\($0)" } ?? "nothing")", control)
            }
            if let wrong = waiting?.misplacement { find("pending: \(wrong)", control) }
            if control.isEditing != changed[index] {
                find(
                    "\(changed[index] ? "has a change" : "has nothing") to commit, and says that it is "
                        + "\(control.isEditing ? "" : "not ")editing", control)
            }
        }
    }

    private mutating func find(_ what: String, _ control: Control? = nil) {
        guard problem == nil else { return }
        problem =
            control.map { "\($0.settings.name): \(what); it stands at \($0.number) in \($0.settings.quantity)" } ?? what
    }
}

extension Control {
    /// Why the control's value is invalid; `nil` if it is valid.
    public var misplacement: String? {
        guard number.isFinite else { return "is no number" }
        if number == 0, number.sign == .minus { return "is a zero with a sign" }
        if let position, !(-1e-9...1 + 1e-9).contains(position) { return "lies at \(position) of its range" }
        switch settings.quantity {
        case .float(let number): return misplacement(number)
        case .int(let number):
            if self.number != self.number.rounded() { return "is an int, and not whole" }
            if self.number.magnitude > 9_007_199_254_740_992 { return "is beyond 2^53" }
            return misplacement(number)
        case .choice(let settings): return misplacement(settings)
        case .selection(let settings):
            if let most = settings.maxSelected, selected.count > most { return "has \(selected.count) selected" }
            return misplacement(settings)
        }
    }

    private func misplacement(_ settings: NumberSettings) -> String? {
        guard settings.range.contains(number) else { return "has left its range" }
        if let rotations, rotations.magnitude > 1 << 53 { return "has \(rotations) rotations, beyond 2^53" }
        guard let step = settings.step, settings.snaps else { return nil }
        let origin = settings.range.lower.isFinite ? settings.range.lower : 0
        let way = number - origin
        let index = (way / step).rounded()
        // From index 1e15 on, the quotient of Doubles is too coarse to show whether a value is on the grid, so it
        // counts as valid.
        guard index.magnitude < 1e15 else { return nil }
        // The grid, too, treats an end of the range within this tolerance as a grid point.
        let tolerance = 4 * .ulpOfOne * max(number.magnitude, origin.magnitude, (index * step).magnitude)
        return (way - index * step).magnitude <= tolerance ? nil : "is off its grid of \(step) from \(origin)"
    }

    private func misplacement(_ settings: PositionSettings) -> String? {
        settings.positions.indices.contains(Int(number)) ? nil : "stands on no position"
    }
}

extension ControlSettings {
    /// The positions of a choice or selection; empty for a number.
    public var positionList: [Position] { positions?.positions ?? [] }
}
