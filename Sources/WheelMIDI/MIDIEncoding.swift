import WheelBridge

extension MIDIForm {
    /// The numbers by which messages of this form represent a control's values.
    var numbers: PeerScale.Numbers {
        switch self {
        case .controller: .whole(upTo: 127)
        case .controller14, .parameter: .whole(upTo: 16383)
        case .notes, .program, .relative: .values
        }
    }
}

/// How a control's numbers are encoded: the address of its messages, and the messages themselves.
extension MIDIControl {
    /// The address of the control's messages; `nil` for notes, because a control has many of them, and for relative
    /// messages, which are only sent.
    var address: MIDIAddress? {
        switch form {
        case .controller: .controller(channel: channel, number: number)
        case .controller14: .controller14(channel: channel, number: number)
        case .parameter: .parameter(channel: channel, number: number)
        case .program: .program(channel: channel)
        case .notes, .relative: nil
        }
    }

    /// The messages that send a number to a peer. `previous`, which matters only for notes, is the last number that was
    /// sent or received; `nil` if there is none.
    func messages(for number: Int, after previous: Int?) -> [MIDIMessage] {
        switch form {
        case .controller: return [.controller(channel: channel, number: self.number, value: number)]
        case .controller14:
            return [
                .controller(channel: channel, number: self.number, value: number >> 7),
                .controller(channel: channel, number: self.number + 32, value: number & 0x7f),
            ]
        case .parameter:
            return [
                .controller(channel: channel, number: 99, value: self.number >> 7),
                .controller(channel: channel, number: 98, value: self.number & 0x7f),
                .controller(channel: channel, number: 6, value: number >> 7),
                .controller(channel: channel, number: 38, value: number & 0x7f),
            ]
        case .notes:
            var messages: [MIDIMessage] = []
            // If the new value has the same note as the previous one, the note continues to sound.
            guard previous != number else { return [] }
            if let previous, let old = note(previous) {
                messages.append(.note(channel: channel, number: old, velocity: 0, isOn: false))
            }
            if let new = note(number) {
                messages.append(.note(channel: channel, number: new, velocity: 127, isOn: true))
            }
            return messages
        case .program: return note(number).map { [.program(channel: channel, number: $0)] } ?? []
        case .relative: return []
        }
    }

    /// The number of the note or program for a position of the control; `nil` below the first position, and above
    /// number 127.
    func note(_ index: Int) -> Int? {
        let note = number + index
        return index >= 0 && note <= 127 ? note : nil
    }
}
