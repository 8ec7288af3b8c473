import LinuxSystem
import WheelClient
import WheelCore
import WheelInput

/// The reason why nothing was learned, or why a device cannot be read.
enum LearningError: Error {
    case system(Errno)
    case daemon(ClientError)
    case failed(String, advice: String?)
}

/// Finds out what a knob is: prompts the user to turn the knob by one revolution, to turn it back and to press it, and
/// makes an `[[input]]` from the events.
///
/// All candidates are read at the same time. The events of devices that a running daemon has open come from the daemon.
/// Among the events that answer a prompt, the edges of two lines that moved like the contacts of an encoder have
/// priority. Event devices that turned are considered next.
struct Learner {
    struct Options {
        /// The input's name in the block; `nil` for the name that the configuration gives it, or `knob` without such a
        /// name.
        var name: String?
        var bias: GPIOBias
        var isDetentless: Bool
        var quiet: Interval
    }

    private let options: Options
    private let inputs: [InputSettings]
    private let candidates: [Candidate]
    /// Whether the user named the lines, in the order A, B, button.
    private let areNamed: Bool
    private var prompter: Prompter
    /// The reasons why candidates cannot be opened.
    private let problems: [String]

    private static let patience = Interval.seconds(30)
    private static let patienceForPress = Interval.seconds(6)

