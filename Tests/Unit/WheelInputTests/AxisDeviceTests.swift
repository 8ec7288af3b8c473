internal import CEvdev
internal import DeviceSupport
import Testing
internal import WheelCore
internal import WheelInput
internal import WheelModel

@Suite(.enabled(if: Devices.canMakeInputs), .serialized)
struct AxisDeviceTests {
    private static let match = DeviceMatch(name: "Pots")

    /// Two potentiometers and a button, as a microcontroller reports them.
    private static var pots: InputDescription {
        var description = InputDescription(name: "Pots")
        description.absolute = [.init(ABS_X, 0...1024, at: 512), .init(ABS_Y, 0...1000, at: 100, fuzz: 8)]
        description.keys = [BTN_0]
        return description
    }

    private static func source(_ axis: String, wraps: Bool = false, noise: Int? = nil) -> InputSource {
        .evdev(EvdevSettings(match: match, axis: axis, axisWraps: wraps, axisNoise: noise))
    }

    /// The first move begins at the position that the axis had when the device was opened.
    @Test func twoPotsOfADeviceAreTwoInputs() throws {
        let device = try plugged(Self.pots)
        let instrument = try Instrument(Self.source("ABS_X"), Self.source("ABS_Y"))
        #expect(try instrument.next(2) == ["0 attached", "1 attached"])
        try device.emit(.absolute(ABS_X, 768))
        try device.emit(.absolute(ABS_Y, 200), .absolute(ABS_X, 1024))
        try device.emit(.key(BTN_0, 1))
        #expect(
            try instrument.next(4) == [
                "0 moved from 0.5 to 0.75", "0 moved from 0.75 to 1", "1 moved from 0.1 to 0.2", "0 pressed",
            ])
        device.unplug()
        _ = try instrument.next(4)
        let again = try plugged(Self.pots)
        #expect(try instrument.next(2) == ["0 attached", "1 attached"])
        try again.emit(.absolute(ABS_X, 0))
        #expect(try instrument.next(1) == ["0 moved from 0.5 to 0"])
    }

    @Test func aRingTurnsBeyondItsEnds() throws {
        var ring = InputDescription(name: "Pots")
        ring.absolute = [.init(ABS_WHEEL, 0...71, at: 70)]
        let device = try plugged(ring)
        let instrument = try Instrument(Self.source("ABS_WHEEL", wraps: true))
        #expect(try instrument.next(1) == ["attached"])
        for place: Int32 in [71, 2, 70] { try device.emit(.absolute(ABS_WHEEL, place)) }
        #expect(try instrument.next(3) == ["turned 40", "turned 120", "turned -160"])
    }

    /// A loss of events does not lose the axis's position.
    @Test func afterAnOverflowTheAxisStandsWhereItStands() throws {
        let device = try plugged(Self.pots)
        let instrument = try Instrument(Self.source("ABS_X"))
        #expect(try instrument.next(1) == ["attached"])
        for turn: Int32 in 0..<400 { try device.emit(.absolute(ABS_X, turn % 2 == 0 ? 100 : 900)) }
        try device.emit(.absolute(ABS_X, 256))
        _ = try instrument.run { instrument.lines.last?.hasSuffix("to 0.25") == true }
        #expect(instrument.lines.contains("dropped 1"))
        #expect(instrument.lines.last?.hasSuffix("to 0.25") == true)
    }

    /// Over a reload an input keeps its device, and its axis keeps the position.
    @Test func aReloadKeepsThePosition() throws {
        let device = try plugged(Self.pots)
        func input(_ takeover: Takeover) -> InputSettings {
            InputSettings(name: "pot", source: Self.source("ABS_X"), controls: [0], takeover: takeover)
        }
        let instrument = try Instrument([input(.pickup)])
        _ = try instrument.next(1)
        try device.emit(.absolute(ABS_X, 768))
        _ = try instrument.next(1)
        instrument.update([input(.jump)])
        try device.emit(.absolute(ABS_X, 1024))
        #expect(try instrument.next(1) == ["moved from 0.75 to 1"])
    }

    @Test func anAxisWithoutARangeIsRefused() throws {
        var flat = Self.pots
        flat.absolute[0] = .init(ABS_X, 0...0)
        let device = try plugged(flat)
        let instrument = try Instrument(Self.source("ABS_X"))
        #expect(try instrument.next(1) == ["waiting"])
        #expect(instrument.hub?.state(of: 0).detail == "use \(device.path): its ABS_X has no range (EINVAL)")
    }

    @Test func aRecordingOfAnAxisIsReplayed() throws {
        let device = try plugged(Self.pots)
        let instrument = try Instrument(Self.source("ABS_X"), Self.source("ABS_Y"))
        _ = try instrument.next(2)
        instrument.hub?.reportRaw(true, of: 1, at: .now)
        try device.emit(.absolute(ABS_Y, 150))
        try device.emit(.absolute(ABS_X, 109))
        try device.emit(.absolute(ABS_Y, 1000))
        let lines = try instrument.next(3).filter { $0.hasPrefix("1 ") }.map { String($0.dropFirst(2)) }
        #expect(lines == ["moved from 0.1 to 0.15", "moved from 0.15 to 1"])
        let recording = instrument.recording
        #expect(
            recording.events.map { "\($0.code) \($0.value)" } == [
                "AXIS_MINIMUM 0", "AXIS_MAXIMUM 1000", "AXIS_FUZZ 8", "AXIS_POSITION 100", "ABS_Y 150", "SYN_REPORT 0",
                "ABS_Y 1000", "SYN_REPORT 0",
            ])
        let source = Self.source("ABS_Y")
        let replayed = try Instrument(sources: [source])
        replayed.play(try Recording(text: recording.text), as: source)
        #expect(replayed.lines == lines)
    }
}

