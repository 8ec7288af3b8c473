import WheelCore
import WheelWire

/// The answer to a program's command.
enum RigAnswer: Equatable {
    case text(String)
    /// The answer depends on the daemon's reply to a request that sets these values.
    case set([Assignment])
    /// The connection ends after the text.
    case end(String)

    /// The answer to a command. `names`: the controls that programs may use; `nil`: all.
    init(_ call: RigCall, _ map: RigMap, _ names: [String]?, isDaemonThere: Bool) {
        self = Core(call: call, map: map, names: names, isDaemonThere: isDaemonThere).answer
    }
}

private struct Core {
    let call: RigCall
    let map: RigMap
    let names: [String]?
    let isDaemonThere: Bool

    private static let here = "VFOA"

    var answer: RigAnswer {
        guard !call.lacksArguments else { return report(.invalid) }
        switch call.name {
        case "get_freq": return get(.frequency, "Frequency")
        case "set_freq": return set([(.frequency, call.arguments[0])])
        case "get_mode": return mode()
        case "set_mode": return setMode()
        case "get_level": return get(named: RigQuantity.level)
        case "set_level": return set(named: RigQuantity.level)
        case "get_func": return get(named: RigQuantity.function)
        case "set_func": return set(named: RigQuantity.function)
        case "get_vfo": return values([("VFO", Core.here)])
        case "set_vfo":
            return call.arguments[0] == "?" ? list([Core.here], alsoReports: true) : report(isHere(call.arguments[0]))
        case "get_vfo_list": return values([(nil, Core.here)])
        case "get_vfo_info": return information()
        case "get_ptt": return values([("PTT", "0")])
        case "get_split_vfo": return values([("Split", "0"), ("TX VFO", Core.here)])
        case "set_split_vfo": return report(call.arguments[0] == "0" ? nil : .notAvailable)
        case "set_vfo_opt": return report(call.arguments[0] == "0" ? nil : .notAvailable)
        case "get_info": return values([("Info", "wheeld")])
        case "get_powerstat": return values([("Power Status", "1")])
        case "get_lock_mode": return values([("Locked", "0")])
        case "chk_vfo": return .text(call.separator == nil ? "0\n" : "ChkVFO: 0\n")
        case "dump_state": return .text(dump)
        case "quit": return .end(call.report(0))
        default: return report(.notAvailable)
        }
    }

    private func isHere(_ vfo: String) -> RigError? {
        ["VFOA", "VFO", "currVFO", "Main", "MainA"].contains(vfo) ? nil : .notAvailable
    }

    private func report(_ error: RigError?) -> RigAnswer { .text(call.report(error?.rawValue ?? 0)) }

    private func values(_ values: [(String?, String)]) -> RigAnswer {
        .text(call.answer(values.map { (label: $0.0, text: $0.1) }))
    }

    private func list(_ words: [String], alsoReports: Bool) -> RigAnswer {
        .text(words.joined(separator: " ") + "\n" + (alsoReports ? "RPRT 0\n" : ""))
    }

    // MARK: Reading.

    private func index(_ quantity: RigQuantity) -> Int? {
        map.controls.firstIndex { $0.quantity == quantity && names?.contains($0.control) ?? true }
    }

    private func value(_ quantity: RigQuantity) -> RigValue? { index(quantity).flatMap { map.rigValue($0) } }

    private func get(_ quantity: RigQuantity, _ label: String?) -> RigAnswer {
        guard isDaemonThere else { return report(.inputOutput) }
        guard let value = value(quantity) else { return report(.notAvailable) }
        return values([(label, value.text)])
    }

    private func get(named quantity: (String) -> RigQuantity) -> RigAnswer {
        let name = call.arguments[0]
        return name == "?" ? list(names(of: quantity), alsoReports: false) : get(quantity(name), nil)
    }

    private func names(of quantity: (String) -> RigQuantity) -> [String] {
        map.controls.compactMap { control in
            switch control.quantity {
            case .level(let name), .function(let name):
                quantity(name) == control.quantity && index(control.quantity) != nil ? name : nil
            case .frequency, .mode, .passband: nil
            }
        }
    }

    /// The answer with the mode and the passband. Without a control for the passband the answer has 0, which means the
    /// mode's usual passband.
    private func mode() -> RigAnswer {
        guard isDaemonThere else { return report(.inputOutput) }
        guard let mode = value(.mode) else { return report(.notAvailable) }
        return values([("Mode", mode.text), ("Passband", value(.passband)?.text ?? "0")])
    }

    private func information() -> RigAnswer {
        guard isDaemonThere else { return report(.inputOutput) }
        guard isHere(call.arguments.first ?? Core.here) == nil, let frequency = value(.frequency),
            let mode = value(.mode)
        else { return report(.notAvailable) }
        return values([
            ("Freq", frequency.text), ("Mode", mode.text), ("Width", value(.passband)?.text ?? "0"), ("Split", "0"),
            ("SatMode", "0"),
        ])
    }

    // MARK: Setting.

    private func set(named quantity: (String) -> RigQuantity) -> RigAnswer {
        let name = call.arguments[0]
        if name == "?" { return list(names(of: quantity), alsoReports: true) }
        guard call.arguments.count == 2 else { return report(.invalid) }
        return set([(quantity(name), call.arguments[1])])
    }

    private func setMode() -> RigAnswer {
        let word = call.arguments[0]
        if word == "?" { return list(index(.mode).flatMap { map.scale($0)?.modes } ?? [], alsoReports: true) }
        // A passband of 0 means the mode's usual one, and -1 means no change.
        if call.arguments.count == 2, index(.passband) != nil {
            guard let passband = RigNumber.parse(call.arguments[1]) else { return report(.invalid) }
            if passband > 0 { return set([(.mode, word), (.passband, call.arguments[1])]) }
        }
        return set([(.mode, word)])
    }

    private func set(_ wanted: [(RigQuantity, String)]) -> RigAnswer {
        guard isDaemonThere else { return report(.inputOutput) }
        var assignments: [Assignment] = []
        for (quantity, text) in wanted {
            guard let index = index(quantity), let state = map.state(index) else { return report(.notAvailable) }
            let parsed = quantity == .mode ? RigValue.word(text) : RigNumber.parse(text).map(RigValue.number)
            guard let parsed, let value = map.value(index, for: parsed), state.holds(value) else {
                return report(.invalid)
            }
            assignments.append(Assignment(control: state.name, value: value))
        }
        return .set(assignments)
    }

    // MARK: The description of the rig.

    private var dump: String {
        let dump = RigDump(
            range: frequencyRange, modes: index(.mode).flatMap { map.scale($0)?.modes } ?? [],
            levels: names(of: RigQuantity.level), functions: names(of: RigQuantity.function)
        ).text
        return call.separator == nil ? dump : "dump_state:\n\(dump)RPRT 0\n"
    }

    private var frequencyRange: ClosedRange<Double> {
        guard let index = index(.frequency), let range = map.state(index)?.range, let scale = map.scale(index),
            case .number(let lower)? = scale.rigValue(for: range.lower),
            case .number(let upper)? = scale.rigValue(for: range.upper), lower < upper
        else { return 0...RigDump.highest }
        return max(lower, 0)...max(upper, 0)
    }
}
