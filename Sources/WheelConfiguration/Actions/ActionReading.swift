// The actions of gestures. A binding is a short action, a command as a table, or a list of commands:
//
//     click = "next-page"            the request `page` with page = "next"
//     double = "set:filter=hp"       the request `set` with control = "filter" and value = "hp"
//     long = { op = "reset", control = "gain" }
//
// A binding becomes requests, whatever its form, except the short actions `emit` and `none`. `ActionVerb` defines the
// verbs of short actions. The declarations of operations define the members of commands (`RequestReading`).
//
// Mistakes are found in two steps. The operands of a verb are checked while the table is read, against the control's
// kind, positions and range. Commands, the verb `ramp`, and verbs outside `ActionVerb.rows` are recorded. Once the
// whole file is read, their requests are performed on a new panel (`BoundRequests`). A request that would be refused
// whenever the button is pressed is a mistake.

import WheelCore

struct ActionReading {
    let scope: Scope
    /// The index of the input.
    let input: Int
    /// The controls that the input can turn; `nil` if the key `controls` contains a mistake.
    let controls: Set<Int>?
    /// The gesture's key, such as `click`.
    let gesture: String

    var mistakes: MistakeList { scope.mistakes }
    var subject: Subject { Subject(name: quoted(gesture), mistakes: mistakes) }
    private var requests: RequestReading { RequestReading(subject: subject) }

    /// The action, or `nil` if a mistake was added.
    func action(_ node: TOMLNode) -> Action? {
        switch node.value {
        case .string(let written):
            let text = ActionText(written, node)
            if let verb = ActionVerb.named(text.verb) { return action(verb, text) }
            let hint = mistakes.hint(text.verb, in: ActionVerb.all.map(\.name), whereNone: "")
            return complain(node, "unknown action \(quoted(text.verb))\(hint)")
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

    /// Records the requests, which are checked once the whole file is read.
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
        guard let (control, word) = verb.operands.read(text) else { return malformed(verb, text) }
        guard case .requests(let requests) = verb.action, let bare = requests.first else { return verb.action }
        let node = text.node
        var request = Request(bare.operation, control: control)
        var draft: ControlDraft?
        // If the verb is outside `ActionVerb.rows`, its control is checked later, when the request is tried.
        if let control, !verb.isOperation {
            draft = scope.control(Placed(value: control, place: node.place))
            guard let draft, isAllowed(draft, verb, node) else { return nil }
        }
        if let word, let member = verb.operands.member {
            guard let value = value(word, of: member, in: bare, for: draft, node) else { return nil }
            request[member] = value
        }
        for member in bare.members { request[member.name] = member.value }
        switch bare.operation {
        // A file without controls gets no warning: the clients that define its controls may define pages, too.
        case .page where word == nil && scope.pages.names.count < 2 && !scope.controls.names.isEmpty:
            mistakes.warn(node.place, "\(quoted(verb.name)) has no effect with fewer than two pages")
        // This request is tried once the whole file is read: it is refused if the ramp's control has `confirm`.
        case .ramp: return bound([request], node)
        default: break
        }
        return verb.isOperation ? bound([request], node) : .request(request)
    }

    private func malformed(_ verb: ActionVerb, _ text: ActionText) -> Action? {
        let written = "not \(quoted(text.whole, quote: "\""))"
        guard verb.isOperation else {
            return complain(text.node, "the action \(quoted(verb.name)) is written \"\(verb.form)\", \(written)")
        }
        return subject.complain(
            text.node.place, "must be { op = \(quoted(verb.name, quote: "\"")), … }, or \"\(verb.form)\", \(written)")
    }

    private func complain<Value>(_ node: TOMLNode, _ what: String) -> Value? {
        mistakes.add(node.place, "\(quoted(gesture)): \(what)")
    }

    private func refuse(_ node: TOMLNode, _ what: String) -> Bool {
        mistakes.add(node.place, "\(quoted(gesture)): \(what)")
        return false
    }
}

