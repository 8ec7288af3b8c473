import WheelInput
import WheelSettings

/// An encoder on two lines.
extension Lesson {
    func encoder(_ clockwise: Step, _ back: Step, _ press: Step?) throws(Failure) -> InputBlock? {
        guard let (a, b) = Self.pair(clockwise), let traceOfA = clockwise.contacts[a],
            let traceOfB = clockwise.contacts[b]
        else { return nil }
        let lesson: EncoderLesson
        do throws(EncoderLesson.Problem) {
            lesson = try EncoderLesson(a: traceOfA, b: traceOfB, isDetentless: arguments.has("--detentless"))
        } catch {
            switch error {
            case .hardlyMoved: throw nothingMoved
            case .noRests:
                throw Failure(
                    .refused, "learn", "detents cannot be told apart",
                    advice: "rest a moment at each, or say --detentless if it has none")
            }
        }
        if let backA = back.contacts[a], let backB = back.contacts[b],
            let other = try? EncoderLesson(a: backA, b: backB, isDetentless: true), !other.isReversed
        {
            throw Failure(.refused, "learn", "it turned the same way both times", advice: "turn it back when asked to")
        }
        var block = block(of: a, b, button: press.flatMap { Self.button($0, apartFrom: [a, b]) }, lesson)
        if !clockwise.unheard.isDisjoint(with: [a.speaker, b.speaker]) { block.noteLoss() }
        return block
    }

    /// The two lines that turned, the one first that comes first.
    private static func pair(_ step: Step) -> (a: Contact, b: Contact)? {
        let contacts = step.contacts.filter { !$0.value.edges.isEmpty }.keys.sorted { $0.order < $1.order }
        guard let pair = EncoderLesson.pair(among: contacts.compactMap { step.contacts[$0] }) else { return nil }
        return (contacts[pair.a], contacts[pair.b])
    }

    private static func button(_ step: Step, apartFrom encoder: [Contact]) -> Contact? {
        step.contacts.filter { !encoder.contains($0.key) && $0.value.edges.count >= 2 }
            .max { $0.value.edges.count < $1.value.edges.count }?.key
    }

    private func block(of a: Contact, _ b: Contact, button: Contact?, _ lesson: EncoderLesson) -> InputBlock {
        let known = input(of: a.speaker)
        var block = InputBlock(name: arguments.value("--name") ?? known?.name ?? "knob", type: "gpio")
        // Found lines are named as they turned; those of an input, or that were given, keep their names.
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
            isReversed = !arguments.words.isEmpty && a.order > b.order
            if isReversed { lines.reverse() }
            let pressed = button.flatMap(line)
            let all = lines + (pressed.map { [$0] } ?? [])
            let areNamed = all.allSatisfy { DeviceEar.isFoundByName($0) }
            if !areNamed, let first = all.first {
                block.set("chip", text: first.label.isEmpty ? first.chip : first.label)
            }
            func set(_ key: String, _ place: DeviceEar.GPIOPlace) {
                block.set(key, line: areNamed ? .named(place.name ?? "") : .offset(place.offset))
            }
            for (key, place) in zip(["a", "b"], lines) { set(key, place) }
            if let pressed { set("button", pressed) }
            block.set("bias", text: bias.rawValue)
        }
        if isReversed { block.set("reverse", "true") }
        block.set(lesson)
        return block
    }

    private func line(_ contact: Contact) -> DeviceEar.GPIOPlace? {
        guard case .place(let index) = contact.speaker, case .line(let place) = ear.places[index] else { return nil }
        return place
    }

    private func input(of speaker: Speaker) -> InputSettings? { speaker.inputName.flatMap { input(named: $0) } }
}

extension Contact {
    /// As they were opened: those that were named, in the order in which they were.
    fileprivate var order: String {
        switch speaker {
        case .place(let index): String(index + 1_000_000)
        case .input(let name): "\(name) \(code)"
        }
    }
}
