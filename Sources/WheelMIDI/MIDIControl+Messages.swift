/// The messages of a control's numbers.
extension MIDIControl {
    /// The messages that bring the peer from one number to another. `previous` is `nil` if it has none.
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
            // Several values of a control may have the same note. The note then goes on.
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

    /// The number of the note or program for a position of the control; `nil` below the first position, and above number 127.
    func note(_ index: Int) -> Int? {
        let note = number + index
        return index >= 0 && note <= 127 ? note : nil
    }
}
