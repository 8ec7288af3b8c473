import WheelCore
import WheelModel

/// Reads the bindings of an input's buttons.
struct BindingsReading {
    let scope: Scope
    /// The index of the input.
    let input: Int
    /// The controls that the input can turn, or `nil` if they contain a mistake.
    let controls: Set<Int>?
    /// `nil` if it contains a mistake.
    let type: InputType?
    let turnKeys: TurnKeys?

    private typealias T = BindingsTable
    private var mistakes: MistakeList { scope.mistakes }

    func read(_ table: TOMLTable, into panel: inout InputSettings) {
        let reader = TableReader(table: table, schema: T.schema, mistakes: mistakes)
        reader.checkKeys { isButton($0) }
        panel.bindings = bindings(reader)
        for entry in table.entries where isButtonName(entry) {
            let subject = Subject(name: quoted(entry.key), mistakes: mistakes)
            guard let button = ValueType<TOMLTable>.table.read(entry.node, subject) else { continue }
            check(entry)
            let reader = TableReader(checking: button, by: T.schema, mistakes)
            panel.buttons.append(NamedButton(name: entry.key, bindings: bindings(reader)))
        }
    }

    private func bindings(_ reader: TableReader) -> ButtonBindings {
        var bindings = ButtonBindings()
        bindings.down = action(reader, T.down) ?? bindings.down
        bindings.up = action(reader, T.up) ?? bindings.up
        bindings.click = action(reader, T.click) ?? bindings.click
        bindings.double = action(reader, T.double) ?? bindings.double
        bindings.long = action(reader, T.long) ?? bindings.long
        if let node = reader.read(T.turn).value {
            let reading = ActionReading(scope: scope, input: input, controls: controls, gesture: T.turn.name)
            bindings.turn = reading.turnAction(node) ?? bindings.turn
        }
        if let node = reader.read(T.held).value { bindings.held = heldEffects(node) }
        return bindings
    }

    /// The effects of `held`: one table, or a list of them.
    private func heldEffects(_ node: TOMLNode) -> [HeldEffect] {
        let subject = Subject(name: quoted(T.held.name), mistakes: mistakes)
        guard case .list(let nodes) = node.value else { return heldEffect(node, subject).map { [$0] } ?? [] }
        return nodes.compactMap { heldEffect($0, subject.entry) }
    }

    private func heldEffect(_ node: TOMLNode, _ subject: Subject) -> HeldEffect? {
        guard case .table(let table) = node.value else {
            return subject.mustBe("a table, as { op = \"lock\" }", node)
        }
        return HeldTable.read(table, scope)
    }

    private func action(_ reader: TableReader, _ key: Key<TOMLNode?>) -> Action? {
        reader.read(key).value.flatMap { node in
            ActionReading(scope: scope, input: input, controls: controls, gesture: key.name).action(node)
        }
    }

    /// Whether the entry is the table of a button, not a gesture. Adds a mistake if its name is not a key's name.
    private func isButton(_ entry: TOMLEntry) -> Bool {
        if isButtonName(entry) { return true }
        guard case .table = entry.node.value, !T.schema.rows.contains(where: { $0.name == entry.key }) else {
            return false
        }
        let name = entry.key.uppercased()
        let hint = ValueType<String>.isKeyName(name) ? " (did you mean \(quoted(name))?)" : ", as KEY_MUTE"
        mistakes.add(
            entry.place,
            type == .client
                ? "the name of a button's table must be a lowercase letter followed by at most 31 lowercase letters, "
                    + "digits, '_' or '-', not \(quoted(entry.key))"
                : "the name of a button's table must be the kernel's name of its key\(hint), not \(quoted(entry.key))")
        return true
    }

    /// A client's button has a name as an input has, or the name of a key.
    private func isButtonName(_ entry: TOMLEntry) -> Bool {
        if ValueType<String>.isKeyName(entry.key) { return true }
        guard type == .client, case .table = entry.node.value, ValueType<String>.isName(entry.key) else { return false }
        return !T.schema.rows.contains { $0.name == entry.key }
    }

    private func check(_ entry: TOMLEntry) {
        if type == .client { return }
        if let type, type != .evdev {
            mistakes.add(
                entry.place,
                "\(quoted(entry.key)) belongs to an evdev input, not to \(InputTable.schema.owner(type.rawValue))")
        } else if entry.key == turnKeys?.down || entry.key == turnKeys?.up {
            mistakes.add(entry.place, "\(quoted(entry.key)) is one of the 'turn_keys' of this input and not a button")
        } else if !scope.isKey(entry.key) {
            mistakes.add(entry.place, "the kernel has no key named \(quoted(entry.key))")
        }
    }
}
