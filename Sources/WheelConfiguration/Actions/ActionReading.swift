import WheelModel
import WheelSettings

/// Parses the action that a gesture is bound to.
struct ActionReading {
    let scope: Scope
    /// The controls that the input can turn, or `nil` if they contain a mistake.
    let controls: Set<Int>?
    /// The gesture's key, such as `click`.
    let gesture: String

    var mistakes: MistakeList { scope.mistakes }

    /// The action, or `nil` if a mistake was added.
    func action(_ node: TOMLNode) -> Action? {
        switch node.value {
        case .string(let written):
            let text = ActionText(written)
            if let verb = ActionVerb(rawValue: text.verb) {
                return action(verb, Written(text: text, form: verb.form, node: node))
            }
            guard let operation = Operation(rawValue: text.verb), operation.declaration.binds else {
                let known = ActionVerb.allCases.map(\.rawValue) + RequestReading.names
                complain(
                    node, "unknown action \(quoted(text.verb))\(mistakes.hint(text.verb, in: known, whereNone: ""))")
                return nil
            }
            return bound(requests.request(operation, text, node).map { [$0] }, node)
        case .table(let table): return bound(requests.request(table, at: node.place).map { [$0] }, node)
        case .list(let nodes):
            let read = nodes.compactMap { node -> Request? in
                switch node.value {
                case .table(let table): return requests.request(table, at: node.place)
                default:
                    requests.subject.entry.mustBe("a command, as { op = \"set\", … }", node)
                    return nil
                }
            }
            return bound(read.count == nodes.count ? read : nil, node)
        default:
            requests.subject.mustBe("an action, as \"cycle-speed\"", node)
            return nil
        }
    }

    private var requests: RequestReading {
        RequestReading(subject: Subject(name: quoted(gesture), mistakes: mistakes))
    }

    /// Records the requests. They are checked once the whole file has been read.
    private func bound(_ requests: [Request]?, _ node: TOMLNode) -> Action? {
        guard let requests else { return nil }
        scope.boundRequests.add(requests, gesture: gesture, place: node.place)
        return .commands(requests)
    }

    /// The effect of turning while the button is held, or `nil` if a mistake was added.
    func turnAction(_ node: TOMLNode) -> TurnAction? {
        guard case .string(let written) = node.value else {
            Subject(name: quoted(gesture), mistakes: mistakes).mustBe("an action, as \"speed:fine\"", node)
            return nil
        }
        let text = ActionText(written)
        switch (text.verb, text.target, text.value) {
        case ("none", nil, nil):
            return TurnAction.none
        case ("speed", let name?, nil) where name != "next" && name != "previous":
            return isSpeed(name, node) ? .speed(name) : nil
        case ("control", let name?, nil):
            return scope.control(Placed(value: name, place: node.place)).map { .control($0.index) }
        default:
            Subject(name: quoted(gesture), mistakes: mistakes).complain(
                node.place,
                "must be \"speed:NAME\", \"control:NAME\" or \"none\", not \(quoted(written, quote: "\""))")
            return nil
        }
    }

    private func action(_ verb: ActionVerb, _ written: Written) -> Action? {
        switch verb {
        case .cycleSpeed: return optionalControl(written) { .speed(.next, control: $0) }
        case .reset: return optionalControl(written) { .reset(control: $0) }
        case .commit: return optionalControl(written) { .commit(control: $0) }
        case .speed: return speed(written)
        case .focus: return focus(written)
        case .page: return page(written)
        case .ramp: return ramp(written)
        case .next: return next(written)
        case .toggle: return written.text.target == nil ? alone(.toggleCursor, written) : toggle(written)
        case .set: return valued(written).flatMap { set($0, value: $1, node: written.node) }
        case .step: return valued(written).flatMap { step($0, count: $1, node: written.node) }
        case .nextPage: return alone(turningPages(.page(.next), verb, written), written)
        case .previousPage: return alone(turningPages(.page(.previous), verb, written), written)
        case .nextControl: return alone(.nextControl, written)
        case .previousControl: return alone(.previousControl, written)
        case .select: return alone(.selectCursor, written)
        case .lock: return alone(.lock, written)
        case .unlock: return alone(.unlock, written)
        case .toggleLock: return alone(.toggleLock, written)
        case .emit: return alone(.emit, written)
        case .none: return alone(Action.none, written)
        }
    }

    /// An action as the file writes it, and the form that it should have.
    struct Written {
        let text: ActionText
        let form: String
        let node: TOMLNode
    }

    func complain(_ node: TOMLNode, _ what: String) {
        mistakes.add(node.place, "\(quoted(gesture)): \(what)")
    }

    func malformed(_ written: Written) {
        complain(
            written.node,
            "the action \(quoted(written.text.verb)) is written \"\(written.form)\", "
                + "not \(quoted(written.text.whole, quote: "\""))")
    }
}

