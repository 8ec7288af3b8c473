internal import CEvdev
internal import DeviceSupport
internal import LinuxSystem
import TestSupport
import Testing
internal import WheelCore
internal import WheelInput
internal import WheelModel

@Suite(.enabled(if: Devices.canMakeInputs && Devices.canSimulateChips), .serialized)
struct PlugCycleDeviceTests {
    private static let cycles = 1000
    private static let seed: UInt64 = 2026
    /// The heap must grow by fewer bytes than this in each cycle, on average. The smallest block of malloc has 24
    /// bytes, so a leak of one block in each cycle would be found. Before Swift 6.1 the limit is higher, because the
    /// testing library keeps a backtrace of every thrown error.
    private static var bytesForEach: Int {
        #if compiler(>=6.1)
            24
        #else
            1024
        #endif
    }

    /// A knob, a screen or a chip is disconnected at random moments, during a turn or drag, or with a button held: no
    /// descriptor and no memory leaks, and each interaction is committed.
    @Test(.timeLimit(.minutes(20))) func aThousandCyclesLeakNothing() throws {
        let encoder = try SimulatedEncoder("cycled")
        encoder.chip.disconnect()
        let instrument = try Instrument(
            .evdev(EvdevSettings(match: DeviceMatch(name: "Griffin*"))), .touch(TouchSettings()),
            .gpio(SimulatedEncoder.settings("cycled")))
        instrument.keepsLines = false
        var generator = SeededGenerator(seed: Self.seed)
        print("seed \(Self.seed)")
        var before: (descriptors: Int, bytes: Int)?
        for cycle in 0..<Self.cycles {
            let input: Int
            switch Int.random(in: 0..<20, using: &generator) {
            case 0: input = try plugChip(encoder, instrument, &generator)
            case 1..<10: input = try plugScreen(instrument, &generator)
            default: input = try plugKnob(instrument, &generator)
            }
            guard try instrument.run(until: { instrument.hub?.state(of: input).state == .waiting }) else {
                Issue.record("input \(input) is not lost in cycle \(cycle)")
                return
            }
            #expect(!instrument.isOpen, "cycle \(cycle)")
            // By this cycle each kind of device was present, and buffers have their final size.
            if cycle == Self.cycles / 5 { before = (try Self.descriptors, HeapUse.bytes) }
            guard let before else { continue }
            // The threads of the testing library may hold a descriptor for a moment.
            let isAsBefore = try Patience.until { try Self.descriptors == before.descriptors }
            #expect(isAsBefore, "cycle \(cycle): not \(before.descriptors) descriptors")
        }
        let more = HeapUse.bytes - (before?.bytes ?? 0)
        print("\(instrument.interactions) interactions, \(instrument.commits) commits, \(more) bytes more in use")
        #expect(instrument.interactions == instrument.commits)
        #expect(instrument.commits > Self.cycles / 4)
        #expect(more < Self.bytesForEach * (Self.cycles - Self.cycles / 5))
        #expect(instrument.dropped == 0)
    }

    private static var descriptors: Int { get throws { try Directory.names(in: "/proc/self/fd").count } }

    private func plugKnob(_ instrument: Instrument, _ generator: inout SeededGenerator) throws -> Int {
        let knob = try UinputDevice(.powerMate)
        // Sometimes the device is removed before the hub has seen it.
        if !generator.once(in: 20) { try attach(0, instrument) }
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
            try knob.emit(.relative(REL_DIAL, 1))
            if generator.once(in: 2) { try instrument.turnOnce() }
        }
        if generator.once(in: 2) { try knob.emit(.key(BTN_0, 1)) }
        if generator.once(in: 2) { try instrument.turnOnce() }
        knob.unplug()
        return 0
    }

    private func plugScreen(_ instrument: Instrument, _ generator: inout SeededGenerator) throws -> Int {
        let screen = try UinputDevice(.touchscreen)
        if !generator.once(in: 20) { try attach(1, instrument) }
        var x = Int32.random(in: 100...300, using: &generator)
        try screen.emit(
            .absolute(ABS_MT_SLOT, 0), .absolute(ABS_MT_TRACKING_ID, 1), .absolute(ABS_MT_POSITION_X, x),
            .absolute(ABS_MT_POSITION_Y, 240))
        for _ in 0..<Int.random(in: 0...12, using: &generator) {
            x += 20
            try screen.emit(.absolute(ABS_MT_POSITION_X, x))
            if generator.once(in: 2) { try instrument.turnOnce() }
        }
        // A second finger touches or lifts.
        if generator.once(in: 4) {
            try screen.emit(
                .absolute(ABS_MT_SLOT, 1), .absolute(ABS_MT_TRACKING_ID, 2), .absolute(ABS_MT_POSITION_X, 700),
                .absolute(ABS_MT_POSITION_Y, 100))
        } else if generator.once(in: 4) {
            try screen.emit(.absolute(ABS_MT_TRACKING_ID, -1))
        }
        if generator.once(in: 2) { try instrument.turnOnce() }
        screen.unplug()
        return 1
    }

    private func plugChip(
        _ encoder: SimulatedEncoder, _ instrument: Instrument, _ generator: inout SeededGenerator
    ) throws -> Int {
        try encoder.chip.connect()
        for line in 0..<3 { try encoder.chip.pull(line, high: true) }
        try attach(2, instrument)
        for _ in 0..<Int.random(in: 0...10, using: &generator) {
            try encoder.step(forward: true)
            if generator.once(in: 2) { try instrument.turnOnce() }
        }
        if generator.once(in: 2) { try encoder.set(2, closed: true) }
        encoder.chip.disconnect()
        return 2
    }

    private func attach(_ input: Int, _ instrument: Instrument) throws {
        #expect(try instrument.run { instrument.hub?.state(of: input).state == .attached })
    }
}
