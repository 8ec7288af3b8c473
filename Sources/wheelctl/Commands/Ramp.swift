import WheelCore
import WheelModel
import WheelWire

extension Command {
    static let ramp = Command(
        name: "ramp", summary: "starts a ramp of a control, or pauses, resumes, ends or scrubs it",
        parameters: [Parameter("CONTROL|RAMP", .control)],
        options: [
            Option("--to VALUE", "the value at its end"),
            Option("--by DISTANCE", "or the distance from its start"),
            Option("--from VALUE", "the value at its start, instead of the present one"),
            Option("--duration SECONDS", "its duration (default 1)"),
            Option(
                "--curve CURVE", "linear, ease-in, ease-out, ease-in-out (the default) or x1,y1,x2,y2, a cubic Bézier",
                .words(AnimationCurve.named.compactMap(\.name))),
            Option("--hold", "stays scrubbable after its end, until it is cancelled"),
            Option("--pause", "pauses the running ramp"),
            Option("--resume", "resumes the paused ramp"),
            Option("--cancel", "ends the ramp at its current value"),
            Option("--scrub FRACTION", "pauses it at this fraction of its time, 0 to 1"),
        ],
        forms: [
            "CONTROL (--to VALUE | --by DISTANCE) [--from VALUE] [--duration SECONDS] [--curve CURVE] [--hold]",
            "CONTROL (--pause | --resume | --cancel | --scrub FRACTION)",
            "RAMP",
        ],
        notes: """
            Prints the ramp's state and fraction, followed by the value if it was scrubbed.
            RAMP is a ramp of the configuration, which defines its motion.
            """
    ) { invocation throws(Failure) in
        let name = invocation.words[0]
        if let answer = try rampAnswer(invocation, name) { Output.answer(answer) }
    }

    private static func rampAnswer(_ invocation: Invocation, _ name: String) throws(Failure) -> Answer? {
        let isNamed = !ramp.options.contains { invocation.arguments.has($0.name) }
        guard isNamed else { return try invocation.ask(try rampRequest(invocation.arguments, of: name), about: name) }
        do throws(Failure) {
            return try invocation.ask(.namedRamp(name), about: name)
        } catch {
            // The word names a control instead of a ramp, and no option says what to do with the control's ramp.
            guard error.refusal?.code == .unknownRamp,
                try invocation.connection().hello.listing.controls.contains(where: { $0.name == name })
            else { throw error }
            throw .usage("ramp", "it takes one of \(tasks.joined(separator: ", ")): none is given")
        }
    }

    private static let tasks = ["--to", "--by", "--pause", "--resume", "--cancel", "--scrub"]

    private static func rampRequest(_ arguments: Arguments, of control: String) throws(Failure) -> Request {
        let given = tasks.filter { arguments.has($0) }
        guard given.count == 1 else {
            let found = given.isEmpty ? "none is there" : "\(given.joined(separator: " and ")) are there"
            throw .usage("ramp", "it takes one of \(tasks.joined(separator: ", ")): \(found)")
        }
        if let value = try arguments.number("--to", of: "ramp") {
            return .ramp(control: control, try motion(arguments, .to(value)))
        }
        if let distance = try arguments.number("--by", of: "ramp") {
            return .ramp(control: control, try motion(arguments, .by(distance)))
        }
        for other in ["--from", "--duration", "--curve", "--hold"] where arguments.has(other) {
            throw .usage("ramp", "\(other) needs --to or --by")
        }
        if let fraction = try arguments.number("--scrub", of: "ramp") {
            return .scrubRamp(control: control, fraction: fraction)
        }
        if arguments.has("--pause") { return .pauseRamp(control: control) }
        return arguments.has("--resume") ? .resumeRamp(control: control) : .cancelRamp(control: control)
    }

    private static func curve(_ text: String) throws(Failure) -> AnimationCurve {
        if let curve = AnimationCurve(name: text) { return curve }
        let names = AnimationCurve.named.compactMap(\.name).joined(separator: ", ")
        guard text.contains(",") else {
            throw .usage("ramp", "there is no curve '\(text)'; there are: \(names), and x1,y1,x2,y2")
        }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        guard let curve = AnimationCurve(numbers: numbers) else {
            throw .usage(
                "ramp",
                "a curve is four numbers, x1 and x2 from 0 to 1, y1 and y2 from -1000 to 1000, which '\(text)' is not")
        }
        return curve
    }

    private static func motion(_ arguments: Arguments, _ target: RampTarget) throws(Failure) -> RampMotion {
        var motion = RampMotion(
            from: try arguments.number("--from", of: "ramp"), target: target, holds: arguments.has("--hold"))
        if let seconds = try arguments.number("--duration", of: "ramp") {
            guard seconds >= 0 else { throw .usage("ramp", "--duration must not be negative") }
            motion.duration = .seconds(seconds)
        }
        if let text = arguments.value("--curve") { motion.curve = try curve(text) }
        return motion
    }
}
