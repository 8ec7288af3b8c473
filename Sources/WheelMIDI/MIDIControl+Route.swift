import WheelBridge

/// What a core needs of a control: its route in a mirror, and the messages that are about it.
extension MIDIControl {
    var route: MirrorRoute {
        let numbers: PeerScale.Numbers =
            switch form {
            case .controller: .whole(upTo: 127)
            case .controller14, .parameter: .whole(upTo: 16383)
            case .notes, .program, .relative: .values
            }
        return MirrorRoute(
            control: control, numbers: numbers, part: part, sends: sends, receives: receives, takeover: takeover,
            mayEcho: true)
    }

    /// `nil` for notes, of which a control has many.
    var address: MIDIAddress? {
        switch form {
        case .controller: .controller(channel: channel, number: number)
        case .controller14: .controller14(channel: channel, number: number)
        case .parameter: .parameter(channel: channel, number: number)
        case .program: .program(channel: channel)
        case .notes, .relative: nil
        }
    }

    /// `nil` if the position has no note.
    func noteOff(_ index: Int) -> MIDIMessage? {
        note(index).map { .note(channel: channel, number: $0, velocity: 0, isOn: false) }
    }
}
