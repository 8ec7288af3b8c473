internal import DeviceSupport
internal import LinuxSystem
import TestSupport
import Testing
internal import WheelCore
internal import WheelInput
internal import WheelModel

/// The kernel's own encoder driver uses a second pair of lines, which change together with wheeld's pair. The driver
/// and wheeld count the same detents at any speed and with any bounce.
@Suite(.enabled(if: Devices.canSimulateChips && KernelEncoder.isThere), .serialized)
struct KernelEncoderDeviceTests {
    @Test(arguments: [300, 1000, 4000, 20_000], [0, 1000])
    func detentsAreThoseOfTheKernelsDriver(_ microseconds: Int64, _ debounce: Int64) throws {
        // A line holds each level for twice the pace. The debounce must be shorter, or the level would rightly not
        // count.
        let debounce = min(debounce, microseconds)
        for transitions in [4, 2, 1] {
            for bounces in [0, 2] {
                try Comparison(microseconds, debounce, transitions, bounces).run()
            }
        }
    }
}

private struct Comparison {
    let pace: Interval
    let debounce: Interval
    let transitions: Int
    let bounces: Int

    init(_ microseconds: Int64, _ debounce: Int64, _ transitions: Int, _ bounces: Int) {
        pace = Interval(microseconds: microseconds)
        self.debounce = Interval(microseconds: debounce)
        self.transitions = transitions
        self.bounces = bounces
    }

    func run() throws {
        let seed = UInt64(pace.microseconds + debounce.microseconds + Int64(10 * transitions + bounces))
        var generator = SeededGenerator(seed: seed)
        var shaft = try Shaft(bounces: bounces)
        let kernel = try KernelEncoder(on: shaft.chip, a: 2, b: 3, stepsPerPeriod: 4 / transitions)
        var settings = GPIOSettings(
            chip: shaft.chip.label,
            encoder: GPIOEncoderSettings(a: .offset(0), b: .offset(1), transitionsPerDetent: transitions))
        settings.encoder?.debounce = debounce
        let instrument = try Instrument(.gpio(settings))
        instrument.keepsLines = false
        let began = Instant.now
        // At the slowest pace there are fewer and shorter turns.
        let mostDetents = pace > .milliseconds(10) ? 4 : 12
        for turn in 0..<(pace > .milliseconds(10) ? 4 : 16) {
            let detents = generator.int(in: 1...mostDetents)
            let isForward = Bool.random(using: &generator)
            for _ in 0..<(detents * transitions) { try shaft.step(forward: isForward, pace: pace) }
            // On a busy machine the last edge may be late. No edge must arrive after it.
            _ = try instrument.run { instrument.count == shaft.position / transitions }
            try instrument.run(milliseconds: 10)
            kernel.read()
            // With one transition to a detent, the kernel's driver reports the direction opposite to that in its other
            // modes.
            let kernelsWay = transitions == 1 ? -1 : 1
            let way = "turn \(turn) of seed \(seed), \(self)"
            #expect(instrument.count == shaft.position / transitions, "\(way)")
            #expect(kernel.count == kernelsWay * shaft.position / transitions, "the kernel's, \(way)")
        }
        #expect(instrument.dropped == 0)
        let each = (Instant.now - began).microseconds / Int64(max(1, shaft.steps))
        print("\(self): \(shaft.steps) transitions, \(each) us each, \(instrument.count) detents")
    }
}

/// Two pairs of contacts on one shaft.
private struct Shaft {
    let chip: SimulatedChip
    let bounces: Int
    private(set) var position = 0
    private(set) var steps = 0

    init(bounces: Int) throws {
        chip = try SimulatedChip(label: "compared", lines: ["A", "B", "KERNEL_A", "KERNEL_B"])
        self.bounces = bounces
        for line in 0..<4 { try chip.pull(line, high: true) }
    }

    mutating func step(forward: Bool, pace: Interval) throws {
        let begin = Patience.nowMicroseconds
        let (a, b) = (closed(0), closed(1))
        position += forward ? 1 : -1
        steps += 1
        let contact = closed(0) != a ? 0 : 1
        precondition(contact == 0 || closed(1) != b, "one contact moves at a time")
        for bounce in 0...(2 * bounces) {
            try set(contact, closed: bounce.isMultiple(of: 2) ? closed(contact) : !closed(contact))
        }
        Patience.pass(microseconds: begin + pace.microseconds - Patience.nowMicroseconds)
    }

    private func closed(_ contact: Int) -> Bool { [contact + 1, contact + 2].contains(position & 3) }

    private func set(_ contact: Int, closed: Bool) throws {
        try chip.pull(contact, high: !closed)
        try chip.pull(contact + 2, high: !closed)
    }
}
