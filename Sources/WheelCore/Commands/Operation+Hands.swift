/// Requests by the hand of a view. They name the view, and do what its keys would: under locks and `hands = false`, and with `confirm` on
/// a pending value. What they leave out is what the hand is on: the marked control, and the position under its cursor.
extension Operation {
    /// The form of a request, of which `has` returns whether it has a member.
    public func form(_ has: (String) -> Bool) -> Form {
        (has("view") ? handForm : nil) ?? declaration.form(has)
    }

    /// The form for hands; `nil` for an operation that is none of theirs.
    var handForm: Form? {
        let usual = declaration.forms[declaration.forms.count - 1]
        var members: [CommandMember]
        switch self {
        case .set:
            return Form(
                [
                    .view, .markedControl, .optional("value", .value),
                    .optional("text", .newName, "as a person types it"),
                ],
                answer: usual.answer, oneOf: ["value", "text"])
        case .focus:
            return Form(
                [
                    .view, .optional("control", .control),
                    .optional("by", .whole(-1000...1000), "places along the page"),
                    .optional("place", .whole(1...1000), "on the page, from 1"),
                    .optional("x", .number, "in the picture, with `y`: the control that is there"),
                    .optional("y", .number),
                ], answer: usual.answer, oneOf: ["control", "by", "place", "x"], requires: ["x": "y"])
        case .lock: members = [.markedControl, .optional("locked", .flag, "default the other state")]
        case .step, .speed, .toggle, .apply, .revert, .page:
            members = usual.members.filter { $0.name != "control" }
            members.append(.markedControl)
        default: return nil
        }
        return Form(
            [.view] + members.map { $0.name == "position" ? .optional("position", .position) : $0 },
            answer: usual.answer)
    }
}

extension CommandMember {
    fileprivate static let markedControl = optional("control", .control, "default the marked one")
}
