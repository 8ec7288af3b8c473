internal import DeviceSupport
internal import LinuxSystem
import TestSupport
import Testing
internal import WheelCore
internal import WheelInput
internal import WheelModel

@Suite(.enabled(if: Devices.canSimulateChips), .serialized)
struct GPIOLineDeviceTests {
    @Test(arguments: [4, 2, 1])
    func anEncoderIsExactWithBounceAndReversals(_ transitions: Int) throws {
        let encoder = try SimulatedEncoder("exact \(transitions)")
        let instrument = try Instrument(
            .gpio(SimulatedEncoder.settings("exact \(transitions)", transitions: transitions)))
        #expect(try instrument.next(1) == ["attached"])
        var generator = SeededGenerator(seed: UInt64(transitions))
        print("seed \(transitions)")
        var isForward = true
        for _ in 0..<150 {
            if generator.once(in: 10) { isForward.toggle() }
            for _ in 0..<transitions {
                try encoder.step(forward: isForward, bounces: generator.once(in: 4) ? 2 : 0)
                try instrument.turnOnce()
            }
        }
        try instrument.run(milliseconds: 20)
        #expect(instrument.count == encoder.position / transitions)
        #expect(instrument.dropped == 0)
    }

    /// A level of a contact that is shorter than the debounce turns nothing. A longer level counts.
    @Test func aDebounceIgnoresShortLevels() throws {
        let encoder = try SimulatedEncoder("debounced")
        var settings = SimulatedEncoder.settings("debounced")
        settings.encoder?.debounce = .milliseconds(80)
        let instrument = try Instrument(.gpio(settings))
        #expect(try instrument.next(1) == ["attached"])
        for _ in 0..<8 { try encoder.step(forward: true, pause: 3) }
        try instrument.run(milliseconds: 150)
        #expect(instrument.lines.isEmpty)
        for _ in 0..<4 {
            try encoder.step(forward: true, pause: 120)
            try instrument.turnOnce()
        }
        #expect(try instrument.next(1) == ["turned 120"])
    }

    /// Detents take 8 ms, and the debounce is 1 ms: all detents arrive, however late the hub is woken.
    @Test(arguments: [1, 50]) func aDebounceLosesNoTurn(_ stepsPerRound: Int) throws {
        let encoder = try SimulatedEncoder("debounced turns")
        var settings = SimulatedEncoder.settings("debounced turns")
        settings.encoder?.debounce = .milliseconds(1)
        let instrument = try Instrument(.gpio(settings))
        #expect(try instrument.next(1) == ["attached"])
        for step in 1...800 {
            try encoder.step(forward: step <= 600)
            if step % stepsPerRound == 0 { try instrument.turnOnce() }
        }
        try instrument.run(milliseconds: 20)
        #expect(instrument.count == 100)
        #expect(instrument.dropped == 0)
    }

    @Test func aBouncingButtonPressesOnce() throws {
        let encoder = try SimulatedEncoder("push")
        let instrument = try Instrument(.gpio(SimulatedEncoder.settings("push")))
        #expect(try instrument.next(1) == ["attached"])
        for isClosed in [true, false, true] { try encoder.set(2, closed: isClosed) }
        try instrument.run(milliseconds: 60)
        for isClosed in [false, true, false] { try encoder.set(2, closed: isClosed) }
        try instrument.run(milliseconds: 60)
        #expect(instrument.lines == ["pressed", "released"])
    }

    /// The debounce delays a press, whose time is nevertheless that of its edge. Turns keep their order relative to the
    /// press.
    @Test func aPressHasTheTimeOfItsEdge() throws {
        let encoder = try SimulatedEncoder("times")
        let instrument = try Instrument(.gpio(SimulatedEncoder.settings("times")))
        #expect(try instrument.next(1) == ["attached"])
        instrument.forgetLines()
        let before = Instant.now
        try encoder.set(2, closed: true, 0)
        let pressed = Instant.now
        Patience.pass(milliseconds: 1)
        for _ in 0..<4 { try encoder.step(forward: true, pause: 1) }
        let after = Instant.now
        #expect(try instrument.next(2) == ["pressed", "turned 120"])
        let times = instrument.times.suffix(2)
        #expect(times.first.map { before <= $0 && $0 <= pressed } == true)
        #expect(times.last.map { $0 <= after } == true)
    }

    /// The kernel's buffer holds 1024 edges. Of 1200 edges it drops 176, and their number is reported.
    @Test func droppedEdgesAreReported() throws {
        let encoder = try SimulatedEncoder("flooded")
        let instrument = try Instrument(.gpio(SimulatedEncoder.settings("flooded")))
        #expect(try instrument.next(1) == ["attached"])
        instrument.hub?.reportRaw(true, of: 0, at: .now)
        for _ in 0..<1200 { try encoder.step(forward: true) }
        try instrument.run(milliseconds: 20)
        let delivered = instrument.recording.events.count { ["A", "B", "BUTTON"].contains($0.code) }
        #expect(instrument.dropped > 0)
        #expect(instrument.dropped + delivered == encoder.edges)
        let before = instrument.count
        // The count differs from the delivered detents by at most one. The detents after the loss are counted exactly.
        #expect((delivered / 4 - 1...delivered / 4 + 1).contains(before))
        for _ in 0..<40 { try encoder.step(forward: false) }
        try instrument.run(milliseconds: 20)
        #expect(instrument.count == before - 10)
    }

