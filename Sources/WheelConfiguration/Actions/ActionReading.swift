import WheelCore
import WheelModel

/// Parses the action that a gesture is bound to.
struct ActionReading {
    let scope: Scope
    /// The index of the input.
    let input: Int
    /// The controls that the input can turn, or `nil` if they contain a mistake.
    let controls: Set<Int>?
    /// The gesture's key, such as `click`.
    let gesture: String

    var mistakes: MistakeList { scope.mistakes }
    var subject: Subject { Subject(name: quoted(gesture), mistakes: mistakes) }

    /// The action, or `nil` if a mistake was added.
    func action(_ node: TOMLNode) -> Action? {
        let requests = RequestReading(subject: subject)
        switch node.value {
        case .string(let written):
            let text = ActionText(written, node)
            if let verb = ActionVerb(rawValue: text.verb) { return action(verb, text) }
            guard let operation = Operation(rawValue: text.verb), operation.declaration.binds else {
                let known = ActionVerb.allCases.map(\.rawValue) + RequestReading.names
                return complain(
                    node, "unknown action \(quoted(text.verb))\(mistakes.hint(text.verb, in: known, whereNone: ""))")
            }
            return bound([requests.request(operation, text)], node)
        case .table(let table): return bound([requests.request(table, at: node.place)], node)
        case .list(let nodes):
            let read = nodes.map { node -> Request? in
                if case .table(let table) = node.value { return requests.request(table, at: node.place) }
                return subject.entry.mustBe("a command, as { op = \"set\", … }", node)
            }
            return bound(read, node)
        default:
            return subject.mustBe("an action, as \"cycle-speed\"", node)
        }
    }

    /// Records the requests. They are checked once the whole file has been read.
    private func bound(_ read: [Request?], _ node: TOMLNode) -> Action? {
        let requests = read.compactMap { $0 }
        guard requests.count == read.count else { return nil }
        scope.boundRequests.add(requests, input: input, gesture: gesture, place: node.place, mistakes)
        return .requests(requests)
    }

    /// The effect of turning while the button is held, or `nil` if a mistake was added.
    func turnAction(_ node: TOMLNode) -> TurnAction? {
        guard case .string(let written) = node.value else {
            return subject.mustBe("an action, as \"speed:fine\"", node)
        }
        let text = ActionText(written, node)
        switch (text.verb, text.target, text.value) {
        case ("none", nil, nil):
            return TurnAction.none
        case ("speed", let name?, nil) where name != "next" && name != "previous":
            return isSpeed(name, node) ? .speed(name) : nil
        case ("control", let name?, nil):
            return scope.control(Placed(value: name, place: node.place)).map { .control($0.index) }
        default:
            return subject.complain(
                node.place,
                "must be \"speed:NAME\", \"control:NAME\" or \"none\", not \(quoted(written, quote: "\""))")
        }
    }

    private func action(_ verb: ActionVerb, _ text: ActionText) -> Action? {
        switch verb {
        case .emit: alone(text) { .emit }
        case .none: alone(text) { .none }
        default: request(verb, text).map(Action.request)
        }
    }

    private func request(_ verb: ActionVerb, _ text: ActionText) -> Request? {
        switch verb {
        case .cycleSpeed: onControl(text) { .speed(control: $0, .next) }
        case .reset: onControl(text) { Request(.reset, control: $0) }
        case .commit: onControl(text) { Request(.commit, control: $0) }
        case .speed: speed(text)
        case .focus: focus(text)
        case .page: page(text)
        case .ramp: ramp(text)
        case .next: next(text)
        case .toggle: text.target == nil ? Request(.toggle) : toggle(text)
        case .set: set(text)
        case .step: step(text)
        case .nextPage, .previousPage: turningPages(verb, text)
        case .nextControl: alone(text) { .moveFocus(by: 1) }
        case .previousControl: alone(text) { .moveFocus(by: -1) }
        case .select: alone(text) { Request(.select) }
        case .lock: onControl(text) { .lock(true, control: $0) }
        case .unlock: onControl(text) { .lock(false, control: $0) }
        case .toggleLock: onControl(text) { .toggleLock(control: $0) }
        case .emit, .none: nil
        }
    }

    /// Adds a mistake and returns `nil`, for the action that could not be read.
    func complain<Value>(_ node: TOMLNode, _ what: String) -> Value? {
        mistakes.add(node.place, "\(quoted(gesture)): \(what)")
    }

    private func malformed<Value>(_ text: ActionText) -> Value? {
        let form = ActionVerb(rawValue: text.verb)?.form ?? ""
        return complain(
            text.node,
            "the action \(quoted(text.verb)) is written \"\(form)\", not \(quoted(text.whole, quote: "\""))")
    }

    // MARK: The parts of an action

    private func alone<Value>(_ text: ActionText, _ make: () -> Value) -> Value? {
        text.target == nil ? make() : malformed(text)
    }

    /// The target of an action that needs a target and takes no value.
    func target(_ text: ActionText) -> Placed<String>? {
        guard let target = text.target, !target.isEmpty, text.value == nil else { return malformed(text) }
        return Placed(value: target, place: text.node.place)
    }

    /// The control, its name and the value of an action that needs both.
    func valued(_ text: ActionText) -> (draft: ControlDraft, name: String, value: String)? {
        guard let name = text.target, !name.isEmpty, let value = text.value else { return malformed(text) }
        return scope.control(Placed(value: name, place: text.node.place)).map { ($0, name, value) }
    }

    private func onControl(_ text: ActionText, _ make: (String?) -> Request) -> Request? {
        guard text.target != nil else { return make(nil) }
        return target(text).flatMap { scope.control($0) == nil ? nil : make($0.value) }
    }
}

