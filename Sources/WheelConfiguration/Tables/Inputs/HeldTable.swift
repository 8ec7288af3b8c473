import WheelCore
import WheelModel

/// `held = { … }`
enum HeldTable {
    enum Effect: String, CaseIterable, Sendable {
        case speed
        case lock
    }

    static let op = Key(
        required: "op", .word(Effect.self), as: "\"speed\"",
        "What lasts while the button is held: a `speed` at which hands turn the controls, or a `lock` that keeps hands from "
            + "changing them.")
    static let speed = Key(
        required: "speed", ValueType<String>.text(1...200).placed, as: "\"fine\"", of: [Effect.speed.rawValue],
        "The name of the speed. With `\"*\"` controls that do not have it keep their own.")
    static let controls = Key(
        "controls", .heldControls, otherwise: "required for a `speed`; a `lock` then locks the panel",
        "The controls, or `\"*\"` for all of them.")

    static let schema = TableSchema(
        "held",
        "What lasts while a button is held. Of several held buttons the last pressed counts, and then the one before. It "
            + "overrides `turn`. It ends at the release, with the loss of the device, and at a reload.",
        [op.row, speed.row, controls.row], owner: { "op = \(quoted($0, quote: "\""))" })

    /// `nil` if a mistake was added.
    static func read(_ table: TOMLTable, _ scope: Scope) -> HeldEffect? {
        let reader = TableReader(table: table, schema: schema, mistakes: scope.mistakes)
        let op = reader.read(op)
        reader.checkKeys(owner: op.value?.rawValue)
        let controls = reader.read(controls)
        let reach = controls.value.flatMap { self.reach($0, scope) }
        switch op.value {
        case nil: return nil
        case .lock:
            guard controls.state != .absent else { return HeldEffect(.lock, .panel) }
            return reach.map { HeldEffect(.lock, $0) }
        case .speed:
            if controls.state == .absent, !reader.isMisspelt(self.controls.name) {
                scope.mistakes.add(reader.place, "'held' with a speed needs 'controls', as controls = \"*\"")
            }
            guard let name = reader.read(speed).value, let reach, hasSpeed(name, reach, scope) else { return nil }
            return HeldEffect(.speed(name.value), reach)
        }
    }

    private static func reach(_ controls: HeldControls, _ scope: Scope) -> HeldEffect.Reach? {
        switch controls {
        case .every: .everyControl
        case .named(let names):
            names.indices(in: scope.controls, key: self.controls.name, mistakes: scope.mistakes)
                .map { .controls($0) }
        }
    }

    /// Whether each of the controls has the speed; with `"*"` whether one of them has it. Adds a mistake if not.
    private static func hasSpeed(_ name: Placed<String>, _ reach: HeldEffect.Reach, _ scope: Scope) -> Bool {
        // A control that could not be read may have it.
        func speeds(of control: Int) -> [String]? {
            scope.drafts.indices.contains(control) ? scope.drafts[control].speeds : nil
        }
        func complain(_ who: String, _ names: [String]) -> Bool {
            let hint = scope.mistakes.hint(name.value, in: names, whereNone: "there are none")
            scope.mistakes.add(name.place, "'held': \(who) speed named \(quoted(name.value))\(hint)")
            return false
        }
        if case .controls(let controls) = reach {
            for control in controls {
                guard let names = speeds(of: control), !names.contains(name.value) else { continue }
                return complain("\(quoted(scope.controls.names[control])) has no", names)
            }
            return true
        }
        guard scope.controls.isComplete else { return true }
        var names: [String] = []
        for control in scope.drafts.indices {
            guard let known = speeds(of: control) else { return true }
            names += known.filter { !names.contains($0) }
        }
        return names.contains(name.value) || complain("no control has a", names)
    }
}

/// The controls of a held effect, as the file names them.
enum HeldControls: Sendable {
    case every
    case named(ListValue<Placed<String>>)
}

extension ValueType where Value == HeldControls {
    static let heldControls = ValueType(
        "`\"*\"` or list of control names", write: { _ in "\"*\"" },
        read: { node, subject in
            switch node.value {
            case .string("*"): return .every
            case .list:
                let names = ValueType<Placed<String>>.name(of: "control").list(1...1000, of: "control names")
                return names.read(node, subject).map(HeldControls.named)
            default: return subject.mustBe("\"*\" or a list of control names", node)
            }
        })
}
