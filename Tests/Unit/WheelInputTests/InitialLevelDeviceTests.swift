internal import DeviceSupport
internal import LinuxSystem
import Testing
internal import WheelCore
internal import WheelInput

/// Switches whose level is reported when their line is opened, on simulated lines.
@Suite(.enabled(if: Devices.canSimulateChips), .serialized)
struct InitialLevelDeviceTests {
    /// With a pull-up, gpio-sim would also pull the line of a closed switch up.
    private func settings(initial: Bool = true) -> GPIOSettings {
        GPIOSettings(chip: "switch", button: .named("SWITCH"), bias: .asIs, reportsInitialLevel: initial)
    }

    private func chip(closed: Bool) throws -> SimulatedChip {
        let chip = try SimulatedChip(label: "switch", lines: ["SWITCH"])
        try chip.pull(0, high: !closed)
        return chip
    }

    @Test(arguments: [true, false]) func aSwitchTellsItsLevelAtTheStart(_ isClosed: Bool) throws {
        let chip = try chip(closed: isClosed)
        let instrument = try Instrument(.gpio(settings()))
        #expect(try instrument.next(2) == ["attached", isClosed ? "closed at the start" : "open at the start"])
        #expect(instrument.panel.heldButtons(of: 0) == (isClosed ? [""] : []))
        try chip.pull(0, high: isClosed)
        #expect(try instrument.next(1) == [isClosed ? "released" : "pressed"])
        #expect(instrument.panel.heldButtons(of: 0) == (isClosed ? [] : [""]))
    }

    @Test func aLineThatComesBackTellsItsLevelAgain() throws {
        let chip = try chip(closed: true)
        let instrument = try Instrument(.gpio(settings()))
        #expect(try instrument.next(2) == ["attached", "closed at the start"])
        chip.disconnect()
        #expect(try instrument.next(2) == ["lost", "waiting"])
        #expect(instrument.panel.heldButtons(of: 0) == [])
        // After the connection all lines are low, and the switch is closed.
        try chip.connect()
        #expect(try instrument.next(2) == ["attached", "closed at the start"])
        #expect(instrument.panel.heldButtons(of: 0) == [""])
    }

    @Test func aButtonWithoutTheKeyTellsNothing() throws {
        let chip = try chip(closed: true)
        let instrument = try Instrument(.gpio(settings(initial: false)))
        #expect(try instrument.next(1) == ["attached"])
        try chip.pull(0, high: true)
        try instrument.run(milliseconds: 50)
        #expect(instrument.lines.isEmpty)
    }

    /// A line that its pull resistor has not charged yet does not count as a closed contact: it neither turns nor
    /// presses, and the next press is not lost.
    @Test(.enabled(if: Devices.canChargeLines), arguments: [4, 2, 1])
    func aLineIsChargedBeforeItsLevelCounts(_ transitions: Int) throws {
        let chip = try SimulatedChip(label: "charging", lines: ["A", "B", "SWITCH"])
        var settings = GPIOSettings(
            chip: "charging",
            encoder: GPIOEncoderSettings(a: .named("A"), b: .named("B"), transitionsPerDetent: transitions),
            button: .named("SWITCH"), reportsInitialLevel: true)
        settings.bias = .pullUp
        try SimulatedChip.charge(microseconds: 5000)
        defer { try? SimulatedChip.charge(microseconds: 0) }
        let instrument = try Instrument(.gpio(settings))
        try instrument.run(milliseconds: 100)
        #expect(try instrument.next(2) == ["attached", "open at the start"])
        try chip.pull(2, high: false)
        #expect(try instrument.next(1) == ["pressed"])
    }

    /// The time for charging a line starts at the line's request, however long the scan before the request took.
    @Test(.enabled(if: Devices.canChargeLines)) func aSlowStartChargesTheLines() throws {
        let chip = try SimulatedChip(label: "charging", lines: ["SWITCH"])
        let settings = GPIOSettings(chip: "charging", button: .named("SWITCH"), reportsInitialLevel: true)
        try SimulatedChip.charge(microseconds: 5000)
        defer { try? SimulatedChip.charge(microseconds: 0) }
        let input = InputSettings(name: "switch", source: .gpio(settings), controls: [0])
        let instrument = try Instrument([input], at: Instant.now + .milliseconds(-1000))
        #expect(try instrument.next(2) == ["attached", "open at the start"])
        withExtendedLifetime(chip) {}
    }

    /// After a reload the lines are charged while the loop runs.
    @Test(.enabled(if: Devices.canChargeLines)) func aReloadDoesNotWaitForLines() throws {
        let chip = try SimulatedChip(label: "charging", lines: ["SWITCH"])
        let settings = GPIOSettings(chip: "charging", button: .named("SWITCH"), reportsInitialLevel: true)
        let instrument = try Instrument([])
        try SimulatedChip.charge(microseconds: 5000)
        defer { try? SimulatedChip.charge(microseconds: 0) }
        let before = Instant.now
        instrument.update([InputSettings(name: "switch", source: .gpio(settings), controls: [0])])
        #expect(Instant.now - before < .milliseconds(10))
        #expect(instrument.lines.isEmpty)
        #expect(try instrument.next(2) == ["attached", "open at the start"])
        try chip.pull(0, high: false)
        #expect(try instrument.next(1) == ["pressed"])
    }
}