/// Checks the control of a verb, and reads the word of a verb.
extension ActionReading {
    private func isAllowed(_ draft: ControlDraft, _ verb: ActionVerb, _ node: TOMLNode) -> Bool {
        let name = quoted(scope.controls.names[draft.index])
        if let kind = draft.kind, let needed = verb.needs, kind != needed {
            let (needed, own) = (ControlTable.schema.owner(needed.rawValue), ControlTable.schema.owner(kind.rawValue))
            return refuse(node, "the action \(quoted(verb.name)) needs \(needed), but \(name) is \(own)")
        }
        if verb.name == "focus", let controls, !controls.contains(draft.index) {
            return refuse(node, "\(name) is not a control of this input")
        }
        return true
    }

    private func value(
        _ word: String, of member: String, in request: Request, for draft: ControlDraft?, _ node: TOMLNode
    ) -> CommandValue? {
        let name = Placed(value: word, place: node.place)
        guard let draft else {
            switch request.operation {
            case .speed where word != "next" && word != "previous": return isSpeed(word, node) ? .text(word) : nil
            case .page: return scope.pages.find(name, mistakes: mistakes).map { _ in .text(word) }
            case .ramp: return scope.ramps.find(name, mistakes: mistakes).map { _ in .text(word) }
            default: return requests.value(word, of: member, in: request.form, at: node.place)
            }
        }
        switch request.operation {
        case .step: return count(word, node).map { .integer($0) }
        case .toggle: return isPosition(word, of: draft, node) ? .text(word) : nil
        default: return controlValue(word, of: draft, node).map { .value($0) }
        }
    }

    /// Whether a control of the input has a speed with this name. Adds a mistake if none has.
    private func isSpeed(_ name: String, _ node: TOMLNode) -> Bool {
        // In a file without controls the inputs turn controls that clients define. Their speeds are not known yet, so
        // any name is accepted.
        guard let controls, scope.controls.isComplete, !scope.controls.names.isEmpty else { return true }
        var names: [String] = []
        var known: Set<String> = []
        for index in controls.sorted() where scope.drafts.indices.contains(index) {
            guard let speeds = scope.drafts[index].speeds, !speeds.contains(name) else { return true }
            for speed in speeds where known.insert(speed).inserted { names.append(speed) }
        }
        let hint = mistakes.hint(name, in: names, whereNone: "it has no control")
        return refuse(node, "no control of this input has a speed named \(quoted(name))\(hint)")
    }

    private func count(_ text: String, _ node: TOMLNode) -> Int? {
        guard let steps = Int(text), steps != 0, steps.magnitude <= 1_000_000 else {
            return complain(node, "the count must be a whole number of steps other than 0, not \(quoted(text))")
        }
        return steps
    }

    private func controlValue(_ text: String, of draft: ControlDraft, _ node: TOMLNode) -> ControlValue? {
        switch draft.kind {
        case nil: nil
        case .float, .int: number(text, of: draft, node).map { .number($0) }
        case .choice: isPosition(text, of: draft, node) ? .position(text) : nil
        case .selection: positions(text, of: draft, node).map { .positions($0) }
        }
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

    /// Whether the control has this position. Adds a mistake if the positions are known and do not include it.
    private func isPosition(_ name: String, of draft: ControlDraft, _ node: TOMLNode) -> Bool {
        guard let positions = draft.positions else { return false }
        if positions.contains(name) { return true }
        let hint = mistakes.hint(name, in: positions, whereNone: "there are none")
        return refuse(node, "there is no position named \(quoted(name))\(hint)")
    }

    /// Positions whose names are separated by commas. A name that contains a comma must be the only one.
    private func positions(_ text: String, of draft: ControlDraft, _ node: TOMLNode) -> [String]? {
        guard let known = draft.positions else { return nil }
        if text.isEmpty { return [] }
        if known.contains(text) { return [text] }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        // `filter` tries all names, so that each unknown name is reported.
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
}
