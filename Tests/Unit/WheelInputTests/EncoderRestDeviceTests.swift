internal import DeviceSupport
internal import LinuxSystem
import TestSupport
import Testing
internal import WheelCore
internal import WheelInput

@Suite(.enabled(if: Devices.canSimulateChips), .serialized)
struct EncoderRestDeviceTests {
    /// The states of the contacts, in the order of a turn forwards.
    private static let rests: [EncoderRest] = [.open, .a, .closed, .b]

    @Test(arguments: rests, [4, 2])
    func noClickIsLostByAThousandReversals(_ rest: EncoderRest, _ transitions: Int) throws {
        let seed: UInt64 = 71
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let start = try #require(Self.rests.firstIndex(of: rest))
        let encoder = try SimulatedEncoder("resting", position: start)
        var settings = SimulatedEncoder.settings("resting", transitions: transitions, rest: rest)
        // With a pull-up, gpio-sim would also pull the closed contacts up.
        settings.bias = .asIs
        let instrument = try Instrument(.gpio(settings))
        #expect(try instrument.next(1) == ["attached"])
        instrument.keepsLines = false
        var (clicks, isForward) = (0, true)
        for reversal in 1...1000 {
            let turned = generator.once(in: 4) ? 2 : 1
            for _ in 0..<(turned * transitions) {
                try encoder.step(forward: isForward, bounces: generator.once(in: 8) ? 1 : 0, pause: 0)
            }
            clicks += isForward ? turned : -turned
            isForward.toggle()
            // The instrument also reads during the turns, so that the kernel's buffer does not overflow.
            if reversal.isMultiple(of: 10) {
                _ = try instrument.run { instrument.count == clicks }
                try #require(instrument.count == clicks, "after \(reversal) reversals")
            }
        }
        #expect(instrument.dropped == 0)
    }
}
