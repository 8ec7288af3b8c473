/// A message of MIDI that a bridge sends or understands. Channels count from 0; all numbers are in their ranges.
package enum MIDIMessage: Equatable, Sendable {
    case controller(channel: Int, number: Int, value: Int)
    case note(channel: Int, number: Int, velocity: Int, isOn: Bool)
    case program(channel: Int, number: Int)
    /// Both bytes of a controller of 14 bits, or both of a parameter, in one event. Only the sequencer has such events.
    case controller14(channel: Int, number: Int, value: Int)
    case parameter(channel: Int, number: Int, value: Int)

    package enum Kind: Int, CaseIterable, Sendable {
        case controller, noteOn, noteOff, program, controller14, parameter
    }

    /// `nil` if a number is outside its range: the sequencer passes on what its clients write.
    package init?(_ kind: Kind, channel: Int, number: Int, value: Int) {
        guard (0...15).contains(channel) else { return nil }
        let seven = 0...127
        switch kind {
        case .controller:
            guard seven.contains(number), seven.contains(value) else { return nil }
            self = .controller(channel: channel, number: number, value: value)
        case .noteOn, .noteOff:
            guard seven.contains(number), seven.contains(value) else { return nil }
            // A note that is struck with 0 ends.
            let isOn = kind == .noteOn && value > 0
            self = .note(channel: channel, number: number, velocity: value, isOn: isOn)
        case .program:
            guard seven.contains(value) else { return nil }
            self = .program(channel: channel, number: value)
        case .controller14:
            guard (0...31).contains(number), (0...16383).contains(value) else { return nil }
            self = .controller14(channel: channel, number: number, value: value)
        case .parameter:
            guard (0...16383).contains(number), (0...16383).contains(value) else { return nil }
            self = .parameter(channel: channel, number: number, value: value)
        }
    }
}
