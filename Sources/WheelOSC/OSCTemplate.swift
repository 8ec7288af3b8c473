import WheelConfiguration

/// The arguments of a control's messages: fixed arguments, and the place of the control's value. With `[1000, "freq",
/// "f:value"]` the third argument of `/n_set 1000 "freq" 440.0` is the value. A message whose first argument is not
/// 1000 belongs to another control.
package struct OSCTemplate: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case float = "f"
        case double = "d"
        case int = "i"
        case long = "h"
        case string = "s"
    }

    package enum Word: String, CaseIterable, Sendable {
        /// The control's own value.
        case value
        /// The value's place in the control's range, from 0 to 1, according to the control's taper.
        case normal
        /// 1 for a button that is down, 0 for a button that is up.
        case down
    }

    package enum Part: Equatable, Sendable {
        case fixed(OSCArgument)
        case word(Kind, Word)
    }

    package var parts: [Part]

    package init(_ parts: [Part]) { self.parts = parts }

    package static func value(_ kind: Kind) -> OSCTemplate { OSCTemplate([.word(kind, .value)]) }

    /// Whether the value is sent as a 32-bit Float, which has only about 7 digits.
    var isFloat: Bool {
        parts.contains { part in
            if case .word(.float, _) = part { true } else { false }
        }
    }

    func has(_ word: Word) -> Bool {
        parts.contains { part in
            if case .word(_, word) = part { true } else { false }
        }
    }

    /// The arguments of a message that sends this number. `positions` are the names of a choice's positions.
    func arguments(for number: Double, positions: [String]) -> [OSCArgument] {
        parts.map { part in
            switch part {
            case .fixed(let argument): argument
            case .word(let kind, let word): kind.argument(number, positions: word == .value ? positions : [])
            }
        }
    }

    package enum Reading: Equatable {
        case number(Double)
        /// The message belongs to another control: its arguments differ from the template's fixed arguments.
        case other
        /// The value is missing, or cannot be read.
        case wrong
    }

    /// The number in the arguments of a received message.
    func read(_ arguments: [OSCArgument], positions: [String]) -> Reading {
        var result: Double?
        for (index, part) in parts.enumerated() {
            switch part {
            case .fixed(let argument):
                guard index < arguments.count, argument.means(arguments[index]) else { return .other }
            case .word:
                guard index < arguments.count, let number = OSCTemplate.number(arguments[index], positions) else {
                    return .wrong
                }
                if result == nil { result = number }
            }
        }
        return result.map(Reading.number) ?? .wrong
    }

    private static func number(_ argument: OSCArgument, _ positions: [String]) -> Double? {
        if case .string(let name) = argument, let index = positions.firstIndex(of: name) { return Double(index) }
        return argument.number
    }
}

extension OSCTemplate.Kind {
    func argument(_ number: Double, positions: [String]) -> OSCArgument {
        switch self {
        case .float: .float(Float(number))
        case .double: .double(number)
        // A number beyond 32 bits is sent in a larger type rather than clamped.
        case .int:
            Int32(exactly: number.rounded()).map { .int($0) } ?? OSCTemplate.Kind.long.argument(number, positions: [])
        // The number is clamped to ±2^53, because a control can hold whole numbers only up to this limit.
        case .long: .long(Int64(min(max(number.rounded(), -0x1p53), 0x1p53)))
        case .string:
            if number >= 0, number < Double(positions.count) {
                .string(positions[Int(number)])
            } else {
                .string(decimal(number))
            }
        }
    }
}
