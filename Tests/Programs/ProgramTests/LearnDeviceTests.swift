internal import DeviceSupport
internal import LinuxSystem
import Testing
internal import WheelConfiguration
internal import WheelCore
internal import WheelInput

/// `wheelctl learn` with an encoder on simulated lines, and with a knob.
@Suite(.enabled(if: Devices.canMakeInputs && Devices.canSimulateChips), .serialized)
struct LearnDeviceTests {
    /// Turns detent by detent with a rest at each, turns back, and presses.
    private func turn(_ encoder: SimulatedEncoder, _ learn: RunningProgram, transitions: Int, forward: Bool) throws {
        try #require(learn.says("Turn the knob clockwise"))
        for _ in 0..<24 { try detent(encoder, transitions, forward: forward) }
        try #require(learn.says("Turn it back"))
        for _ in 0..<6 { try detent(encoder, transitions, forward: !forward) }
        try #require(learn.says("Press it"))
        for isClosed in [true, false] {
            try encoder.set(2, closed: isClosed)
            Patience.pass(milliseconds: 100)
        }
    }

    private func detent(_ encoder: SimulatedEncoder, _ transitions: Int, forward: Bool) throws {
        for number in 0..<transitions { try encoder.step(forward: forward, bounces: (number + 1) % 2) }
        Patience.pass(milliseconds: 110)
    }

    private func settings(_ block: String) throws -> InputSettings {
        let text = "[[control]]\nname = \"x\"\nkind = \"int\"\nrange = \"[0, 9]\"\n" + block
        let settings = try Configuration.parse(text: text, file: "learned").settings
        return try #require(settings.panel.inputs.first)
    }

    @Test(arguments: [(4, true), (2, false), (1, true)])
    func itFindsTheLinesOfAnEncoder(_ transitions: Int, _ isForward: Bool) throws {
        let encoder = try SimulatedEncoder("pinctrl-bcm2711")
        let learn = try RunningProgram(
            typing: "ENC_A, ENC_PUSH, ENC_B\n", "wheelctl", "learn", "--quiet-s", "0.4", "--config",
            try emptyConfiguration())
        try turn(encoder, learn, transitions: transitions, forward: isForward)
        #expect(learn.end() == 0, "\(learn.errors)")
        let learned = try settings(learn.output)
        // The line that changes first in a clockwise turn is A.
        let lines = isForward ? ("ENC_A", "ENC_B") : ("ENC_B", "ENC_A")
        // With one transition per detent each edge counts, so bounce of 4 ms needs a debounce.
        let expected = GPIOSettings(
            encoder: GPIOEncoderSettings(
                a: .named(lines.0), b: .named(lines.1), transitionsPerDetent: transitions,
                debounce: transitions == 1 ? .milliseconds(5) : .zero),
            button: .named("ENC_PUSH"))
        #expect(learned == InputSettings(name: "knob", source: .gpio(expected), controls: [0], detents: 24))
        #expect(learn.output.contains("bounced"))
    }

    @Test func namedLinesKeepTheirRoles() throws {
        let encoder = try SimulatedEncoder("named")
        let learn = try RunningProgram(
            "wheelctl", "learn", "ENC_A", "ENC_B", "ENC_PUSH", "--name", "dial", "--bias", "as-is", "--quiet-s", "0.4",
            "--config", try emptyConfiguration())
        try turn(encoder, learn, transitions: 4, forward: false)
        #expect(learn.end() == 0, "\(learn.errors)")
        let learned = try settings(learn.output)
        let expected = GPIOSettings(
            encoder: GPIOEncoderSettings(a: .named("ENC_A"), b: .named("ENC_B"), isReversed: true),
            button: .named("ENC_PUSH"), bias: .asIs)
        #expect(learned == InputSettings(name: "dial", source: .gpio(expected), controls: [0], detents: 24))
    }

    /// Offsets without a chip mean the machine's only chip, as in a configuration and with `--gpio`.
    @Test func offsetsWithoutAChipAreOfTheOnlyChip() throws {
        let encoder = try SimulatedEncoder("offsets")
        // On a machine with GPIO chips of its own, the simulated chip is not the only one.
        guard GPIOChip.all.count == 1 else { return }
        let learn = try RunningProgram(
            "wheelctl", "learn", "0", "1", "2", "--quiet-s", "0.4", "--config", try emptyConfiguration())
        try turn(encoder, learn, transitions: 4, forward: true)
        #expect(learn.end() == 0, "\(learn.errors)")
    }

