internal import CEvdev
internal import DeviceSupport
internal import LinuxSystem
import Testing
internal import WheelCore
internal import WheelInput
internal import WheelModel

@Suite(.enabled(if: Devices.canMakeInputs), .serialized)
struct SharedNodeDeviceTests {
    private static let match = DeviceMatch(name: "Deck")

    private static var deck: InputDescription {
        var description = InputDescription(name: "Deck")
        description.relative = [REL_DIAL, REL_WHEEL, REL_WHEEL_HI_RES]
        description.keys = [KEY_A, KEY_B, KEY_C, KEY_D]
        return description
    }

    private static func input(_ name: String, _ source: EvdevSettings, _ buttons: String...) -> InputSettings {
        var source = source
        source.match = match
        return InputSettings(
            name: name, source: .evdev(source), controls: [0], bindings: ButtonBindings(double: .emit),
            buttons: buttons.map { NamedButton(name: $0, bindings: ButtonBindings(double: .emit)) })
    }

    private static let three = [
        input("wheel", EvdevSettings(axis: "REL_WHEEL"), "KEY_B"),
        input("rest", EvdevSettings()),
        input("turns", EvdevSettings(turnKeys: TurnKeys(down: "KEY_C", up: "KEY_D"))),
    ]

    @Test func eachInputHasWhatItNamesAndOneHasTheRest() throws {
        let device = try plugged(Self.deck)
        let instrument = try Instrument(Self.three)
        #expect(try instrument.next(3) == ["0 attached", "1 attached", "2 attached"])
        try device.emit(.relative(REL_DIAL, 2), .relative(REL_WHEEL, -1), .relative(REL_WHEEL_HI_RES, -120))
        #expect(try instrument.next(2) == ["0 turned -120", "1 turned 240"])
        for key in [KEY_A, KEY_B, KEY_C, KEY_D] {
            try device.emit(.key(key, 1))
            try device.emit(.key(key, 0))
        }
        #expect(
            try instrument.next(6) == [
                "1 pressed", "1 released", "0 pressed KEY_B", "0 released KEY_B", "2 turned -120", "2 turned 120",
            ])
    }

    /// The kernel gives a grab to only one open file, so that a second file of this program would get no events.
    @Test func theDeviceIsOpenedAndGrabbedOnce() throws {
        let device = try plugged(Self.deck)
        let other = try Instrument(.evdev(EvdevSettings(match: Self.match)))
        _ = try other.next(1)
        var inputs = Self.three
        inputs[2] = Self.input(
            "turns", EvdevSettings(grabs: true, turnKeys: TurnKeys(down: "KEY_C", up: "KEY_D")))
        let before = try files(of: device.path)
        let instrument = try Instrument(inputs)
        _ = try instrument.next(3)
        #expect(try files(of: device.path) == before + 1)
        try device.emit(.relative(REL_DIAL, 1))
        try device.emit(.relative(REL_WHEEL, 1), .relative(REL_WHEEL_HI_RES, 120))
        #expect(try instrument.next(2) == ["1 turned 120", "0 turned 120"])
        #expect(try other.next(0).isEmpty)
    }

    private func files(of path: String) throws -> Int {
        try Directory.names(in: "/proc/self/fd").count { name in
            (try? FilePath.destination(ofLink: "/proc/self/fd/\(name)")) == path
        }
    }

    @Test func allLoseItAndHaveItAgain() throws {
        let device = try plugged(Self.deck)
        let instrument = try Instrument(Self.three)
        _ = try instrument.next(3)
        try device.emit(.key(KEY_A, 1))
        try device.emit(.key(KEY_B, 1))
        _ = try instrument.next(2)
        device.unplug()
        let lost = (0..<3).flatMap { ["\($0) lost", "\($0) waiting"] }
        #expect(try instrument.next(6) == lost)
        let next = try plugged(Self.deck)
        #expect(try instrument.next(3) == ["0 attached", "1 attached", "2 attached"])
        // The new device begins with its keys up.
        try next.emit(.key(KEY_A, 1))
        #expect(try instrument.next(1) == ["1 pressed"])
    }

    /// A reload adds an input that names KEY_A. The input without named keys loses this key; the other inputs are not
    /// disturbed.
    @Test func aReloadDividesTheDeviceAnew() throws {
        let device = try plugged(Self.deck)
        let instrument = try Instrument(Self.three)
        _ = try instrument.next(3)
        try device.emit(.key(KEY_B, 1))
        #expect(try instrument.next(1) == ["0 pressed KEY_B"])
        instrument.update(Self.three + [Self.input("new", EvdevSettings(), "KEY_A")])
        #expect(try instrument.next(4) == ["1 lost", "1 waiting", "1 attached", "3 attached"])
        try device.emit(.key(KEY_B, 0))
        try device.emit(.key(KEY_A, 1))
        #expect(try instrument.next(2) == ["0 released KEY_B", "3 pressed KEY_A"])
        // The only input names no key, so it gets all keys.
        instrument.update([Self.input("wheel", EvdevSettings(axis: "REL_WHEEL"))])
        _ = try instrument.next(0)
        try device.emit(.key(KEY_D, 1))
        #expect(try instrument.next(1) == ["pressed KEY_D"])
    }

    @Test func anInputForWhichNothingIsLeftSaysSo() throws {
        let device = try plugged(Self.deck)
        let instrument = try Instrument([Self.input("one", EvdevSettings()), Self.input("two", EvdevSettings())])
        #expect(try instrument.next(2) == ["0 attached", "1 waiting"])
        #expect(
            instrument.hub?.state(of: 1).detail
                == "other inputs use everything that it could use of Deck (\(device.path))")
    }

    @Test func everyInputOfTheDeviceIsToldOfAnOverflow() throws {
        let device = try plugged(Self.deck)
        let instrument = try Instrument(Self.three)
        _ = try instrument.next(3)
        instrument.keepsLines = false
        for _ in 0..<20_000 { try device.emit(.relative(REL_DIAL, 1)) }
        _ = try instrument.run { instrument.dropped >= 3 }
        #expect(instrument.dropped % 3 == 0 && instrument.dropped > 0)
    }

    /// A recording of an input contains only the input's own events. Its replay has the same result for this input as
    /// the device had.
    @Test func aRecordingHasWhatTheInputHas() throws {
        let device = try plugged(Self.deck)
        let instrument = try Instrument(Self.three)
        _ = try instrument.next(3)
        instrument.hub?.reportRaw(true, of: 0, at: .now)
        try device.emit(.relative(REL_DIAL, 1))
        try device.emit(.relative(REL_WHEEL, 1), .relative(REL_WHEEL_HI_RES, 120), .key(KEY_A, 1))
        try device.emit(.key(KEY_B, 1))
        _ = try instrument.next(4)
        #expect(
            instrument.recording.events.map(\.code) == [
                "REL_WHEEL", "REL_WHEEL_HI_RES", "SYN_REPORT", "KEY_B", "SYN_REPORT",
            ])
        let replayed = try Instrument(inputs: [Self.three[0]])
        replayed.play(instrument.recording, as: Self.three[0].source)
        #expect(replayed.lines == ["turned 120", "pressed KEY_B"])
    }
}
