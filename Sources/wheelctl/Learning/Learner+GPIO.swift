import WheelCore
import WheelInput

/// An encoder on two lines.
extension Learner {
    func encoder(_ clockwise: Step, _ back: Step, _ press: Step?) throws(LearningError) -> InputBlock? {
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

    /// The two contacts that turned: the one that closes first is A.
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
        // Lines of an input, and lines that the user named, keep their roles. Other lines become A and B as they turned.
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
}

extension Contact {
    /// Sorts the lines opened here in the order in which they were opened, which is that in which the user named them.
    fileprivate var order: String {
        switch source {
        case .local(let index): String(index + 1_000_000)
        case .daemon(let name): "\(name) \(code)"
        }
    }
}
