import WheelInput
import WheelSettings
import WheelText

/// A knob or keys that the kernel's input layer knows.
extension Lesson {
    func knob(_ speaker: Speaker, _ clockwise: Step, _ back: Step, _ press: Step?) -> InputBlock? {
        let node = node(of: speaker)
        func events(_ step: Step) -> [(code: String, value: Int)] {
            let events = step.events(of: speaker)
            return node?.distances(in: events) ?? events
        }
        guard let lesson = KnobLesson(clockwise: events(clockwise), back: events(back)) else { return nil }
        let known = speaker.inputName.flatMap { input(named: $0) }
        var block = InputBlock(name: arguments.value("--name") ?? known?.name ?? "knob", type: "evdev")
        if case .evdev(let evdev) = known?.source, let match = evdev.match {
            block.set("match", "{ \(match.text) }")
        } else if let node {
            block.set("match", "{ \(match(of: node).text) }")
        }
        switch lesson.turning {
        case .axis(let axis): if axis != node?.axisThatTurns { block.set("axis", text: axis) }
        case .keys(let down, let up):
            block.set("turn_keys", "[\(InputBlock.quoted(down)), \(InputBlock.quoted(up))]")
        }
        block.setDetents(lesson.detents, counted: lesson.countedDetents)
        if lesson.isReversed { block.set("reverse", "true") }
        let pressed = press?.events(of: speaker).first { $0.value == 1 && KernelName.isKey($0.code) }
        if let pressed { block.note("its button is \(pressed.code)") }
        if clockwise.unheard.contains(speaker) { block.noteLoss() }
        return block
    }

    /// The device that speaks; of an input with several nobody knows which it was.
    private func node(of speaker: Speaker) -> InputNode? {
        switch speaker {
        case .place(let index): return ear.places[index].node
        case .input(let name):
            let claimed = DeviceSurvey(settings: settings.panel.inputs).devices.filter { $0.inputs.contains(name) }
            return claimed.count == 1 ? DeviceEar.devices(named: claimed[0].path).first?.node : nil
        }
    }

    /// By name, and where another device has the same, by where it is plugged in as well.
    private func match(of node: InputNode) -> DeviceMatch {
        let sameName = DeviceEar.devices(named: nil).count { $0.node?.name == node.name }
        return DeviceMatch(
            name: pattern(of: node.name), phys: sameName > 1 && !node.phys.isEmpty ? pattern(of: node.phys) : nil)
    }

    /// A bracket means something else in a pattern, and a configuration takes visible characters alone.
    private func pattern(of text: String) -> String {
        String(
            text.map { character in
                let isItself =
                    !"[*?".contains(character) && character.unicodeScalars.allSatisfy(ForeignText.isVisible)
                return isItself ? character : "?"
            })
    }
}

extension DeviceEar.Place {
    fileprivate var node: InputNode? {
        switch self {
        case .device(let node): node
        case .line: nil
        }
    }
}
