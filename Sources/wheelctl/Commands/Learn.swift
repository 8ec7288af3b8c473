import LinuxSystem
import WheelCore

extension Command {
    static let learn = Command(
        name: "learn", summary: "asks you to turn a knob, and prints the [[input]] for it",
        parameters: [Parameter("LINE", count: .any)],
        options: [
            Option(
                "--chip CHIP",
                "the GPIO chip of the lines (default for offsets that of a Raspberry Pi's header, or the only one)"),
            Option("--bias BIAS", "the bias of the lines (default pull-up)", .names(of: GPIOBias.self)),
            Option("--device NAME|PATH", "only this event device: a pattern of its name, or its path", .file),
            Option("--detentless", "the knob turns smoothly, without detents"),
            Option("--name NAME", "the input's name (default knob)"),
            Option("--quiet-s S", "continue when nothing has moved for S seconds (default 3)"),
            .configuration,
        ],
        forms: ["[OPTIONS]", "A B [BUTTON] [OPTIONS]"],
        notes: """
            A LINE is the name or offset of a GPIO line. Without lines, learn listens to the event devices that turn or have
            a few keys, and to the devices of a running daemon. Then learn opens no GPIO line; at a terminal on a Raspberry
            Pi you may choose lines of the header. The block goes to standard output, all else to standard error.
            """
    ) { invocation throws(Failure) in
        let arguments = invocation.arguments
        let settings = try invocation.settings()
        let options = Learner.Options(
            name: arguments.value("--name"), bias: try bias(arguments), isDetentless: arguments.has("--detentless"),
            quiet: .seconds(try arguments.number("--quiet-s", of: "learn") ?? 3))
        Log.level = .error
        let lines = try lines(invocation.words, chip: arguments.value("--chip"))
        let connection = try invocation.runningDaemon()
        let candidates =
            lines.isEmpty
            ? try candidates(device: arguments.value("--device"), options.bias, hasDaemon: connection != nil) : lines
        try Failure.attempt("learn") { () throws(LearningError) in
            var learner = try Learner(
                candidates, areNamed: !lines.isEmpty, inputs: settings.panel.inputs, options: options,
                connection: connection, show: Output.note)
            for line in try learner.learn() { Output.line(line) }
        }
    }

    private static func bias(_ arguments: Arguments) throws(Failure) -> GPIOBias {
        guard let word = arguments.value("--bias") else { return .pullUp }
        guard let bias = GPIOBias(rawValue: word) else {
            let known = GPIOBias.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("learn", "there is no bias '\(word)'; there are: \(known)")
        }
        return bias
    }

    private static func lines(_ words: [String], chip: String?) throws(Failure) -> [Candidate] {
        guard words.isEmpty || (2...3).contains(words.count) else {
            throw .usage("learn", "an encoder has two lines, and a third for its button")
        }
        let offsets = words.map { UInt32($0) }
        let hasNames = offsets.contains(nil)
        if hasNames, chip == nil, let offset = offsets.compactMap({ $0 }).first {
            throw .usage("learn", "the offset \(offset) beside names needs its chip, --chip")
        }
        var lines: [Candidate] = []
        for (word, offset) in zip(words, offsets) {
            lines.append(
                .line(
                    try Failure.attempt("learn \(word)") { () throws(LearningError) in
                        try CandidateLine(offset.map { .offset($0) } ?? .named(word), chip: chip)
                    }))
        }
        return lines
    }

    /// The event devices, and the lines of the header that the user chooses.
    private static func candidates(
        device: String?, _ bias: GPIOBias, hasDaemon: Bool
    ) throws(Failure) -> [Candidate] {
        let devices = Candidate.devices(named: device)
        if let device {
            guard !devices.isEmpty else { throw Failure(.refused, device, "there is no such event device") }
            return devices
        }
        let header = HeaderLines(
            CandidateLine.withoutUser(ofChips: Board.here.fortyPinChips, first: Board.fortyPinLineCount))
        let chosen = try Failure.attempt("learn") { () throws(LearningError) in
            try header.choose(bias: bias, show: Output.note)
        }
        guard !devices.isEmpty || !chosen.isEmpty || hasDaemon else {
            throw Failure(
                .refused, "learn", "there is no knob to listen to, and no line was named",
                advice: HeaderLines.howToName)
        }
        if chosen.isEmpty { Output.note("No GPIO line is opened; \(HeaderLines.howToName).") }
        return devices + chosen.map { .line($0) }
    }
}
