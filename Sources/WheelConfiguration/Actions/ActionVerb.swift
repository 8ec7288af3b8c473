import WheelCore

/// A word for a request to which a gesture can be bound: `next-page` for `page` with `page = "next"`, `speed:fine` for
/// `speed` with `speed = "fine"`. If the control is left out, the request applies to the control that the input moves
/// when the gesture is recognised. The exception is a lock: without a control it applies to the panel.
///
/// An operation that is not in `rows` can be bound by its own name, with at most a control and one word.
struct ActionVerb: Sendable {
    let name: String
    let operands: Operands
    /// The action before the operands are added to its request.
    let action: Action
    let meaning: String
    /// The kind that the verb's control must have.
    var needs: ControlKind?
    /// Whether the verb is the name of an operation, and not the word of a row in the table.
    var isOperation = false

    private static let rows = [
        ActionVerb(
            "cycle-speed", .control.ifGiven, .request(.speed(.next)),
            "Changes to the next speed, and after the last one to the first."),
        ActionVerb(
            "speed", .word("speed"), .request(Request(.speed)),
            "Changes to this speed. `next` and `previous` cycle through the speeds."),
        ActionVerb(
            "next-control", .none, .request(.moveFocus(by: 1)),
            "Moves the input's focus to its next control, and from the last one to the first."),
        ActionVerb(
            "previous-control", .none, .request(.moveFocus(by: -1)),
            "Moves the input's focus to its previous control, and from the first one to the last."),
        ActionVerb("focus", .control, .request(Request(.focus)), "Moves the input's focus to this control."),
        ActionVerb(
            "next-page", .none, .request(.page(.next)), "Shows the next page, and after the last one the first."),
        ActionVerb(
            "previous-page", .none, .request(.page(.previous)),
            "Shows the previous page, and before the first one the last."),
        ActionVerb("page", .word("page"), .request(Request(.page)), "Shows this page."),
        ActionVerb("reset", .control.ifGiven, .request(Request(.reset)), "Sets the control to its default."),
        ActionVerb("commit", .control.ifGiven, .request(Request(.commit)), "Ends the interaction with the control."),
        ActionVerb(
            "set", .control.with("value"), .request(Request(.set)),
            "Sets a control to a number or a position, or a selection to positions separated by commas."),
        ActionVerb(
            "step", .control.with("count"), .request(Request(.step)), "Moves a control by a whole number of steps."),
        ActionVerb(
            "next", .control, .request(Request(.set, ["by": .integer(1)])),
            "Chooses the next position of a choice, and after the last one the first.", needs: .choice),
        ActionVerb(
            "toggle", .control.with("position").ifGiven, .request(Request(.toggle)),
            "Adds a position to a selection, or removes it. Without a target the position under the cursor is meant.",
            needs: .selection),
        ActionVerb("select", .none, .request(Request(.select)), "Chooses the position under the cursor."),
        ActionVerb(
            "ramp", .word("ramp"), .request(Request(.ramp, ["toggles": .flag(true)])),
            "Starts, pauses or resumes a ramp. Restarts a ramp that is held at its end."),
        ActionVerb(
            "lock", .control.ifGiven, .request(.lock(true)),
            "Locks the control, else the panel, against changes by hand."),
        ActionVerb(
            "unlock", .control.ifGiven, .request(.lock(false)),
            "Unlocks the control, else the panel. What a held button locks stays locked."),
        ActionVerb(
            "toggle-lock", .control.ifGiven, .request(.toggleLock), "Locks the control, else the panel, or unlocks it."),
        ActionVerb("emit", .none, .emit, "Publishes the gesture, and does nothing else."),
        ActionVerb("none", .none, .none, "Does nothing. The gesture is not published."),
    ]

    static let all =
        rows
        + Operation.allCases.filter { operation in
            operation.declaration.binds && !rows.contains { $0.name == operation.rawValue }
        }.compactMap { ActionVerb($0) }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    static func named(_ name: String) -> ActionVerb? { byName[name] }

    private init(
        _ name: String, _ operands: Operands, _ action: Action, _ meaning: String, needs: ControlKind? = nil
    ) {
        self.name = name
        self.operands = operands
        self.action = action
        self.meaning = meaning
        self.needs = needs
    }

    /// A verb with the name of an operation; `nil` if the operation needs more members than a control and one word.
    private init?(_ operation: Operation) {
        let form = operation.declaration.forms[operation.declaration.forms.count - 1]
        let others = form.members.filter { $0.kind != .control && $0.isNeeded }
        guard others.count < 2, form.oneOf.isEmpty else { return nil }
        var operands = form.members.contains { $0.kind == .control } ? Operands.control : .none
        operands.member = others.first?.name
        operands.isOptional = others.isEmpty
        self.init(operation.rawValue, operands, .request(Request(operation)), operation.declaration.meaning)
        isOperation = true
    }

    /// The syntax of the verb. Brackets enclose an optional part.
    var form: String {
        let member = operands.member.map { $0 == name ? "NAME" : $0.uppercased() }
        let words = [operands.takesControl ? "CONTROL" : nil, member].compactMap { $0 }.joined(separator: "=")
        if words.isEmpty { return name }
        return operands.isOptional ? "\(name)[:\(words)]" : "\(name):\(words)"
    }
}

/// The text after a verb: nothing, `:CONTROL`, `:WORD` or `:CONTROL=WORD`.
struct Operands: Sendable {
    var takesControl = false
    /// The member of the request that gets the word as its value.
    var member: String?
    var isOptional = false

    static let none = Operands(isOptional: true)
    static let control = Operands(takesControl: true)

    static func word(_ member: String) -> Operands { Operands(member: member) }

    func with(_ member: String) -> Operands { Operands(takesControl: takesControl, member: member) }

    var ifGiven: Operands { Operands(takesControl: takesControl, member: member, isOptional: true) }

    /// The control and the word after the verb; `nil` if the operands are malformed.
    func read(_ text: ActionText) -> (control: String?, word: String?)? {
        switch (text.target, text.value) {
        case (nil, _): isOptional ? (nil, nil) : nil
        case ("", _): nil
        case (let control?, nil) where takesControl && member == nil: (control, nil)
        case (let control?, let word?) where takesControl && member != nil: (control, word)
        case (let word?, nil) where !takesControl && member != nil: (nil, word)
        default: nil
        }
    }
}

/// An action as the file writes it: `verb`, `verb:target` or `verb:target=value`.
struct ActionText {
    let whole: String
    let verb: String
    let target: String?
    let value: String?
    let node: TOMLNode

    init(_ text: String, _ node: TOMLNode) {
        whole = text
        self.node = node
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        verb = String(parts[0])
        let sides = parts.dropFirst().first?.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        target = sides.map { String($0[0]) }
        value = sides.flatMap { $0.count > 1 ? String($0[1]) : nil }
    }
}
