import WheelCore

/// `held = { … }`
enum HeldTable {
    enum Effect: String, CaseIterable, Sendable {
        case speed
        case lock
    }

    struct Draft: Sendable {
        var op: Effect?
        var speed: Placed<String>?
        var controls: HeldControls?
    }

    static let table = Table(
        "held",
        "What applies while a button is held. Of several held buttons the last pressed one counts, and after its "
            + "release the one before. The effect overrides `turn`, and ends at the release, when the device is lost, "
            + "and at a reload.",
        Draft(), of: { draft, _ in draft.op?.rawValue }, called: { "op = \(quoted($0, quote: "\""))" }
    ) {
        Setting(
            required: "op", .word(Effect.self), as: "\"speed\"", { $0.op = $1 },
            "What applies while the button is held: a `speed` at which hands turn the controls, or a `lock` that keeps "
                + "hands from changing them.")
        Setting(
            required: "speed", ValueType<String>.text(1...200).placed, as: "\"fine\"", of: [Effect.speed.rawValue],
            { $0.speed = $1 },
            "The name of the speed. With `\"*\"` controls without this speed keep their own speed.")
        Setting(
            "controls", .heldControls, otherwise: "required for a `speed`; a `lock` then locks the panel",
            { $0.controls = $1 },
            "The controls, or `\"*\"` for all controls.")
    }

    /// The effect that the table describes; `nil` if a mistake was added.
    static func read(_ table: TOMLTable, _ scope: Scope) -> HeldEffect? {
        let (draft, reader) = self.table.read(table, scope.mistakes)
        let reach = draft.controls.flatMap { self.reach($0, scope) }
        switch draft.op {
        case nil: return nil
        case .lock: return reader.has("controls") ? reach.map { HeldEffect(.lock, $0) } : HeldEffect(.lock, .panel)
        case .speed:
            if !reader.has("controls"), !reader.isMisspelt("controls") {
                scope.mistakes.add(reader.place, "'held' with a speed needs 'controls', as controls = \"*\"")
            }
            guard let name = draft.speed, let reach, hasSpeed(name, reach, scope) else { return nil }
            return HeldEffect(.speed(name.value), reach)
        }
    }

    private static func reach(_ controls: HeldControls, _ scope: Scope) -> HeldEffect.Reach? {
        switch controls {
        case .every: .everyControl
        case .named(let names):
            names.indices(in: scope.controls, key: "controls", mistakes: scope.mistakes)
                .map { .controls($0) }
        }
    }

    /// Whether each of the controls has the speed; with `"*"`, whether any control has it. Otherwise adds a mistake.
    private static func hasSpeed(_ name: Placed<String>, _ reach: HeldEffect.Reach, _ scope: Scope) -> Bool {
        // Returns `nil` for a control that could not be read and so may have the speed.
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
