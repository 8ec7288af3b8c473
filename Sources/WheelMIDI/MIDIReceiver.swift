package enum MIDIAddress: Hashable, Sendable {
    case controller(channel: Int, number: Int)
    case controller14(channel: Int, number: Int)
    case parameter(channel: Int, number: Int)
    case note(channel: Int, number: Int)
    case program(channel: Int)
}

/// Combines the halves of controllers of 14 bits and of parameters (NRPN). One message can belong to two addresses:
/// number 7 may be a controller of 7 bits, or the upper half of a controller of 14 bits.
package struct MIDIReceiver: Sendable {
    private var channels = [Channel](repeating: Channel(), count: 16)

    private struct Channel: Sendable {
        var upper = [Int](repeating: 0, count: 32)
        /// The two halves of the current parameter's number; `nil`: no parameter, or a registered one.
        var parameterUpper: Int?
        var parameterLower: Int?
        var dataUpper = 0
    }

    package init() {}

    package mutating func receive(_ message: MIDIMessage, _ body: (MIDIAddress, Int) -> Void) {
        switch message {
        case .controller(let channel, let number, let value):
            body(.controller(channel: channel, number: number), value)
            receive(channel, number, value, body)
        case .note(let channel, let number, let velocity, let isOn):
            body(.note(channel: channel, number: number), isOn ? velocity : 0)
        case .program(let channel, let number): body(.program(channel: channel), number)
        case .controller14(let channel, let number, let value):
            body(.controller(channel: channel, number: number), value >> 7)
            body(.controller14(channel: channel, number: number), value)
        case .parameter(let channel, let number, let value): body(.parameter(channel: channel, number: number), value)
        }
    }

    private mutating func receive(
        _ channel: Int, _ number: Int, _ value: Int, _ body: (MIDIAddress, Int) -> Void
    ) {
        if number < 32 {
            channels[channel].upper[number] = value
            // The lower half counts as 0 until its message arrives.
            body(.controller14(channel: channel, number: number), value << 7)
        } else if number < 64 {
            let upper = channels[channel].upper[number - 32]
            body(.controller14(channel: channel, number: number - 32), upper << 7 | value)
        }
        switch number {
        case 99: channels[channel].parameterUpper = value
        case 98: channels[channel].parameterLower = value
        case 100, 101:
            channels[channel].parameterUpper = nil
            channels[channel].parameterLower = nil
        case 6:
            channels[channel].dataUpper = value
            if let parameter = parameter(of: channel) { body(parameter, value << 7) }
        case 38:
            if let parameter = parameter(of: channel) { body(parameter, channels[channel].dataUpper << 7 | value) }
        default: break
        }
    }

    /// 127 in both halves means no parameter.
    private func parameter(of channel: Int) -> MIDIAddress? {
        guard let upper = channels[channel].parameterUpper, let lower = channels[channel].parameterLower,
            upper != 127 || lower != 127
        else { return nil }
        return .parameter(channel: channel, number: upper << 7 | lower)
    }
}

extension MIDIMessage {
    /// Whether this message contains only the upper half of the number for the address.
    func isUpperHalf(of address: MIDIAddress) -> Bool {
        guard case .controller(_, let number, _) = self, number < 32 else { return false }
        switch address {
        case .controller14, .parameter: return true
        case .controller, .note, .program: return false
        }
    }
}