/// Actions whose meaning does not depend on the kind of a control.
extension ActionReading {
    private func speed(_ text: ActionText) -> Request? {
        guard let name = target(text)?.value else { return nil }
        guard name == "next" || name == "previous" || isSpeed(name, text.node) else { return nil }
        return .speed(NameChoice(name))
    }

    /// Whether a control of the input has a speed of this name. Adds a mistake if none has.
    private func isSpeed(_ name: String, _ node: TOMLNode) -> Bool {
        // In a file without controls the inputs turn what clients define.
        guard let controls, scope.controls.isComplete, !scope.controls.names.isEmpty else { return true }
        var names: [String] = []
        var known: Set<String> = []
        for index in controls.sorted() where scope.drafts.indices.contains(index) {
            guard let speeds = scope.drafts[index].speeds, !speeds.contains(name) else { return true }
            for speed in speeds where known.insert(speed).inserted { names.append(speed) }
        }
        let hint = mistakes.hint(name, in: names, whereNone: "it has no control")
        subject.mistakes.add(
            node.place, "\(quoted(gesture)): no control of this input has a speed named \(quoted(name))\(hint)")
        return false
    }

    private func focus(_ text: ActionText) -> Request? {
        guard let name = target(text), let draft = scope.control(name) else { return nil }
        if let controls, !controls.contains(draft.index) {
            return complain(text.node, "\(quoted(name.value)) is not one of this input's controls")
        }
        return .focus(control: name.value)
    }

    private func page(_ text: ActionText) -> Request? {
        guard let name = target(text), scope.pages.find(name, mistakes: mistakes) != nil else { return nil }
        return .page(.named(name.value))
    }

    private func turningPages(_ verb: ActionVerb, _ text: ActionText) -> Request? {
        // The pages of a file without controls come from clients.
        if scope.pages.names.count < 2, !scope.controls.names.isEmpty {
            mistakes.warn(text.node.place, "\(quoted(verb.rawValue)) has no effect with fewer than two pages")
        }
        return alone(text) { .page(verb == .nextPage ? .next : .previous) }
    }

    private func ramp(_ text: ActionText) -> Request? {
        guard let name = target(text), scope.ramps.find(name, mistakes: mistakes) != nil else { return nil }
        // Checked once the whole file has been read: its control may be one on which hands play no ramp.
        return bound([.toggleRamp(name.value)], text.node).map { _ in .toggleRamp(name.value) }
    }
}