    /// Opens the candidates. `connection` is to a running daemon, which reports the events of the devices that it has
    /// open.
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
        // A line that cannot be opened here may be open in the daemon, which then reports its events.
        if areNamed, connection == nil, let problem = problems.first { throw .failed(problem, advice: nil) }
        prompter = Prompter(listener: listener, quiet: options.quiet, show: show)
    }

    mutating func learn() throws(LearningError) -> [String] {
        let pace = options.isDetentless ? "slowly and evenly" : "resting at each detent"
        guard
            let clockwise = try prompter.ask(
                "Turn the knob clockwise once around, from a mark back to it, \(pace).", patience: Self.patience),
            clockwise.events.count >= 4,
            let back = try prompter.ask("Turn it back by some detents.", patience: Self.patience)
        else { throw nothingMoved }
        let press = try prompter.ask("Press it, if it can be pressed.", patience: Self.patienceForPress)
        // Lines are considered first: a driver of the kernel may also turn their edges into events of a device.
        if let block = try encoder(clockwise, back, press) { return block.lines }
        // The daemon may also report a device that is open here. The events that are read here are more exact, so the
        // sources that are open here are tried first.
        let sources = clockwise.sources
        for source in sources.filter(\.isLocal) + sources.filter({ !$0.isLocal }) {
            if let block = knob(source, clockwise, back, press) { return block.lines }
        }
        throw .failed(
            "nothing turned like a knob: \(names(sources.prefix(3)))", advice: "an encoder moves two lines")
    }

    private var nothingMoved: LearningError {
        .failed(
            "nothing moved" + (problems.first.map { "; \($0)" } ?? ""),
            advice: "wheelctl devices lists the devices, and why each is not used")
    }

    private func input(of source: RawSource) -> InputSettings? {
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

    // MARK: An encoder on two lines.

    /// The block for two lines that turned like an encoder; `nil` if no two lines did.
    private func encoder(_ clockwise: Step, _ back: Step, _ press: Step?) throws(LearningError) -> InputBlock? {
        guard let (a, b) = Self.pair(clockwise), let traceOfA = clockwise.contacts[a],
            let traceOfB = clockwise.contacts[b]
        else { return nil }
        let analysis: EncoderAnalysis
        do throws(EncoderAnalysis.Problem) {
            analysis = try EncoderAnalysis(a: traceOfA, b: traceOfB, isDetentless: options.isDetentless)
        } catch {
            switch error {
            case .hardlyMoved: throw nothingMoved
            case .noRests:
                throw .failed(
                    "the detents cannot be told apart",
                    advice: "rest a moment at each, or say --detentless if it has none")
            }
        }
        if let backA = back.contacts[a], let backB = back.contacts[b],
            let other = try? EncoderAnalysis(a: backA, b: backB, isDetentless: true), !other.isReversed
        {
            throw .failed("it turned the same way both times", advice: "turn it back when prompted")
        }
        var block = block(of: a, b, button: press.flatMap { Self.button($0, apartFrom: [a, b]) }, analysis)
        if !clockwise.incomplete.isDisjoint(with: [a.source, b.source]) { block.recordLoss() }
        return block
    }

    /// The two contacts that turned. A is the contact that changes first.
    private static func pair(_ step: Step) -> (a: Contact, b: Contact)? {
        let contacts = step.contacts.filter { !$0.value.edges.isEmpty }.keys.sorted { $0.order < $1.order }
        guard let pair = EncoderAnalysis.pair(among: contacts.compactMap { step.contacts[$0] }) else { return nil }
        return (contacts[pair.a], contacts[pair.b])
    }

    private static func button(_ step: Step, apartFrom encoder: [Contact]) -> Contact? {
        step.contacts.filter { !encoder.contains($0.key) && $0.value.edges.count >= 2 }
            .max { $0.value.edges.count < $1.value.edges.count }?.key
    }

    private func block(of a: Contact, _ b: Contact, button: Contact?, _ analysis: EncoderAnalysis) -> InputBlock {
        let known = input(of: a.source)
        var block = InputBlock(name: options.name ?? known?.name ?? "knob", type: "gpio")
        // Lines of an existing input, and lines that the user named, keep their roles. Other lines become A and B by
        // the order in which they changed.
        var isReversed = false
        if case .gpio(let gpio) = known?.source, let encoder = gpio.encoder {
            isReversed = a.code == "B"
            if let chip = gpio.chip { block.set("chip", text: chip) }
            block.set("a", line: encoder.a)
            block.set("b", line: encoder.b)
            if let button = gpio.button { block.set("button", line: button) }
            block.set("bias", text: gpio.bias.rawValue)
            if gpio.isActiveLow { block.set("active_low", "true") }
        } else {
            var lines = [a, b].compactMap(line)
            isReversed = areNamed && a.order > b.order
            if isReversed { lines.reverse() }
            if let pressed = button.flatMap(line) { lines.append(pressed) }
            let areFoundByName = lines.allSatisfy(\.isFoundByName)
            if !areFoundByName, let first = lines.first {
                block.set("chip", text: first.label.isEmpty ? first.chip : first.label)
            }
            for (key, line) in zip(["a", "b", "button"], lines) {
                block.set(key, line: areFoundByName ? .named(line.name ?? "") : .offset(line.offset))
            }
            block.set("bias", text: options.bias.rawValue)
        }
        if isReversed { block.set("reverse", "true") }
        block.set(isReversed ? analysis.withLinesSwapped : analysis)
        return block
    }

    private func line(_ contact: Contact) -> CandidateLine? {
        guard case .local(let index) = contact.source, case .line(let line) = candidates[index] else { return nil }
        return line
    }

    // MARK: A knob or keys that are an event device.

    /// The block for an event device; `nil` if the device has not turned.
    private func knob(_ source: RawSource, _ clockwise: Step, _ back: Step, _ press: Step?) -> InputBlock? {
        let node = node(of: source)
        func events(_ step: Step) -> [(code: String, value: Int)] {
            let events = step.events(of: source)
            return node?.distances(in: events) ?? events
        }
        guard let analysis = KnobAnalysis(clockwise: events(clockwise), back: events(back)) else { return nil }
        let known = input(of: source)
        var block = InputBlock(name: options.name ?? known?.name ?? "knob", type: "evdev")
        if case .evdev(let evdev) = known?.source, let match = evdev.match {
            block.set("match", "{ \(match.text) }")
        } else if let node {
            block.set("match", "{ \(Self.match(of: node, among: NodeList.nodes).text) }")
        }
        switch analysis.turning {
        case .axis(let axis): if axis != node?.axisThatTurns { block.set("axis", text: axis) }
        case .position(let axis, let wraps):
            block.set("axis", text: axis)
            if wraps { block.set("axis_wraps", "true") }
        case .keys(let down, let up):
            block.set("turn_keys", "[\(InputBlock.quoted(down)), \(InputBlock.quoted(up))]")
        }
        let countsFinely = node?.countsFinely ?? false
        if options.isDetentless || countsFinely { block.set("detentless", "true") }
        if analysis.hasDetents, !countsFinely {
            block.setDetents(analysis.detents, counted: analysis.countedDetents)
        }
        if analysis.isReversed { block.set("reverse", "true") }
        let pressed = press?.events(of: source).first { $0.value == 1 && KernelName.isKey($0.code) }
        if let pressed { block.comment("its button is \(pressed.code)") }
        if clockwise.incomplete.contains(source) { block.recordLoss() }
        return block
    }

    /// The device of a source; `nil` for an input with several devices, since the daemon does not report which of them
    /// turned.
    private func node(of source: RawSource) -> InputNode? {
        switch source {
        case .local(let index):
            guard case .device(let node) = candidates[index] else { return nil }
            return node
        case .daemon(let name):
            guard let index = inputs.firstIndex(where: { $0.name == name }) else { return nil }
            let claims = NodeClaims(inputs)
            let claimed = NodeList.nodes.filter { claims.answer(for: $0).inputs.contains(index) }
            return claimed.count == 1 ? claimed[0] : nil
        }
    }

    /// Matches a device by its name. If another device has the same name, the unique identifier must match, too. If the
    /// device has no identifier, or the same one as the others, the port to which it is connected must match instead.
    static func match(of node: InputNode, among all: [InputNode]) -> DeviceMatch {
        let others = all.filter { $0.name == node.name && $0.place != node.place }
        // All nodes of one device have the same identifier. All Bluetooth devices of one computer have the same port
        // (`phys`).
        if !node.uniq.isEmpty, others.contains(where: { $0.uniq != node.uniq }) {
            return DeviceMatch(name: pattern(of: node.name), uniq: pattern(of: node.uniq))
        }
        let needsPlace = !others.isEmpty && !node.phys.isEmpty
        return DeviceMatch(name: pattern(of: node.name), phys: needsPlace ? pattern(of: node.phys) : nil)
    }

    /// The text as a pattern that a configuration accepts: `*`, `[` and invisible characters become `?`.
    private static func pattern(of text: String) -> String {
        String(
            text.map { character in
                let isPlain =
                    !"[*?".contains(character) && character.unicodeScalars.allSatisfy(ForeignText.isVisible)
                return isPlain ? character : "?"
            })
    }
}

extension RawSource {
    fileprivate var isLocal: Bool {
        if case .local = self { return true }
        return false
    }
}

extension Contact {
    /// The sort key of contacts, which puts the lines that are opened here in the order in which the user named them.
    fileprivate var order: String {
        switch source {
        case .local(let index): String(index + 1_000_000)
        case .daemon(let name): "\(name) \(code)"
        }
    }
}