    @Test func activeLowAndReverseInvertTheDirection() throws {
        let encoder = try SimulatedEncoder("round")
        var settings = SimulatedEncoder.settings("round", reversed: true)
        settings.bias = .pullDown
        settings.isActiveLow = true
        for line in 0..<3 { try encoder.chip.pull(line, high: true) }
        let instrument = try Instrument(.gpio(settings))
        _ = try instrument.next(1)
        // The bias of the request has pulled the lines down again.
        for line in 0..<3 { try encoder.chip.pull(line, high: true) }
        try instrument.run(milliseconds: 60)
        instrument.forgetLines()
        for _ in 0..<8 { try encoder.step(forward: true) }
        #expect(try instrument.next(2) == ["turned -120", "turned -120"])
    }

    @Test func aRemovedChipIsLostAndComesBack() throws {
        let encoder = try SimulatedEncoder("unplugged")
        let instrument = try Instrument(.gpio(SimulatedEncoder.settings("unplugged")))
        #expect(try instrument.next(1) == ["attached"])
        try encoder.set(2, closed: true)
        try instrument.run(milliseconds: 60)
        encoder.chip.disconnect()
        #expect(try instrument.next(3) == ["pressed", "lost", "waiting"])
        try encoder.chip.connect()
        for line in 0..<3 { try encoder.chip.pull(line, high: true) }
        #expect(try instrument.run { instrument.lines.last == "attached" })
        for _ in 0..<4 { try encoder.step(forward: true) }
        #expect(try instrument.next(2).suffix(2) == ["attached", "turned 120"])
    }

    @Test func aChipIsFoundByItsLines() throws {
        let encoder = try SimulatedEncoder("by lines")
        let lines = GPIOEncoderSettings(a: .named("ENC_A"), b: .named("ENC_B"))
        let instrument = try Instrument(.gpio(GPIOSettings(encoder: lines)))
        #expect(try instrument.next(1) == ["attached"])
        for _ in 0..<4 { try encoder.step(forward: false) }
        #expect(try instrument.next(1) == ["turned -120"])
    }

    /// A line with only an offset belongs to the chip of the Raspberry Pi's header, whichever number this chip has.
    @Test func offsetsAreOfTheHeader() throws {
        let other = try SimulatedChip(label: "other", lines: ["OTHER", nil])
        let settings = GPIOSettings(encoder: GPIOEncoderSettings(a: .offset(0), b: .offset(1)))
        let another = try SimulatedChip(label: "another", lines: ["ANOTHER", nil])
        let alone = try Instrument(.gpio(settings))
        #expect(try alone.next(1) == ["waiting"])
        let detail = alone.hub?.state(of: 0).detail ?? ""
        #expect(detail.hasPrefix("lines given by offset alone need a chip; there are: "))
        #expect(detail.contains("\(other.name) (other), \(another.name) (another)"))

        let header = try SimulatedChip(label: "pinctrl-rp1", lines: ["PIN0", "PIN1"])
        let instrument = try Instrument(.gpio(settings))
        #expect(try instrument.next(1) == ["attached"])
        #expect(instrument.hub?.state(of: 0).detail == "\(header.name) 0 (PIN0), 1 (PIN1)")
    }

    /// The chip that cannot be opened may be the header's, so the other chip, a bridge, is not used in its place.
    @Test func theOnlyChipIsNotTheOnlyOneThatMayBeOpened() throws {
        let bridge = try SimulatedChip(label: "bridge", lines: ["A", "B"])
        let settings = GPIOSettings(encoder: GPIOEncoderSettings(a: .offset(0), b: .offset(1)))
        let header = try SimulatedChip(label: "pinctrl-rp1", lines: ["PIN0", "PIN1"])
        try header.withoutRights {
            let instrument = try Instrument(.gpio(settings))
            #expect(try instrument.next(1) == ["waiting"])
            let detail = instrument.hub?.state(of: 0).detail ?? ""
            #expect(detail.hasPrefix("may not open the GPIO chip \(header.name): "), "\(detail)")
        }
        let instrument = try Instrument(.gpio(settings))
        #expect(try instrument.next(1) == ["attached"])
        withExtendedLifetime(bridge) {}
    }

    @Test func refusalsNameTheLineItsUserAndTheRemedy() throws {
        let chip = try SimulatedChip(label: "refusing", lines: ["FREE", "TAKEN"], hogs: [1: "fan"])
        func detail(_ settings: GPIOSettings) throws -> String {
            let instrument = try Instrument(.gpio(settings))
            return instrument.hub?.state(of: 0).detail ?? ""
        }
        let taken = try detail(
            GPIOSettings(encoder: GPIOEncoderSettings(a: .named("FREE"), b: .named("TAKEN"))))
        #expect(
            taken == "line TAKEN (\(chip.name) 1) is taken by 'fan': end that, or remove the device-tree overlay that "
                + "uses the line")
        let unknown = try detail(GPIOSettings(chip: "refusing", button: .named("NOWHERE")))
        #expect(unknown == "there is no line NOWHERE on \(chip.name): `wheelctl devices` lists the lines that exist")
        let missing = try detail(GPIOSettings(chip: "gpiochip77", button: .offset(0)))
        #expect(missing.hasPrefix("there is no GPIO chip gpiochip77; there are: "))
        #expect(try detail(GPIOSettings(chip: "refusing", button: .offset(9))).hasSuffix("it has 2, from 0"))
    }
}
