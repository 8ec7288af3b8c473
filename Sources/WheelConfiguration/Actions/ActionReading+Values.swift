import WheelCore
import WheelModel

/// Actions whose meaning depends on the kind of their control.
extension ActionReading {
    func next(_ text: ActionText) -> Request? {
        guard let name = target(text), let draft = scope.control(name) else { return nil }
        guard draft.kind == nil || draft.kind == .choice else { return wrongKind(draft, "next", "a choice", text.node) }
        return .setToNext(control: name.value)
    }

    func toggle(_ text: ActionText) -> Request? {
        guard let (draft, name, position) = valued(text) else { return nil }
        guard draft.kind == nil || draft.kind == .selection else {
            return wrongKind(draft, "toggle", "a selection", text.node)
        }
        return isPosition(position, of: draft, text.node) ? .toggle(control: name, position: position) : nil
    }

    func step(_ text: ActionText) -> Request? {
        guard let (_, name, count) = valued(text) else { return nil }
        guard let steps = Int(count), steps != 0, steps.magnitude <= 1_000_000 else {
            return complain(text.node, "the count must be a whole number of steps other than 0, not \(quoted(count))")
        }
        return .step(control: name, count: steps)
    }

    func set(_ text: ActionText) -> Request? {
        guard let (draft, name, written) = valued(text) else { return nil }
        let value: ControlValue? =
            switch draft.kind {
            case nil: nil
            case .float, .int: number(written, of: draft, text.node).map { .number($0) }
            case .choice: isPosition(written, of: draft, text.node) ? .position(written) : nil
            case .selection: positions(written, of: draft, text.node).map { .positions($0) }
            }
        return value.map { .set(Assignment(control: name, value: $0)) }
    }

    private func number(_ text: String, of draft: ControlDraft, _ node: TOMLNode) -> Double? {
        guard let number = Double(text), number.isFinite, !text.lowercased().contains("x") else {
            return complain(node, "\(quoted(text)) is not a number")
        }
        if draft.kind == .int, number != number.rounded() {
            return complain(node, "an int holds whole numbers, not \(quoted(text))")
        }
        if let range = draft.range, !range.contains(number) {
            return complain(node, "the value must lie in \(range.text), but is \(quoted(text, quote: ""))")
        }
        return number
    }

    /// Adds a mistake if the control has positions, and none of this name.
    private func isPosition(_ name: String, of draft: ControlDraft, _ node: TOMLNode) -> Bool {
        guard let positions = draft.positions else { return false }
        if positions.contains(name) { return true }
        let hint = mistakes.hint(name, in: positions, whereNone: "there are none")
        mistakes.add(node.place, "\(quoted(gesture)): there is no position named \(quoted(name))\(hint)")
        return false
    }

    /// Positions whose names are separated by commas. A name that contains a comma can only stand alone.
    private func positions(_ text: String, of draft: ControlDraft, _ node: TOMLNode) -> [String]? {
        guard let known = draft.positions else { return nil }
        if text.isEmpty { return [] }
        if known.contains(text) { return [text] }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        // Every unknown name is a mistake of its own.
        guard names.filter({ !isPosition($0, of: draft, node) }).isEmpty else { return nil }
        if Set(names).count < names.count {
            return complain(node, "a position occurs twice in \(quoted(text))")
        }
        if let most = draft.mostSelected, names.count > most {
            return complain(
                node, "there are \(names.count) positions in \(quoted(text)), but 'max_selected' is \(most)")
        }
        return names
    }

    private func wrongKind(_ draft: ControlDraft, _ verb: String, _ wanted: String, _ node: TOMLNode) -> Request? {
        let name = scope.controls.names[draft.index]
        let kind = draft.kind.map { ControlTable.schema.owner($0.rawValue) } ?? ""
        return complain(node, "the action \(quoted(verb)) needs \(wanted), but \(quoted(name)) is \(kind)")
    }
}
