import WheelCore
import WheelInput

/// A knob or keys that are an event device.
extension Learner {
    func knob(_ source: RawSource, _ clockwise: Step, _ back: Step, _ press: Step?) -> InputBlock? {
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
            block.set("match", "{ \(match(of: node).text) }")
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

    /// The device of a source. `nil` for an input with several devices: the daemon does not say which one turned.
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

    /// By name. If another device has the same name, also by its unique identifier, or else by the place where it is
    /// plugged in.
    private func match(of node: InputNode) -> DeviceMatch {
        Self.match(of: node, among: NodeList.nodes)
    }

    static func match(of node: InputNode, among all: [InputNode]) -> DeviceMatch {
        let others = all.filter { $0.name == node.name && $0.place != node.place }
        // The nodes of one device have the same identifier, and the Bluetooth devices of one computer have the same phys.
        if !node.uniq.isEmpty, others.contains(where: { $0.uniq != node.uniq }) {
            return DeviceMatch(name: pattern(of: node.name), uniq: pattern(of: node.uniq))
        }
        let needsPlace = !others.isEmpty && !node.phys.isEmpty
        return DeviceMatch(name: pattern(of: node.name), phys: needsPlace ? pattern(of: node.phys) : nil)
    }

    /// The text as a pattern that a configuration accepts. Wildcards, brackets and invisible characters become `?`.
    private static func pattern(of text: String) -> String {
        String(
            text.map { character in
                let isPlain =
                    !"[*?".contains(character) && character.unicodeScalars.allSatisfy(ForeignText.isVisible)
                return isPlain ? character : "?"
            })
    }
}
