/// A quantity of a rig, to which a control is mapped.
package enum RigQuantity: Hashable, Sendable {
    case frequency
    case mode
    case passband
    /// A level of Hamlib's list, such as `AF`.
    case level(String)
    /// A function of Hamlib's list that is on or off, such as `NB`.
    case function(String)

    /// `text` is a word of the configuration, such as `frequency`, `level:AF` or `func:NB`.
    package init?(_ text: String) {
        switch text {
        case "frequency": self = .frequency
        case "mode": self = .mode
        case "passband": self = .passband
        default:
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, RigQuantity.isName(parts[1]) else { return nil }
            switch parts[0] {
            case "level": self = .level(String(parts[1]))
            case "func": self = .function(String(parts[1]))
            default: return nil
            }
        }
    }

    /// Whether a level or function can have this name in a line of the protocol.
    private static func isName(_ text: Substring) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
            }
    }

    package var text: String {
        switch self {
        case .frequency: "frequency"
        case .mode: "mode"
        case .passband: "passband"
        case .level(let name): "level:\(name)"
        case .function(let name): "func:\(name)"
        }
    }

    /// The command that reads the quantity. The command for the mode also reads the passband.
    var query: RigQuery {
        switch self {
        case .frequency: .frequency
        case .mode, .passband: .mode
        case .level(let name): .level(name)
        case .function(let name): .function(name)
        }
    }

    /// Whether all values are whole numbers.
    var isWhole: Bool {
        switch self {
        case .frequency, .passband, .function: true
        case .mode, .level: false
        }
    }
}

/// A command of the protocol that reads something.
enum RigQuery: Hashable, Sendable {
    case frequency
    case mode
    case level(String)
    case function(String)
}

/// A value in the protocol.
package enum RigValue: Hashable, Sendable {
    case number(Double)
    case word(String)

    /// Whether the rig reports this value because it has rounded `sent` to its own steps. `grain` is the known step of
    /// the rig. A difference of a whole step means that the rig was turned, if the step is larger than 2 Hz.
    func isRounded(from sent: RigValue, of quantity: RigQuantity, grain: Double) -> Bool {
        guard case .number(let reported) = self, case .number(let number) = sent else { return self == sent }
        let tolerance: Double =
            switch quantity {
            // Some rigs set a frequency that differs by a hertz or two, so the tolerance is at least 2 Hz.
            case .frequency, .passband: min(100, max(2, grain - 1))
            case .level: max(number.magnitude, 1) / 100
            case .function, .mode: 0
            }
        return (reported - number).magnitude <= tolerance
    }
}
