import WheelCore
import WheelModel
import WheelWire

extension Command {
    static let get = Command(
        name: "get", summary: "prints the value alone, as JSON", parameters: [.control]
    ) { invocation throws(Failure) in
        let name = invocation.words[0]
        guard case .control(let control) = try invocation.ask(.get(control: name), about: name) else { return }
        Output.json(control.value.json)
    }

    static let set = Command(
        name: "set", summary: "sets a value and prints what it now is; several: all of them or none",
        parameters: [
            Parameter("CONTROL", .control), Parameter("VALUE", count: .any),
        ],
        options: [
            Option("--no-commit", "leaves the interaction open: more will follow"),
            Option("--unless-editing", "is refused while a hand is on the control"),
            Option("--exact", "is refused where a number lies outside the range or between the steps"),
        ],
        forms: [
            "CONTROL VALUE [--no-commit] [--unless-editing] [--exact]",
            "CONTROL=VALUE… [--no-commit] [--unless-editing] [--exact]",
        ],
        notes: """
            A choice takes the name of a position, a selection names with commas between them ('' for none). A number that
            lies outside the range or between the steps becomes the nearest that the control can hold, which is reported on
            standard error; with --exact nothing is set then.
            """
    ) { invocation throws(Failure) in
        let words = invocation.words
        let manner = SetManner(
            commits: !invocation.arguments.has("--no-commit"),
            unlessEditing: invocation.arguments.has("--unless-editing"))
        guard words[0].contains("=") else {
            guard words.count > 1 else { throw .usage("set", "VALUE is missing") }
            guard words.count == 2 else { throw .usage("set", "'\(words[2])' is one word too many") }
            let assignment = Assignment(control: words[0], value: try invocation.value(words[1], for: words[0]))
            try checkExactness([assignment], invocation)
            guard case .value(let answer) = try invocation.ask(.set(assignment, manner), about: words[0]) else {
                return
            }
            Output.json(answer.value.json)
            try reportChanges([assignment], [answer.value], answer.outcome, invocation)
            return
        }
        var assignments: [Assignment] = []
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else { throw .usage("set", "'\(word)' is not CONTROL=VALUE") }
            guard !assignments.contains(where: { $0.control == parts[0] }) else {
                throw .usage("set", "\(parts[0]) is given twice")
            }
            assignments.append(Assignment(control: parts[0], value: try invocation.value(parts[1], for: parts[0])))
        }
        try checkExactness(assignments, invocation)
        guard case .values(let values, let outcome) = try invocation.ask(.setAll(assignments, manner)) else { return }
        for value in values { Output.line("\(value.control)=\(value.value.json)") }
        try reportChanges(assignments, values.map(\.value), outcome, invocation)
    }

    private static func checkExactness(
        _ assignments: [Assignment], _ invocation: Invocation
    ) throws(Failure) {
        guard invocation.arguments.has("--exact") else { return }
        for assignment in assignments {
            guard let obstacle = try invocation.control(assignment.control)?.obstacle(to: assignment.value) else {
                continue
            }
            throw Failure(.refused, "set \(assignment.control)", "\(assignment.value.json) \(obstacle)")
        }
    }

    private static func reportChanges(
        _ assignments: [Assignment], _ values: [ControlValue], _ outcome: SetOutcome, _ invocation: Invocation
    ) throws(Failure) {
        guard outcome.clamped || outcome.snapped else { return }
        for (assignment, value) in zip(assignments, values) {
            let state = try invocation.control(assignment.control)
            guard let change = state?.change(of: assignment.value, to: value) else { continue }
            let what = "set \(assignment.control)"
            // `checkExactness` found no obstacle, but the configuration has changed since, or the daemon has changed
            // the number for another reason than the control's range and step.
            if invocation.arguments.has("--exact") { throw Failure(.refused, what, change) }
            Output.error("\(what): \(change)")
        }
    }

    static let speed = Command(
        name: "speed", summary: "prints the speed, or changes it",
        parameters: [
            .control, Parameter("NAME|next|previous", .words(["next", "previous"]), count: .optional),
        ]
    ) { invocation throws(Failure) in
        let name = invocation.words[0]
        guard invocation.words.count > 1 else {
            guard case .control(let control) = try invocation.ask(.get(control: name), about: name) else { return }
            return Output.line(control.speed)
        }
        let choice = NameChoice(invocation.words[1])
        guard case .speed(_, let speed) = try invocation.ask(.speed(control: name, choice), about: name) else { return }
        Output.line(speed)
    }
}