    /// The daemon uses the lines. So `learn` reads them through the daemon, which reports their edges as `raw` events.
    @Test func linesOfTheDaemonAreReadThroughIt() throws {
        let encoder = try SimulatedEncoder("taken")
        let configuration = try Scratch.file(
            """
            [[control]]
            name = "x"
            kind = "int"
            range = "[0, 9]"
            [[input]]
            name = "front"
            type = "gpio"
            a = "ENC_B"
            b = "ENC_A"
            button = "ENC_PUSH"
            transitions_per_detent = 1
            """)
        let socket = configuration + ".sock"
        let daemon = try RunningProgram("wheeld", "--config", configuration, "--socket", socket)
        #expect(Patience.until { (try? FileStatus(path: socket)) != nil })
        let learn = try RunningProgram(
            "wheelctl", "--socket", socket, "learn", "--quiet-s", "0.4", "--config", configuration)
        try turn(encoder, learn, transitions: 4, forward: true)
        #expect(learn.end() == 0, "\(learn.errors)\n\(daemon.errors)")
        let learned = try settings(learn.output)
        let expected = GPIOSettings(
            encoder: GPIOEncoderSettings(a: .named("ENC_B"), b: .named("ENC_A"), isReversed: true),
            button: .named("ENC_PUSH"))
        #expect(learned == InputSettings(name: "front", source: .gpio(expected), controls: [0], detents: 24))
    }

    @Test func aKnobIsFoundByItsName() throws {
        let knob = try UinputDevice(.powerMate)
        let learn = try RunningProgram("wheelctl", "learn", "--quiet-s", "0.4", "--config", try emptyConfiguration())
        try #require(learn.says("Turn the knob clockwise"))
        for _ in 0..<95 {
            try knob.emit(.relative(7, -1))
            Patience.pass(milliseconds: 5)
        }
        try #require(learn.says("Turn it back"))
        for _ in 0..<5 { try knob.emit(.relative(7, 1)) }
        try #require(learn.says("Press it"))
        for value: Int32 in [1, 0] { try knob.emit(.key(0x100, value)) }
        #expect(learn.end() == 0, "\(learn.errors)")
        let learned = try settings(learn.output)
        let expected = EvdevSettings(match: DeviceMatch(name: "Griffin PowerMate"), isReversed: true)
        #expect(learned == InputSettings(name: "knob", source: .evdev(expected), controls: [0], detents: 96))
        #expect(learn.output.contains("# counted: 95") && learn.output.contains("# its button is BTN_0"))
    }

    /// `--detentless` also applies to a USB knob. The Surface Dial, known to have no detents, does not need it.
    @Test(arguments: [true, false]) func aDialWithoutDetentsIsLearntAsSuch(_ isKnown: Bool) throws {
        let knob = try UinputDevice(isKnown ? .surfaceDial : .powerMate)
        let words = ["wheelctl", "learn", "--quiet-s", "0.4", "--config", try emptyConfiguration()]
        let learn = try RunningProgram(words: words + (isKnown ? [] : ["--detentless"]))
        for (text, count) in [("Turn the knob clockwise", 12), ("Turn it back", -12)] as [(String, Int32)] {
            try #require(learn.says(text))
            for _ in 0..<8 {
                try knob.emit(.relative(7, count))
                Patience.pass(milliseconds: 5)
            }
        }
        try #require(learn.says("Press it"))
        for value: Int32 in [1, 0] { try knob.emit(.key(0x100, value)) }
        #expect(learn.end() == 0, "\(learn.errors)")
        #expect(try settings(learn.output).isDetentless, "\(learn.output)")
    }

    @Test func aKnobThatPressesKeysIsFoundByThem() throws {
        let knob = try UinputDevice(.volumeKnob)
        let learn = try RunningProgram("wheelctl", "learn", "--quiet-s", "0.4", "--config", try emptyConfiguration())
        try #require(learn.says("Turn the knob clockwise"))
        func type(_ key: Int32, _ times: Int) throws {
            for _ in 0..<times {
                for value: Int32 in [1, 0] {
                    try knob.emit(.key(key, value))
                    Patience.pass(milliseconds: 5)
                }
            }
        }
        try type(115, 20)
        try #require(learn.says("Turn it back"))
        try type(114, 4)
        #expect(learn.end() == 0, "\(learn.errors)")
        let learned = try settings(learn.output)
        let expected = EvdevSettings(
            match: DeviceMatch(name: "USB Knob Consumer Control"),
            turnKeys: TurnKeys(down: "KEY_VOLUMEDOWN", up: "KEY_VOLUMEUP"))
        #expect(learned == InputSettings(name: "knob", source: .evdev(expected), controls: [0], detents: 20))
    }

    @Test func aLineInUseIsReportedWithItsUser() throws {
        let chip = try SimulatedChip(label: "taken lines", lines: ["FREE_ONE", "TAKEN_ONE"], hogs: [1: "fan"])
        let learn = try RunningProgram("wheelctl", "learn", "FREE_ONE", "TAKEN_ONE")
        #expect(learn.end() == 1)
        #expect(learn.errors.contains("line TAKEN_ONE (\(chip.name) 1) is taken by 'fan'"))
    }

    @Test func aMissingDeviceIsReported() throws {
        let knob = try UinputDevice(.powerMate)
        let learn = try RunningProgram(
            "wheelctl", "learn", "--device", "Surface*", "--config", try emptyConfiguration())
        #expect(learn.end() == 1, "\(knob.path)")
        #expect(learn.errors.contains("Surface*: there is no such event device"))
    }

    private func emptyConfiguration() throws -> String { try Scratch.file("") }
}
