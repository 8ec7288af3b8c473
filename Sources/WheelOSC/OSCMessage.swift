import WheelBridge

package enum OSCArgument: Hashable, Sendable {
    case int(Int32)
    case long(Int64)
    case float(Float)
    case double(Double)
    case string(String)
    case flag(Bool)
    /// An argument that cannot be a control's value: OSC's blob, time tag, nil, infinity, colour, or MIDI bytes.
    case other

    /// The argument as a number; `nil` if it is not a finite number.
    var number: Double? {
        switch self {
        case .int(let value): Double(value)
        case .long(let value): Double(value)
        // A Float is converted by its shortest text, so that 0.1 becomes 0.1 and not 0.10000000149.
        case .float(let value): value.isFinite ? Double(value.description) : nil
        case .double(let value): value.isFinite ? value : nil
        case .flag(let value): value ? 1 : 0
        case .string(let text): PeerText.number(text)
        case .other: nil
        }
    }

    /// Whether both arguments mean the same. Equal numbers mean the same, even if their types differ.
    func means(_ other: OSCArgument) -> Bool {
        if case .string(let text) = self { return other == .string(text) }
        if case .string = other { return false }
        guard let own = number, let number = other.number else { return self == other }
        return own == number
    }
}

package struct OSCMessage: Hashable, Sendable {
    package var address: String
    package var arguments: [OSCArgument]

    package init(_ address: String, _ arguments: [OSCArgument]) {
        self.address = address
        self.arguments = arguments
    }
}

extension OSCMessage: CustomStringConvertible {
    package var description: String {
        let words = arguments.map { argument in
            switch argument {
            case .int(let value): "\(value)"
            case .long(let value): "\(value)h"
            case .float(let value): "\(value)"
            case .double(let value): "\(value)d"
            case .string(let text): "'\(text)'"
            case .flag(let value): value ? "T" : "F"
            case .other: "?"
            }
        }
        return ([address] + words).joined(separator: " ")
    }
}
