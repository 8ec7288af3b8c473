import WheelCore

/// `[input.on]`, and `[input.on.KEY_…]` for each of several buttons.
enum BindingsTable {
    struct Draft: Sendable {
        var down: TOMLNode?
        var up: TOMLNode?
        var click: TOMLNode?
        var double: TOMLNode?
        var long: TOMLNode?
        var turn: TOMLNode?
        var held: TOMLNode?
    }

    static let table = Table(
        "[input.on]",
        "The actions of a button's gestures. A button of an input with several has a table named by its key, as "
            + "`[input.on.KEY_MUTE]`. Buttons without a table use `[input.on]`. An input of type `client` names its "
            + "buttons itself, as `[input.on.shift]`, and then has no other buttons.",
        Draft()
    ) {
        Setting("down", .any("action"), otherwise: "`\"emit\"`", { $0.down = $1 }, "The button is pressed.")
        Setting("up", .any("action"), otherwise: "`\"emit\"`", { $0.up = $1 }, "The button is released.")
        Setting(
            "click", .any("action"), otherwise: "`\"emit\"`; `\"apply\"` while a value is pending", { $0.click = $1 },
            "The button is pressed and released. If `double` has an action, `click` waits for a second click. Without "
                + "the key, a click while the control has a pending value applies it at once.")
        Setting(
            "double", .any("action"), otherwise: "`\"cycle-speed\"`", { $0.double = $1 }, "The button is clicked twice."
        )
        Setting("long", .any("action"), otherwise: "`\"emit\"`", { $0.long = $1 }, "The button is held for `long_ms`.")
        Setting(
            "turn", .any("action", limits: "`speed:NAME`, `control:NAME` or `none`"),
            otherwise: "the last speed, the finest", { $0.turn = $1 },
            "The effect of turning while the button is held: at this speed, on this control, or as usual.")
        Setting(
            "held", .any("table", limits: "or a list of tables"), otherwise: "nothing", { $0.held = $1 },
            "What applies while the button is held: a speed or a lock of controls, for every input that turns them. "
                + "Described below."
        )
    }

    static func isKey(_ name: String) -> Bool { table.schema.rows.contains { $0.name == name } }
}

struct BindingsReading {
    let scope: Scope
    /// The index of the input.
    let input: Int
    /// The controls that the input can turn; `nil` if the key `controls` contains a mistake.
    let controls: Set<Int>?
    /// `nil` if the type contains a mistake.
    let type: InputType?
    let turnKeys: TurnKeys?

    private var mistakes: MistakeList { scope.mistakes }

    func read(_ table: TOMLTable, into settings: inout InputSettings) {
        settings.bindings = bindings(BindingsTable.table.read(table, mistakes, isOther: isButton).draft)
        for entry in table.entries where isButtonName(entry) {
            let subject = Subject(name: quoted(entry.key), mistakes: mistakes)
            guard let button = ValueType<TOMLTable>.table.read(entry.node, subject) else { continue }
            check(entry)
            let own = bindings(BindingsTable.table.read(button, mistakes).draft)
            settings.buttons.append(NamedButton(name: entry.key, bindings: own))
        }
    }

    private func bindings(_ draft: BindingsTable.Draft) -> ButtonBindings {
        var bindings = ButtonBindings()
        func reading(_ gesture: String) -> ActionReading {
            ActionReading(scope: scope, input: input, controls: controls, gesture: gesture)
        }
        func bind(_ node: TOMLNode?, _ gesture: String, _ action: inout Action) {
            action = node.flatMap { reading(gesture).action($0) } ?? action
        }
        bind(draft.down, "down", &bindings.down)
        bind(draft.up, "up", &bindings.up)
        bind(draft.click, "click", &bindings.click)
        bind(draft.double, "double", &bindings.double)
        bind(draft.long, "long", &bindings.long)
        bindings.turn = draft.turn.flatMap { reading("turn").turnAction($0) } ?? bindings.turn
        bindings.held = draft.held.map(heldEffects) ?? bindings.held
        return bindings
    }

    /// The effects of `held`: one table, or a list of them.
    private func heldEffects(_ node: TOMLNode) -> [HeldEffect] {
        let subject = Subject(name: "'held'", mistakes: mistakes)
        guard case .list(let nodes) = node.value else { return heldEffect(node, subject).map { [$0] } ?? [] }
        return nodes.compactMap { heldEffect($0, subject.entry) }
    }

    private func heldEffect(_ node: TOMLNode, _ subject: Subject) -> HeldEffect? {
        guard case .table(let table) = node.value else {
            return subject.mustBe("a table, as { op = \"lock\" }", node)
        }
        return HeldTable.read(table, scope)
    }

    /// Whether the entry is the table of a button, and not a gesture. Adds a mistake for a table whose name belongs to
    /// neither a gesture nor a button.
    private func isButton(_ entry: TOMLEntry) -> Bool {
        if isButtonName(entry) { return true }
        guard case .table = entry.node.value, !BindingsTable.isKey(entry.key) else {
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

    /// Whether the entry's name can be a button's: a key's name or, in an input of type `client`, also any name that an
    /// input could have, except a gesture's.
    private func isButtonName(_ entry: TOMLEntry) -> Bool {
        if ValueType<String>.isKeyName(entry.key) { return true }
        guard type == .client, case .table = entry.node.value, ValueType<String>.isName(entry.key) else { return false }
        return !BindingsTable.isKey(entry.key)
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
