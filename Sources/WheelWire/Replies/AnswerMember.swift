import WheelCore

/// The members of replies, except those that an answer's own type declares.
enum AnswerMember {
    static let ok = Member<Bool>("ok", "whether the request was done")
    static let error = Member<String>("error", when: "if `ok` is `false`", "why not, [for programs](#errors)")
    static let message = Member<String>("message", when: "if `ok` is `false`", "why not, for people")
    static let mistakes = Member<[DefinitionMistake]>(
        "mistakes", when: "if `error` is `bad-definition` or `bad-configuration`",
        "the mistakes: of a configuration all, and of a definition at most 1000")
    static let ignored = Member<[String]>(
        "ignored", when: "if there are any", "members that the request does not have; the first sixteen")

    static let control = Member<String>("control", "the control's name")
    static let speed = Member<String>("speed", "the control's speed now")
    static let page = Member<String>("page", "the page that is shown now")
    static let values = Member<AssignedValues>("values", "each control's value now, by the control's name")

    /// What docs/protocol.md says of the members of answers, by the operations.
    static let rows: [(operations: [String], members: [MemberRow])] = [
        (["every request"], [ok.row, error.row, message.row, mistakes.row, ignored.row]),
        (operations(.value, .scrub), ValueAnswer.rows.dropLast(SetOutcome.rows.count)),
        (["`set` with `values`"], [values.row]),
        (["`set`"], SetOutcome.rows),
        (operations(.speed), [control.row, speed.row]),
        (operations(.page), [page.row]),
        (operations(.ramp), [control.row]),
        (operations(.ramp, .scrub), RampProgress.rows),
        (operations(.screenshot), Screenshot.rows),
        (operations(.picture), WatchedPicture.rows),
        (operations(.view), ViewState.rows),
        (operations(.clock), ClockReading.rows),
        (operations(.listing), Listing.rows),
    ]

    private static func operations(_ answers: AnswerKind...) -> [String] {
        let answered = Operation.allCases.filter { $0.declaration.forms.contains { answers.contains($0.answer) } }
        return answered.map { "`\($0.rawValue)`" }
    }
}
