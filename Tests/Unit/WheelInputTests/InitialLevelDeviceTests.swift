internal import DeviceSupport
internal import LinuxSystem
import Testing
internal import WheelInput
internal import WheelSettings

/// Switches that tell their level when their line is opened, on simulated lines.
@Suite(.enabled(if: Devices.canSimulateChips), .serialized)
struct InitialLevelDeviceTests {
    /// gpio-sim would pull the line of a closed switch up.
    private func settings(initial: Bool = true) -> GPIOSettings {
        GPIOSettings(chip: "switch", button: .named("SWITCH"), bias: .asIs, tellsInitial: initial)
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
        // All lines are low then, and the switch is closed.
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
}
