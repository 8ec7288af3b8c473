import WheelModel
import WheelSettings

/// Actions whose meaning depends on the kind of their control.
extension ActionReading {
    func next(_ written: Written) -> Action? {
        guard let name = written.text.target, !name.isEmpty, written.text.value == nil else {
            malformed(written)
            return nil
        }
        guard let draft = scope.control(Placed(value: name, place: written.node.place)) else { return nil }
        guard draft.kind == nil || draft.kind == .choice else {
            wrongKind(draft, "next", "a choice", written.node)
            return nil
        }
        return .next(control: draft.index)
    }

    func toggle(_ written: Written) -> Action? {
        guard let name = written.text.target, !name.isEmpty, let position = written.text.value else {
            malformed(written)
            return nil
        }
        guard let draft = scope.control(Placed(value: name, place: written.node.place)) else { return nil }
        guard draft.kind == nil || draft.kind == .selection else {
            wrongKind(draft, "toggle", "a selection", written.node)
            return nil
        }
        guard let index = self.position(position, of: draft, written.node) else { return nil }
        return .toggle(control: draft.index, position: index)
    }

    func step(_ draft: ControlDraft, count: String, node: TOMLNode) -> Action? {
        guard let steps = Int(count), steps != 0, steps.magnitude <= 1_000_000 else {
            complain(node, "the count must be a whole number of steps other than 0, not \(quoted(count))")
            return nil
        }
        return .step(control: draft.index, count: steps)
    }

    func set(_ draft: ControlDraft, value: String, node: TOMLNode) -> Action? {
        switch draft.kind {
        case nil:
            return nil
        case .float, .int:
            return number(value, of: draft, node).map { .set(control: draft.index, to: .number($0)) }
        case .choice:
            return position(value, of: draft, node).map { .set(control: draft.index, to: .position($0)) }
        case .selection:
            return positions(value, of: draft, node).map { .set(control: draft.index, to: .positions($0)) }
        }
    }

    private func number(_ text: String, of draft: ControlDraft, _ node: TOMLNode) -> Double? {
        guard let number = Double(text), number.isFinite, !text.lowercased().contains("x") else {
            complain(node, "\(quoted(text)) is not a number")
            return nil
        }
        if draft.kind == .int, number != number.rounded() {
            complain(node, "an int holds whole numbers, not \(quoted(text))")
            return nil
        }
        if let range = draft.range, !range.contains(number) {
            complain(node, "the value must lie in \(range.text), but is \(quoted(text, quote: ""))")
            return nil
        }
        return number
    }

    private func position(_ name: String, of draft: ControlDraft, _ node: TOMLNode) -> Int? {
        guard let positions = draft.positions else { return nil }
        if let index = positions.firstIndex(of: name) { return index }
        let hint = mistakes.hint(name, in: positions, whereNone: "there are none")
        complain(node, "there is no position named \(quoted(name))\(hint)")
        return nil
    }

    /// The indices of positions whose names are separated by commas. A name that contains a comma can only stand alone.
    private func positions(_ text: String, of draft: ControlDraft, _ node: TOMLNode) -> [Int]? {
        guard let known = draft.positions else { return nil }
        if text.isEmpty { return [] }
        if let index = known.firstIndex(of: text) { return [index] }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let indices = names.compactMap { position($0, of: draft, node) }
        guard indices.count == names.count else { return nil }
        if Set(indices).count < indices.count {
            complain(node, "a position occurs twice in \(quoted(text))")
            return nil
        }
        if let most = draft.mostSelected, indices.count > most {
            complain(node, "there are \(indices.count) positions in \(quoted(text)), but 'max_selected' is \(most)")
            return nil
        }
        return indices
    }

    private func wrongKind(_ draft: ControlDraft, _ verb: String, _ wanted: String, _ node: TOMLNode) {
        let name = scope.controls.names[draft.index]
        let kind = draft.kind.map { ControlTable.schema.owner($0.rawValue) } ?? ""
        complain(node, "the action \(quoted(verb)) needs \(wanted), but \(quoted(name)) is \(kind)")
    }
}
