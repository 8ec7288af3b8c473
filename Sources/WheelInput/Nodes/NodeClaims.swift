internal import CEvdev
import WheelCore

/// Decides to which inputs of the configuration a node belongs.
///
/// For example, the inputs are `knob` (all rotary devices), `left` (name = "Fine*") and `mute` (name = "Fine*", the key
/// KEY_MUTE). The device "Fine Wheel" belongs to `left` and `mute`, whose matches name it, and not to `knob`. `mute`
/// gets the key KEY_MUTE. `left` gets the rest of the device: its wheel and its other keys (`NodeShare`). Any other
/// wheel belongs to `knob`. A touchscreen is never shared: it belongs to the first input that can use it.
package struct NodeClaims {
    package enum Answer: Equatable {
        /// The claims of at least one input.
        case inputs([Claim])
        /// No input uses the node, for this reason.
        case nobody(String)

        package var inputs: [Int] {
            switch self {
            case .inputs(let claims): claims.map(\.input)
            case .nobody: []
            }
        }
    }

    package struct Claim: Equatable {
        package var input: Int
        var share: NodeShare
    }

    private let settings: [InputSettings]

    package init(_ settings: [InputSettings]) {
        self.settings = settings
    }

    /// The inputs whose match fits the node and that can use the node. If there are none, the inputs without a match
    /// that use every device of the node's kind.
    package func answer(for node: InputNode) -> Answer {
        var reasons: [String] = []
        let named = claims(of: node, &reasons) { input in
            input.match.map { $0.mismatch(with: node) ?? input.unfit(node) }
        }
        if !named.isEmpty { return .inputs(named) }
        let general = claims(of: node, &reasons) { input in
            input.usesEventDevices && input.match == nil ? .some(input.foreign(node)) : nil
        }
        if !general.isEmpty { return .inputs(general) }
        return .nobody(reasons.isEmpty ? "no input of type evdev or touch" : reasons.joined(separator: "; "))
    }

    /// Why an input got no part of a node that it could use; `nil` if there is no such node.
    func reasonWithout(_ input: Int, among nodes: [InputNode]) -> String? {
        let settings = settings[input]
        guard case .evdev = settings.source else { return nil }
        let outdone = nodes.first { node in
            let obstacle = settings.match.map { $0.mismatch(with: node) ?? settings.unfit(node) }
            return obstacle == .some(nil) && !answer(for: node).inputs.contains(input)
        }
        return outdone.map { "other inputs use everything that it could use of \($0.name) (\($0.path))" }
    }

    /// `obstacle`: why an input cannot use the node; the outer `nil` skips the input, and an inner `nil` means no
    /// obstacle.
    private func claims(
        of node: InputNode, _ reasons: inout [String], unless obstacle: (InputSettings) -> String??
    ) -> [Claim] {
        var found: [Int] = []
        for (index, input) in settings.enumerated() {
            guard let obstacle = obstacle(input) else { continue }
            if let obstacle {
                reasons.append("input \(input.name): \(obstacle)")
            } else {
                found.append(index)
            }
        }
        guard let first = found.first else { return [] }
        guard case .evdev = settings[first].source else {
            return [Claim(input: first, share: NodeShare(wholeOf: node))]
        }
        let sharing = found.filter { if case .evdev = settings[$0].source { true } else { false } }
        let shares = NodeShare.shares(of: node, among: sharing.map { settings[$0] })
        let claims = zip(sharing, shares).map { Claim(input: $0, share: $1) }
        let used = claims.filter { !$0.share.isWithoutUse(for: settings[$0.input]) }
        guard used.count == 1 else { return used }
        // No other input can use any part of the device, so this input gets the whole device.
        return [Claim(input: used[0].input, share: NodeShare(wholeOf: node))]
    }
}

extension InputSettings {
    package var match: DeviceMatch? {
        switch source {
        case .evdev(let evdev): evdev.match
        case .touch(let touch): touch.match
        case .gpio, .client: nil
        }
    }

    package var usesEventDevices: Bool {
        switch source {
        case .evdev, .touch: true
        case .gpio, .client: false
        }
    }

    /// Why the input cannot use a node that its match fits; `nil` if it can.
    fileprivate func unfit(_ node: InputNode) -> String? {
        switch source {
        case .evdev(let evdev):
            if node.keys.isEmpty, !evdev.hasAxis(node.relative, node.absolute) {
                return evdev.axis.map { "it has no keys and no \($0)" } ?? "it has no keys and nothing that turns"
            }
            return nil
        case .touch: return node.kind == .touchscreen ? nil : "it is no touchscreen"
        case .gpio, .client: return "it takes no event device"
        }
    }

    /// Why an input that has no `match` in its settings does not use this node; `nil` if it uses the node.
    fileprivate func foreign(_ node: InputNode) -> String? {
        switch source {
        case .evdev(let evdev):
            switch node.kind {
            case .rotary where !evdev.hasAxis(node.relative, node.absolute):
                "it has no \(evdev.axis ?? "axis that turns")"
            case .rotary: nil
            case .keyboard: "a keyboard must be named by a match"
            case .pointer: "a pointer must be named by a match"
            case .bridge: ownDevice
            case .touchscreen, .keys, .other: "it has neither REL_DIAL nor REL_WHEEL"
            }
        case .touch: node.kind == .touchscreen ? nil : "it is no touchscreen"
        case .gpio, .client: "it takes no event device"
        }
    }
}

extension NodeShare {
    /// Whether the share has no key and no axis that the input could use.
    fileprivate func isWithoutUse(for input: InputSettings) -> Bool {
        guard case .evdev(let evdev) = input.source else { return false }
        return keys.isEmpty && !evdev.hasAxis(relative, absolute)
    }
}

extension EvdevSettings {
    /// The configured axis, if it is one of these axes that report a position.
    func absoluteAxis(among absolute: CodeSet) -> UInt16? {
        axis.flatMap { KernelName.code(of: $0, type: EV_ABS) }.flatMap { absolute.contains(Int32($0)) ? $0 : nil }
    }

    func hasAxis(_ relative: CodeSet, _ absolute: CodeSet) -> Bool {
        axis(among: relative) != nil || absoluteAxis(among: absolute) != nil
    }

    /// The axis that turns: the configured one, or without one the first of REL_DIAL, REL_WHEEL and REL_HWHEEL that the
    /// device has.
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
    /// The kernel's name of the first axis that reports a position.
    public var firstPosition: String? {
        absolute.codes.first.map { KernelName.name(type: UInt16(EV_ABS), code: UInt16($0)) }
    }

    /// Whether the device has one axis that reports a position, and no other axis or key.
    public var isAxisAlone: Bool { absolute.codes.count == 1 && relative.isEmpty && keys.isEmpty }

    /// The kernel's name of the axis that an input without a configured axis uses.
    public var axisThatTurns: String? {
        EvdevSettings().axis(among: relative).map { KernelName.name(type: UInt16(EV_REL), code: $0.code) }
    }
}