/// The kernel's own encoder driver, which counts the position itself.
@Suite(.enabled(if: Devices.canSimulateChips && KernelEncoder.isThere), .serialized)
struct AbsoluteEncoderDeviceTests {
    private func step(_ chip: SimulatedChip, _ transitions: Int, from place: inout Int) throws {
        for _ in 0..<abs(transitions) {
            place += transitions.signum()
            for contact in 0...1 {
                try chip.pull(contact, high: ![contact + 1, contact + 2].contains(place & 3))
            }
        }
    }

    private func chip() throws -> SimulatedChip {
        let chip = try SimulatedChip(label: "positions", lines: ["A", "B"])
        for line in 0...1 { try chip.pull(line, high: true) }
        return chip
    }

    private func source(wraps: Bool) -> InputSource {
        .evdev(EvdevSettings(match: DeviceMatch(name: "rotary-encoder"), axis: "ABS_X", axisWraps: wraps))
    }

    @Test func itSpansTheRangeWithItsSteps() throws {
        let chip = try chip()
        let encoder = try KernelEncoder(on: chip, a: 0, b: 1, stepsPerPeriod: 1, positions: 4)
        let instrument = try Instrument(source(wraps: false))
        #expect(try instrument.next(1) == ["attached"])
        var place = 0
        for _ in 0..<5 { try step(chip, 4, from: &place) }
        #expect(
            try instrument.next(4) == [
                "moved from 0 to 0.25", "moved from 0.25 to 0.5", "moved from 0.5 to 0.75", "moved from 0.75 to 1",
            ])
        try step(chip, -4, from: &place)
        #expect(try instrument.next(1) == ["moved from 1 to 0.75"])
        withExtendedLifetime(encoder) {}
    }

    /// With rollover the driver's maximum is one more than its last position. A detent of the encoder is still one
    /// detent.
    @Test func withRolloverItTurns() throws {
        let chip = try chip()
        let encoder = try KernelEncoder(on: chip, a: 0, b: 1, stepsPerPeriod: 1, positions: 24, rollsOver: true)
        let instrument = try Instrument(source(wraps: true))
        #expect(try instrument.next(1) == ["attached"])
        var place = 0
        try step(chip, -4, from: &place)
        #expect(try instrument.next(1) == ["turned -120"])
        for _ in 0..<30 { try step(chip, 4, from: &place) }
        #expect(try instrument.next(30) == Array(repeating: "turned 120", count: 30))
        #expect(instrument.count == 29)
        withExtendedLifetime(encoder) {}
    }
}
