/// A MIDI message that the bridge sends or understands. Channels are numbered from 0; all numbers are within MIDI's
/// limits.
package enum MIDIMessage: Equatable, Sendable {
    case controller(channel: Int, number: Int, value: Int)
    case note(channel: Int, number: Int, velocity: Int, isOn: Bool)
    case program(channel: Int, number: Int)
    /// Both halves of a controller of 14 bits, or of a parameter, in one event. Only ALSA's sequencer has such events.
    case controller14(channel: Int, number: Int, value: Int)
    case parameter(channel: Int, number: Int, value: Int)

    package enum Kind: Int, CaseIterable, Sendable {
        case controller, noteOn, noteOff, program, controller14, parameter
    }

    /// Fails if a number is outside its range: the sequencer does not check the numbers of its clients.
    package init?(_ kind: Kind, channel: Int, number: Int, value: Int) {
        guard (0...15).contains(channel) else { return nil }
        let seven = 0...127
        switch kind {
        case .controller:
            guard seven.contains(number), seven.contains(value) else { return nil }
            self = .controller(channel: channel, number: number, value: value)
        case .noteOn, .noteOff:
            guard seven.contains(number), seven.contains(value) else { return nil }
            // In MIDI a note-on with velocity 0 means a note-off.
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
