import TestSupport
import Testing

@testable import WheelMIDI

@Suite struct MIDIReceiverTests {
    /// Receives controller messages `NUMBER=VALUE` on channel 1. Returns the addresses that they set, with the values.
    private func heard(_ words: [String]) -> String {
        var receiver = MIDIReceiver()
        var shown: [String] = []
        for word in words {
            let parts = word.split(separator: "=").compactMap { Int($0) }
            guard let message = MIDIMessage(.controller, channel: 0, number: parts[0], value: parts[1]) else {
                shown.append("refused")
                continue
            }
            receiver.receive(message) { address, value in
                switch address {
                case .controller: break
                case .controller14(_, let number): shown.append("\(number):\(value)")
                case .parameter(_, let number): shown.append("n\(number):\(value)")
                case .note, .program: shown.append("?")
                }
            }
        }
        return shown.joined(separator: " ")
    }

    @Test(
        arguments: table(
            """
            1=64 33=5             -> 1:8192 1:8197          # both halves, the upper one first
            33=6                  -> 1:6
            99=2 98=44 6=1        -> 6:128 n300:128
            99=2 98=44 6=1 38=3   -> 6:128 n300:128 6:131 n300:131
            6=1                   -> 6:128                  # without a parameter
            99=2 98=44 101=0 6=1  -> 6:128                  # a registered parameter
            99=127 98=127 6=1     -> 6:128                  # none
            200=1 16=128          -> refused refused
            """))
    func halvesArePutTogether(_ row: Row) { #expect(heard(row.words) == row.output) }

    @Test func numbersThatMIDIDoesNotHaveAreRefused() {
        for kind in MIDIMessage.Kind.allCases {
            #expect(MIDIMessage(kind, channel: 16, number: 1, value: 1) == nil)
            #expect(MIDIMessage(kind, channel: -1, number: 1, value: 1) == nil)
            #expect(MIDIMessage(kind, channel: 0, number: 1, value: -1) == nil)
            #expect(MIDIMessage(kind, channel: 0, number: 1, value: 16384) == nil)
            #expect(MIDIMessage(kind, channel: 0, number: 1, value: .max) == nil)
        }
        #expect(MIDIMessage(.controller, channel: 0, number: 128, value: 0) == nil)
        #expect(MIDIMessage(.controller14, channel: 0, number: 32, value: 0) == nil)
        #expect(MIDIMessage(.parameter, channel: 0, number: 16384, value: 0) == nil)
        #expect(
            MIDIMessage(.noteOn, channel: 0, number: 60, value: 0)
                == .note(channel: 0, number: 60, velocity: 0, isOn: false))
    }
}
