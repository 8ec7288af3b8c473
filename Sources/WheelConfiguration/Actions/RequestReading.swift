import WheelCore

/// Parses a command to which a gesture is bound, by the declaration of its operation. A command is a table with the
/// members that a client sends, as `{ op = "set", values = { filter = "hp" } }`.
struct RequestReading {
    /// The gesture in quotes, such as `'click'`.
    let subject: Subject

    /// The request that the table describes; `nil` if a mistake was added.
    func request(_ table: TOMLTable, at place: Place) -> Request? {
        guard let node = table["op"], case .string(let name) = node.value else {
            return subject.complain(place, "must name a command: { op = \"set\", … }")
        }
        guard let operation = Operation(rawValue: name), operation.declaration.binds else {
            let hint = subject.mistakes.hint(name, in: RequestReading.names, whereNone: "")
            return subject.complain(node.place, "cannot be bound to \(quoted(name))\(hint)")
        }
        let form = operation.declaration.form { table[$0] != nil }
        var request = Request(operation)
        var isWhole = true
        for entry in table.entries where entry.key != "op" {
            guard let member = form.members.first(where: { $0.name == entry.key }) else {
                let hint = subject.mistakes.hint(entry.key, in: form.members.map(\.name), whereNone: "it takes none")
                subject.complain(entry.place, "has no member \(quoted(entry.key)) in \(quoted(name))\(hint)")
                isWhole = false
                continue
            }
            if let value = value(entry.node, of: member) { request[member.name] = value } else { isWhole = false }
        }
        return isWhole && hasAll(request, of: form, at: place) ? request : nil
    }

    /// The operations of the commands that a gesture can be bound to.
    static let names = Operation.allCases.filter(\.declaration.binds).map(\.rawValue)

    /// Whether the request has all required members. `control` is not required: without it a lock applies to the panel,
    /// and any other request to the control that the input moves.
    private func hasAll(_ request: Request, of form: Form, at place: Place) -> Bool {
        let missing = form.members.filter { $0.isNeeded && $0.kind != .control && request[$0.name] == nil }.map(\.name)
        let given = form.oneOf.filter { request[$0] != nil }
        if form.oneOf.isEmpty || given.count == 1, missing.isEmpty { return true }
        let names = missing.isEmpty ? form.oneOf : missing
        subject.complain(place, "needs \(alternatives(names.map { quoted($0) }))")
        return false
    }

    // MARK: Values

    /// The value of a member that a short action gives as a word without quotes.
    func value(_ word: String, of member: String, in form: Form, at place: Place) -> CommandValue? {
        let node = TOMLNode(value: RequestReading.typed(word), place: place)
        return form.members.first { $0.name == member }.flatMap { value(node, of: $0) }
    }

    private func value(_ node: TOMLNode, of member: CommandMember) -> CommandValue? {
        let subject = Subject(name: "\(subject.name): \(quoted(member.name))", mistakes: subject.mistakes)
        switch (member.kind, node.value) {
        case (.control, .string(let text)), (.input, .string(let text)), (.page, .string(let text)),
            (.position, .string(let text)), (.speed, .string(let text)), (.ramp, .string(let text)),
            (.preset, .string(let text)):
            return .text(text)
        case (.integer, .integer(let integer)): return .integer(Int(integer))
        case (.flag, .boolean(let flag)): return .flag(flag)
        case (.word(let words), .string(let word)) where words.contains(word): return .text(word)
        case (.number, _):
            if let number = node.number { return .number(number) }
        case (.limited(let limits), _):
            if let number = node.number {
                if limits.contains(number) { return .number(number) }
                return subject.complain(
                    node.place, "must be \(member.kind.expectation), not \(decimal(number))")
            }
        case (.curve, .string(let name)):
            if let curve = AnimationCurve(name: name) { return .curve(curve) }
        case (.curve, .list(let nodes)):
            let numbers = nodes.compactMap(\.number)
            if numbers.count == nodes.count, let curve = AnimationCurve(numbers: numbers) { return .curve(curve) }
        case (.controls, .list(let nodes)):
            let names = nodes.compactMap { if case .string(let name) = $0.value { name } else { nil } }
            if names.count == nodes.count { return .texts(names) }
        case (.value, _):
            if let value = node.controlValue { return .value(value) }
        case (.values, .table(let table)):
            let assignments = table.entries.compactMap { entry in
                entry.node.controlValue.map { Assignment(control: entry.key, value: $0) }
            }
            if assignments.count == table.entries.count { return .values(assignments) }
        default: break
        }
        return subject.mustBe(member.kind.expectation, node)
    }

    /// The word as an integer, a boolean or a number, which TOML writes without quotes; any other word as a string.
    private static func typed(_ word: String) -> TOMLValue {
        if let integer = Int64(word) { return .integer(integer) }
        if let flag = Bool(word) { return .boolean(flag) }
        if let number = Double(word), number.isFinite { return .number(number) }
        return .string(word)
    }
}

extension TOMLNode {
    fileprivate var number: Double? {
        switch value {
        case .integer(let integer): Double(integer)
        case .number(let number) where number.isFinite: number
        default: nil
        }
    }

    fileprivate var controlValue: ControlValue? {
        if let number { return .number(number) }
        switch value {
        case .string(let name): return .position(name)
        case .list(let nodes):
            let names = nodes.compactMap { if case .string(let name) = $0.value { name } else { nil } }
            return names.count == nodes.count ? .positions(names) : nil
        default: return nil
        }
    }
}

extension CommandMember.Kind {
    fileprivate var expectation: String {
        switch self {
        case .control, .input, .page, .position, .speed, .ramp, .preset, .button, .display, .view: "a name in quotes"
        case .number: "a number"
        case .limited(let limits): "a number from \(decimal(limits.lowerBound)) to \(decimal(limits.upperBound))"
        case .integer, .whole: "a whole number"
        case .flag: "true or false"
        case .word(let words): alternatives(words.map { quoted($0, quote: "\"") })
        case .curve: "a curve's name or four numbers"
        case .value: "a number, a position's name or a list of names"
        case .values: "a table of values by their controls"
        case .controls, .events: "a list of names"
        case .requests, .contacts: "a list of tables"
        case .size: "a list of two numbers"
        case .tables: "a list of tables"
        case .newName: "a name in quotes"
        }
    }
}
