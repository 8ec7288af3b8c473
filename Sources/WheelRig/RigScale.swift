import WheelBridge
import WheelCore
import WheelWire

/// Converts between the values of a control and of a rig. The control's values are numbers as in
/// `PeerScale.Numbers.values`: a position of a choice is its index.
struct RigScale: Equatable, Sendable {
    let quantity: RigQuantity
    private let factor: Double
    private let offset: Double
    /// The rig's value for each position of a choice, or `nil` for a position that has none. The array is `nil` for a
    /// control of another kind.
    private let positions: [RigValue?]?

    /// Fails if the control cannot be mapped: a number cannot be a mode, and a selection has no number.
    init?(_ control: RigControl, of state: ControlState) {
        quantity = control.quantity
        offset = control.offset
        factor = control.scale ?? RigScale.usualFactor(control.quantity, unit: state.unit)
        switch state.kind {
        case .selection: return nil
        case .float, .int:
            guard control.quantity != .mode else { return nil }
            positions = nil
        case .choice:
            let names = (state.positions ?? []).map(\.name)
            positions = names.indices.map { index -> RigValue? in
                let word = control.words.map { index < $0.count ? $0[index] : "" }
                if control.quantity == .mode {
                    return (word ?? RigScale.mode(names[index])).flatMap { $0.isEmpty ? nil : .word($0) }
                }
                return (word.map { RigNumber.parse($0) } ?? Double(index)).map { .number($0) }
            }
        }
    }

    /// The word of the mode that a position with this name means; `nil` if the name cannot be a word in the protocol.
    private static func mode(_ name: String) -> String? {
        if let word = RigModes.word(named: name) { return word }
        let isWord = (1...32).contains(name.utf8.count) && name.utf8.allSatisfy { (33...126).contains($0) }
        return isWord ? name.uppercased() : nil
    }

    /// The first position of a choice for which the rig has no value.
    var firstWithoutValue: Int? { positions?.firstIndex(of: nil) }

    /// The words of the modes that the control's positions mean.
    var modes: [String] {
        (positions ?? []).compactMap { position in
            if case .word(let word)? = position { word } else { nil }
        }
    }

    /// A control in MHz has a factor of 1,000,000. A level in percent has a factor of 0.01.
    static func usualFactor(_ quantity: RigQuantity, unit: String?) -> Double {
        switch (quantity, unit) {
        case (.frequency, let unit?), (.passband, let unit?): frequencyFactor(unit) ?? 1
        case (.level, "%"): 0.01
        default: 1
        }
    }

    static func frequencyFactor(_ unit: String) -> Double? {
        switch unit.lowercased() {
        case "hz": 1
        case "khz": 1e3
        case "mhz": 1e6
        case "ghz": 1e9
        default: nil
        }
    }

    /// The rig's value for a number of the control; `nil` if there is none.
    func rigValue(for number: Double) -> RigValue? {
        if let positions {
            guard let index = Int(exactly: number.rounded()), positions.indices.contains(index) else { return nil }
            return positions[index]
        }
        let value = number * factor + offset
        guard value.isFinite, value.magnitude <= RigNumber.largest else { return nil }
        // Hertz are rounded: a rig reports only whole numbers, and 8.001 MHz times a million is not quite 8001000.
        return .number(quantity.isWhole ? value.rounded() : value)
    }

    /// The control's number for a value of the rig; `nil` if there is none.
    func number(for value: RigValue) -> Double? {
        switch (value, positions) {
        case (.number(let number), nil):
            let exact = (number - offset) / factor
            // 0.07 divided by 0.01 is not quite 7, so the quotient is rounded.
            return exact.magnitude < 1e6 ? (exact * 1e9).rounded() / 1e9 : exact
        case (.number(let number), let positions?):
            // A rig rounds, so the nearest position is chosen.
            let distances = positions.map { position -> Double in
                guard case .number(let own)? = position else { return .infinity }
                return (own - number).magnitude
            }
            guard let least = distances.min(), least.isFinite, let index = distances.firstIndex(of: least) else {
                return nil
            }
            return Double(index)
        case (.word(let word), let positions?):
            let key = RigModes.key(word)
            let index = positions.firstIndex { position in
                if case .word(let own)? = position { RigModes.key(own) == key } else { false }
            }
            return index.map { Double($0) }
        case (.word, nil): return nil
        }
    }
}