extension ActionReading {
    private func alone(_ action: Action, _ written: Written) -> Action? {
        guard written.text.target == nil else {
            malformed(written)
            return nil
        }
        return action
    }

    /// The target of an action that needs a target and takes no value.
    private func target(_ written: Written) -> Placed<String>? {
        guard let target = written.text.target, !target.isEmpty, written.text.value == nil else {
            malformed(written)
            return nil
        }
        return Placed(value: target, place: written.node.place)
    }

    /// The control and the value of an action that needs both.
    private func valued(_ written: Written) -> (ControlDraft, String)? {
        guard let target = written.text.target, !target.isEmpty, let value = written.text.value else {
            malformed(written)
            return nil
        }
        return scope.control(Placed(value: target, place: written.node.place)).map { ($0, value) }
    }

    private func optionalControl(_ written: Written, _ action: (Int?) -> Action) -> Action? {
        guard written.text.target != nil else { return action(nil) }
        return target(written).flatMap { scope.control($0) }.map { action($0.index) }
    }

    private func speed(_ written: Written) -> Action? {
        guard let name = target(written)?.value else { return nil }
        switch name {
        case "next": return .speed(.next, control: nil)
        case "previous": return .speed(.previous, control: nil)
        default: return isSpeed(name, written.node) ? .speed(.named(name), control: nil) : nil
        }
    }

    /// Whether a control of the input has a speed of this name. Adds a mistake if none has.
    private func isSpeed(_ name: String, _ node: TOMLNode) -> Bool {
        guard let controls, scope.controls.isComplete else { return true }
        var names: [String] = []
        for index in controls.sorted() where scope.drafts.indices.contains(index) {
            guard let speeds = scope.drafts[index].speeds else { return true }
            names += speeds.filter { !names.contains($0) }
        }
        if names.contains(name) { return true }
        let hint = mistakes.hint(name, in: names, whereNone: "it has no control")
        complain(node, "no control of this input has a speed named \(quoted(name))\(hint)")
        return false
    }

    private func focus(_ written: Written) -> Action? {
        guard let name = target(written), let draft = scope.control(name) else { return nil }
        if let controls, !controls.contains(draft.index) {
            complain(written.node, "\(quoted(name.value)) is not one of this input's controls")
            return nil
        }
        return .focus(control: draft.index)
    }

    private func page(_ written: Written) -> Action? {
        guard let name = target(written) else { return nil }
        return scope.pages.find(name, mistakes: mistakes).map { .page(.page($0)) }
    }

    private func turningPages(_ action: Action, _ verb: ActionVerb, _ written: Written) -> Action {
        if scope.pages.names.count < 2 {
            mistakes.warn(
                written.node.place, "\(quoted(verb.rawValue)) has no effect with fewer than two pages")
        }
        return action
    }

    private func ramp(_ written: Written) -> Action? {
        guard let name = target(written) else { return nil }
        return scope.ramps.find(name, mistakes: mistakes).map { .ramp($0) }
    }
}
