internal import DeviceSupport
internal import LinuxSystem
import Testing

/// A line that the user has not named is never requested. An SD card or a bus may use the line's pin although no GPIO
/// user is listed, and a request would take the pin away until the machine restarts.
@Suite(.enabled(if: Devices.canMakeInputs && Devices.canSimulateChips), .serialized)
struct LineRequestDeviceTests {
    /// As on a Raspberry Pi 4: the first 28 lines are on the header, the other lines serve storage and radio.
    private static let names: [String?] = (0..<40).map { $0 < 28 ? "GPIO\($0)" : "SD\($0)" }

    private static let encoder = """
        [[control]]
        name = "x"
        kind = "int"
        range = "[0, 9]"
        [[input]]
        name = "dial"
        type = "gpio"
        a = "GPIO17"
        b = "GPIO27"
        """

    @Test(arguments: [["learn"], ["learn", "--device", "Griffin*"], ["doctor"], ["devices"], ["--json", "devices"]])
    func noUnnamedLineIsRequested(_ words: [String]) throws {
        let knob = try UinputDevice(.powerMate)
        let header = try SimulatedChip(label: "pinctrl-bcm2711", lines: Self.names)
        let other = try SimulatedChip(label: "another", lines: ["X0", "X1", nil])
        let watches = try [LineWatch(header), LineWatch(other)]
        let configuration = try Scratch.file(Self.encoder)
        let program = try RunningProgram(
            words: ["wheelctl"] + words + ["--config", configuration])
        if words[0] == "learn" {
            // When `learn` prints this, it has opened its devices.
            try #require(program.says("Turn the knob clockwise"), "\(program.errors)")
        } else {
            _ = program.end()
            #expect(program.output.contains(header.name), "\(program.errors)")
        }
        #expect(watches.map { $0.consumeRequested() } == [[], []])
        _ = knob
    }

    @Test func onlyNamedLinesAreRequested() throws {
        let header = try SimulatedChip(label: "pinctrl-bcm2711", lines: Self.names)
        let watch = try LineWatch(header)
        let learn = try RunningProgram("wheelctl", "learn", "GPIO17", "GPIO27", "--config", try Scratch.file(""))
        try #require(learn.says("Turn the knob clockwise"), "\(learn.errors)")
        #expect(watch.consumeRequested().sorted() == [17, 27])
    }

    @Test func withoutTerminalDeviceOrLinesItFails() throws {
        let header = try SimulatedChip(label: "pinctrl-bcm2711", lines: Self.names)
        let watch = try LineWatch(header)
        let learn = try RunningProgram("wheelctl", "learn", "--config", try Scratch.file(""))
        #expect(learn.end() == 1)
        #expect(learn.errors.contains("name the lines of an encoder: wheelctl learn GPIO17 GPIO27"), "\(learn.errors)")
        #expect(watch.consumeRequested().isEmpty)
    }

    @Test(
        arguments: [
            ("17 GPIO27", [17, 27]), ("GPIO5, GPIO6, GPIO13", [5, 6, 13]), ("", []), ("GPIO17 SD30 GPIO27", nil),
            ("17 4", nil), ("all", nil), ("17", nil),
        ] as [(String, [Int]?)])
    func onATerminalTheUserChoosesAfterAWarning(_ answer: String, _ expected: [Int]?) throws {
        let knob = try UinputDevice(.powerMate)
        let header = try SimulatedChip(label: "pinctrl-bcm2711", lines: Self.names, hogs: [4: "onewire"])
        let watch = try LineWatch(header)
        let learn = try RunningProgram(typing: answer + "\n", "wheelctl", "learn", "--config", try Scratch.file(""))
        try #require(learn.says("Which lines"), "\(learn.errors)")
        if let expected {
            try #require(learn.says("Turn the knob clockwise"), "\(learn.errors)")
            #expect(watch.consumeRequested().sorted() == expected)
        } else {
            #expect(learn.end() == 1)
            #expect(watch.consumeRequested().isEmpty)
        }
        #expect(learn.errors.contains("GPIO0 GPIO1 GPIO2 GPIO3 GPIO5"), "\(learn.errors)")
        #expect(!learn.errors.contains("SD28") && learn.errors.contains("until the machine restarts"))
        _ = knob
    }

    /// Nobody knows what the lines of an unknown chip are connected to.
    @Test func linesOfAnUnknownChipAreNotOffered() throws {
        let knob = try UinputDevice(.powerMate)
        let chip = try SimulatedChip(label: "another", lines: ["X0", "X1", "X2"])
        let watch = try LineWatch(chip)
        let learn = try RunningProgram(typing: "all\n", "wheelctl", "learn", "--config", try Scratch.file(""))
        try #require(learn.says("Turn the knob clockwise"), "\(learn.errors)")
        #expect(!learn.errors.contains("Which lines"))
        #expect(watch.consumeRequested().isEmpty)
        _ = knob
    }
}
