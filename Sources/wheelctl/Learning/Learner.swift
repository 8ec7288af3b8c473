import LinuxSystem
import WheelClient
import WheelCore
import WheelInput

/// Why nothing was learned, or why a device cannot be listened to.
enum LearningError: Error {
    /// Waiting for devices failed.
    case system(Errno)
    case daemon(ClientError)
    case failed(String, advice: String?)
}

/// Finds out what a knob is: prompts the user to turn it, and makes an `[[input]]` of the events.
struct Learner {
    struct Options {
        /// The input's name in the block; `nil` for that of the input in the configuration, else `knob`.
        var name: String?
        var bias: GPIOBias
        var isDetentless: Bool
        /// The user is done when nothing moves for this long.
        var quiet: Interval

        init(name: String?, bias: GPIOBias, isDetentless: Bool, quiet: Interval) {
            self.name = name
            self.bias = bias
            self.isDetentless = isDetentless
            self.quiet = quiet
        }
    }

    let options: Options
    /// The inputs of the configuration.
    let inputs: [InputSettings]
    let candidates: [Candidate]
    /// Whether the user named the lines, in the order A, B, button.
    let areNamed: Bool
    private var prompter: Prompter
    /// Why candidates cannot be opened.
    private let problems: [String]

    private static let patience = Interval.seconds(30)
    private static let patienceForPress = Interval.seconds(6)

    /// Opens the candidates. `connection`: a running daemon, which reports the events of the devices that it has open.
    init(
        _ candidates: [Candidate], areNamed: Bool, inputs: [InputSettings], options: Options, connection: Connection?,
        show: @escaping (String) -> Void
    ) throws(LearningError) {
        self.candidates = candidates
        self.areNamed = areNamed
        self.inputs = inputs
        self.options = options
        let settings = candidates.enumerated().map { index, candidate in
            InputSettings(name: "\(index)", source: candidate.source(options.bias))
        }
        let listener = try RawListener(settings, buttonDebounce: .zero, connection: connection)
        problems = candidates.indices.compactMap { index in
            let (state, detail) = listener.state(of: index)
            return state == .attached ? nil : detail
        }
        // The daemon may have a line that cannot be opened here. Then it reports the line's events.
        if areNamed, connection == nil, let problem = problems.first { throw .failed(problem, advice: nil) }
        prompter = Prompter(listener: listener, quiet: options.quiet, show: show)
    }

    /// Prompts the user, and returns the lines of the `[[input]]`.
    mutating func learn() throws(LearningError) -> [String] {
        let pace = options.isDetentless ? "slowly and evenly" : "resting at each detent"
        guard
            let clockwise = try prompter.ask(
                "Turn the knob clockwise once around, from a mark back to it, \(pace).", patience: Self.patience),
            clockwise.events.count >= 4,
            let back = try prompter.ask("Turn it back by some detents.", patience: Self.patience)
        else { throw nothingMoved }
        let press = try prompter.ask("Press it, if it can be pressed.", patience: Self.patienceForPress)
        // Lines first: a driver of the kernel may turn their edges into events of a device as well.
        if let block = try encoder(clockwise, back, press) { return block.lines }
        // A device that is open here may also be reported by the daemon. Its own events are more exact.
        let sources = clockwise.sources
        for source in sources.filter(\.isLocal) + sources.filter({ !$0.isLocal }) {
            if let block = knob(source, clockwise, back, press) { return block.lines }
        }
        throw .failed(
            "nothing turned like a knob: \(names(sources.prefix(3)))", advice: "an encoder moves two lines")
    }

    var nothingMoved: LearningError {
        .failed(
            "nothing moved" + (problems.first.map { "; \($0)" } ?? ""),
            advice: "wheelctl devices lists the devices, and why each is not used")
    }

    /// The input of the configuration that a source belongs to.
    func input(of source: RawSource) -> InputSettings? {
        guard case .daemon(let name) = source else { return nil }
        return inputs.first { $0.name == name }
    }

    private func names(_ sources: some Sequence<RawSource>) -> String {
        sources.map { source in
            switch source {
            case .daemon(let name): return "input \(name)"
            case .local(let index):
                switch candidates[index] {
                case .device(let node): return node.name
                case .line(let line): return "line \(line.word) of \(line.chip)"
                }
            }
        }.joined(separator: ", ")
    }
}

extension RawSource {
    fileprivate var isLocal: Bool {
        if case .local = self { return true }
        return false
    }
}
