import WheelModel
import WheelProtocol

extension Command {
    private static let curves: [(name: String, curve: AnimationCurve)] = [
        ("linear", .linear), ("ease-in", .easeIn), ("ease-out", .easeOut), ("ease-in-out", .easeInOut),
    ]

    static let ramp = Command(
        name: "ramp", summary: "moves a control by itself, or has its ramp pause, resume, end or jump",
        parameters: [.control],
        options: [
            Option(name: "--to", value: Parameter(name: "VALUE"), summary: "where it ends"),
            Option(name: "--by", value: Parameter(name: "DISTANCE"), summary: "or how far it goes"),
            Option(name: "--from", value: Parameter(name: "VALUE"), summary: "where it starts, instead of where it is"),
            Option(name: "--duration", value: Parameter(name: "SECONDS"), summary: "how long it takes (1)"),
            Option(
                name: "--curve", value: Parameter(name: "CURVE", kind: .words(curves.map(\.name))),
                summary: "linear, ease-in, ease-out, ease-in-out (the default)"),
            Option(name: "--hold", summary: "stays scrubbable after its end, until it is cancelled"),
            Option(name: "--pause", summary: "stops the running ramp where it is"),
            Option(name: "--resume", summary: "goes on"),
            Option(name: "--cancel", summary: "ends it where it is"),
            Option(
                name: "--scrub", value: Parameter(name: "FRACTION"),
                summary: "goes to this fraction of its time, 0 to 1"),
        ],
        forms: [
            "CONTROL (--to VALUE | --by DISTANCE) [--from VALUE] [--duration SECONDS] [--curve CURVE] [--hold]",
            "CONTROL (--pause | --resume | --cancel | --scrub FRACTION)",
        ],
        notes: "Prints the ramp's state and fraction, and the value behind them where it was scrubbed."
    ) { invocation throws(Failure) in
        let name = invocation.words[0]
        switch try invocation.ask(try rampRequest(invocation.arguments, of: name), about: name) {
        case .ramp(_, let progress): Output.line("\(progress.state.rawValue) \(progress.fraction.decimal)")
        case .scrub(let value, let progress):
            Output.line("\(progress.state.rawValue) \(progress.fraction.decimal) \(value.value.json)")
        default: return
        }
    }

    private static func rampRequest(_ arguments: Arguments, of control: String) throws(Failure) -> Request {
        let tasks = ["--to", "--by", "--pause", "--resume", "--cancel", "--scrub"].filter { arguments.has($0) }
        guard tasks.count == 1 else {
            let given = tasks.isEmpty ? "none is there" : "\(tasks.joined(separator: " and ")) are there"
            throw .usage("ramp", "it takes one of --to, --by, --pause, --resume, --cancel, --scrub: \(given)")
        }
        if let value = try arguments.number("--to", of: "ramp") {
            return .ramp(control: control, try motion(arguments, .to(value)))
        }
        if let distance = try arguments.number("--by", of: "ramp") {
            return .ramp(control: control, try motion(arguments, .by(distance)))
        }
        for other in ["--from", "--duration", "--curve", "--hold"] where arguments.has(other) {
            throw .usage("ramp", "\(other) goes with --to and --by only")
        }
        if let fraction = try arguments.number("--scrub", of: "ramp") {
            return .scrubRamp(control: control, fraction: fraction)
        }
        if arguments.has("--pause") { return .pauseRamp(control: control) }
        return arguments.has("--resume") ? .resumeRamp(control: control) : .cancelRamp(control: control)
    }

    private static func motion(_ arguments: Arguments, _ target: RampTarget) throws(Failure) -> RampMotion {
        var motion = RampMotion(
            from: try arguments.number("--from", of: "ramp"), target: target, holds: arguments.has("--hold"))
        if let seconds = try arguments.number("--duration", of: "ramp") {
            guard seconds >= 0 else { throw .usage("ramp", "--duration is not negative") }
            motion.duration = .seconds(seconds)
        }
        if let name = arguments.value("--curve") {
            guard let known = curves.first(where: { $0.name == name }) else {
                throw .usage(
                    "ramp", "there is no curve '\(name)'; there are: \(curves.map(\.name).joined(separator: ", "))")
            }
            motion.curve = known.curve
        }
        return motion
    }
}
