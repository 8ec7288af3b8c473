internal import CEvdev
import WheelSettings

/// Which input of the configuration a node belongs to.
package struct NodeClaims {
    package enum Answer: Equatable {
        case input(Int)
        /// No input takes it, and why.
        case nobody(String)
    }

    private let settings: [InputSettings]

    package init(_ settings: [InputSettings]) {
        self.settings = settings
    }

    /// The first input whose match fits the node, else the first input without a match that takes all of its kind.
    package func answer(for node: InputNode) -> Answer {
        var reasons: [String] = []
        for (index, input) in settings.enumerated() {
            guard let match = input.match else { continue }
            if let reason = match.mismatch(with: node) {
                reasons.append("input \(input.name): \(reason)")
            } else if let reason = input.unfit(node) {
                reasons.append("input \(input.name): \(reason)")
            } else {
                return .input(index)
            }
        }
        for (index, input) in settings.enumerated() where input.usesEventDevices && input.match == nil {
            if let reason = input.foreign(node) {
                reasons.append("input \(input.name): \(reason)")
            } else {
                return .input(index)
            }
        }
        return .nobody(reasons.isEmpty ? "no input of type evdev or touch" : reasons.joined(separator: "; "))
    }
}

extension InputSettings {
    package var match: DeviceMatch? {
        switch source {
        case .evdev(let evdev): evdev.match
        case .touch(let touch): touch.match
        case .gpio, .terminal, .client: nil
        }
    }

    package var usesEventDevices: Bool {
        switch source {
        case .evdev, .touch: true
        case .gpio, .terminal, .client: false
        }
    }

    /// Why a node that matches cannot be used.
    fileprivate func unfit(_ node: InputNode) -> String? {
        switch source {
        case .evdev(let evdev):
            if node.keys.isEmpty, evdev.axis(among: node.relative) == nil {
                return evdev.axis.map { "it has no keys and no \($0)" } ?? "it has no keys and nothing that turns"
            }
            return nil
        case .touch: return node.kind == .touchscreen ? nil : "it is no touchscreen"
        case .gpio, .terminal, .client: return "it takes no event device"
        }
    }

    /// Why an input that takes all of its kind does not take this node.
    fileprivate func foreign(_ node: InputNode) -> String? {
        switch source {
        case .evdev(let evdev):
            switch node.kind {
            case .rotary where evdev.axis(among: node.relative) == nil: "it has no \(evdev.axis ?? "axis that turns")"
            case .rotary: nil
            case .keyboard: "a keyboard must be named by a match"
            case .pointer: "a pointer must be named by a match"
            case .touchscreen, .keys, .other: "it has neither REL_DIAL nor REL_WHEEL"
            }
        case .touch: node.kind == .touchscreen ? nil : "it is no touchscreen"
        case .gpio, .terminal, .client: "it takes no event device"
        }
    }
}

extension EvdevSettings {
    /// The axis that turns: the configured one, else the first of REL_DIAL, REL_WHEEL and REL_HWHEEL that is there.
    func axis(among relative: CodeSet) -> KnobFrames.Axis? {
        if let axis {
            guard let code = KernelName.code(of: axis, type: EV_REL), relative.contains(Int32(code)) else {
                return nil
            }
            return KnobFrames.Axis(code: code)
        }
        return [REL_DIAL, REL_WHEEL, REL_HWHEEL].first { relative.contains($0) }
            .map { KnobFrames.Axis(code: UInt16($0)) }
    }
}

extension InputNode {
    /// The kernel's name of the axis that turns if the configuration names none.
    public var axisThatTurns: String? {
        EvdevSettings().axis(among: relative).map { KernelName.name(type: UInt16(EV_REL), code: $0.code) }
    }
}
