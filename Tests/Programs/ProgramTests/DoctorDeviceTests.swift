internal import DeviceSupport
internal import Glibc
internal import LinuxSystem
import Testing

/// `wheelctl doctor` on real faults: lines in use, missing rights, a screen in use.
@Suite(.enabled(if: Devices.canMakeInputs && Devices.canSimulateChips), .serialized)
struct DoctorDeviceTests {
    private static func configuration(_ inputs: String) throws -> String {
        try Scratch.file("[[control]]\nname = \"x\"\nkind = \"int\"\nrange = \"[0, 9]\"\n\(inputs)")
    }

    private static let encoder = "[[input]]\nname = \"dial\"\ntype = \"gpio\"\na = \"ENC_A\"\nb = \"ENC_B\"\n"
    private static let knob = "[[input]]\nname = \"knob\"\ntype = \"evdev\"\nmatch = { name = \"Griffin*\" }\n"

    /// The JSON lines of the findings about a subject. Checks that the exit status fits the verdicts.
    private func doctor(_ configuration: String, about subject: String, socket: String? = nil) throws -> [String] {
        let doctor = try RunningProgram(
            "wheelctl", "--json", "--socket", socket ?? configuration + ".none", "doctor", "--config", configuration)
        let status = doctor.end()
        let lines = doctor.output.split(separator: "\n").map(String.init)
        #expect(status == (lines.contains { $0.contains("\"verdict\":\"wrong\"") } ? 1 : 0), "\(doctor.errors)")
        return lines.filter { $0.hasPrefix("{\"check\":\"\(subject)\"") }
    }

    @Test func aMissingChipIsReported() throws {
        try #require(!Directory.names(in: "/dev").contains { $0.hasPrefix("gpiochip") })
        let said = try doctor(Self.configuration(Self.encoder), about: "gpio")
        #expect(said.count == 1 && said[0].contains("\"wrong\"") && said[0].contains("there is no GPIO chip"))
    }

    @Test func unusedLinesAreFine() throws {
        let encoder = try SimulatedEncoder("free")
        let said = try doctor(Self.configuration(Self.encoder), about: "input dial")
        #expect(said.count == 1 && said[0].contains("\"ok\""), "\(said)")
        let place = "\(encoder.chip.name) (\(encoder.chip.label))"
        #expect(said[0].contains("ENC_A, ENC_B on \(place), not in use as GPIO"))
    }

    @Test func aProgramThatUsesALineIsNamed() throws {
        let encoder = try SimulatedEncoder("busy")
        let configuration = try Self.configuration(Self.encoder)
        let socket = configuration + ".other"
        let daemon = try RunningProgram("wheeld", "--config", configuration, "--socket", socket)
        try #require(daemon.says("input dial: attached"))
        // A wheeld uses the lines, but doctor asks at a socket where no daemon answers.
        #expect(try doctor(configuration, about: "input dial").map { $0.contains("another wheeld uses") } == [true])
        #expect(
            try doctor(configuration, about: "input dial", socket: socket).map { $0.contains("wheeld uses its lines") }
                == [true])
        _ = encoder
    }

    @Test func aProgramOfAnotherNameIsFoundByItsDescriptor() throws {
        let chip = try SimulatedChip(label: "held", lines: ["ENC_A", "ENC_B"])
        // This test's process holds the line, and doctor must find it.
        let held = try HeldLine(chip.path, offset: 1)
        let said = try doctor(Self.configuration(Self.encoder), about: "input dial")
        #expect(said.count == 1 && said[0].contains("\"wrong\""), "\(said)")
        #expect(said[0].contains("ENC_B on \(chip.name) is taken by the program"), "\(said)")
        #expect(said[0].contains("(process \(getpid()))"), "\(said)")
        _ = held
    }

    @Test(arguments: [
        ("rotary@11", "the kernel's driver for rotary encoders, as 'rotary@11'", "dtoverlay=rotary-encoder"),
        ("KEY_POWER", "the kernel's driver for keys", "dtoverlay=gpio-key"),
        ("spi0 CS0", "the SPI bus spi0, as a chip select", "dtoverlay="),
        ("somebody", "is taken by 'somebody'", "a driver of the kernel does"),
    ])
    func aKernelDriverIsNamedWithItsOverlay(_ consumer: String, _ words: String, _ remedy: String) throws {
        let chip = try SimulatedChip(label: "hogged", lines: ["ENC_A", "ENC_B"], hogs: [0: consumer])
        let said = try doctor(Self.configuration(Self.encoder), about: "input dial")
        #expect(said.count == 1 && said[0].contains("\"wrong\""), "\(said)")
        #expect(said[0].contains("ENC_A on \(chip.name)") && said[0].contains(words), "\(said)")
        #expect(said[0].contains(remedy), "\(said)")
    }

    @Test func missingChipsAndLinesAreReported() throws {
        let chip = try SimulatedChip(label: "another", lines: ["OTHER_A", "OTHER_B"])
        let noLine = try doctor(Self.configuration(Self.encoder), about: "input dial")
        #expect(noLine.map { $0.contains("there is no line ENC_A on any GPIO chip") } == [true], "\(noLine)")
        let noChip = try doctor(Self.configuration(Self.encoder + "chip = \"gpiochip77\"\n"), about: "input dial")
        #expect(noChip.map { $0.contains("there is no GPIO chip gpiochip77") } == [true], "\(noChip)")
        #expect(noChip.map { $0.contains("leave `chip` out") } == [true])
        _ = chip
    }

    @Test func aMissingOrGrabbedKnobIsReported() throws {
        let configuration = try Self.configuration(Self.knob)
        #expect(
            try doctor(configuration, about: "input knob").map { $0.contains("no device matches") } == [
                true
            ])
        let device = try UinputDevice(.powerMate)
        // Where udev runs, doctor reports "ok" only after udev has set the device up.
        #expect(
            try Patience.until {
                try doctor(configuration, about: "input knob").map { $0.contains("\"ok\"") } == [true]
            })
        let grabbing = try Self.configuration(Self.knob + "grab = true\n")
        let socket = grabbing + ".sock"
        let daemon = try RunningProgram("wheeld", "--config", grabbing, "--socket", socket)
        try #require(daemon.says("input knob: attached"))
        // The daemon's own grab is not a fault.
        #expect(
            try doctor(grabbing, about: "input knob", socket: socket).map { $0.contains("grabs it as configured") } == [
                true
            ])
        // Without a connection to that daemon, doctor reports it as another program.
        let said = try doctor(configuration, about: "input knob")
        #expect(
            said.map { $0.contains("another program grabs Griffin PowerMate (\(device.path))") } == [true], "\(said)")
    }

    @Test func missingRightsAreReportedWithTheGroup() throws {
        let encoder = try SimulatedEncoder("rights")
        #expect(chown(encoder.chip.path, 0, 4242) == 0 && chmod(encoder.chip.path, 0o660) == 0)
        let configuration = try Self.configuration(Self.encoder)
        #expect(chmod(FilePath.folder(of: configuration), 0o755) == 0)
        let doctor = try RunningProgram(
            asUser: 65534, "wheelctl", "doctor", "--config", configuration, "--socket", configuration + ".none")
        #expect(doctor.end() == 1, "\(doctor.errors)")
        #expect(
            doctor.output.contains("may not open \(encoder.chip.path); the group 4242 may"), "\(doctor.output)")
        #expect(doctor.output.contains("→ sudo usermod -aG 4242 nobody"), "\(doctor.output)")
        #expect(doctor.output.contains("note   input dial"), "\(doctor.output)")
        // Now no group may open the chip's device file, so doctor cannot name a group.
        #expect(chown(encoder.chip.path, 0, 0) == 0 && chmod(encoder.chip.path, 0o600) == 0)
        let again = try RunningProgram(asUser: 65534, "wheelctl", "doctor", "--config", configuration)
        #expect(again.end() == 1)
        #expect(again.output.contains("only root may"), "\(again.output)")
    }

    @Test func aScreenInUseIsReported() throws {
        let card = try #require(SimulatedScreens.card)
        let configuration = try Self.configuration("[[display]]\nname = \"main\"\noutput = \"drm\"\n")
        let free = try doctor(configuration, about: "display main")
        #expect(free.map { $0.contains("\"ok\"") && $0.contains(card) } == [true], "\(free)")
        // The first program that opens a card is its master. Here the test opens it first, so doctor finds that another
        // program uses the screen.
        let master = try Descriptor.open(card, .readWrite)
        let taken = try doctor(configuration, about: "display main")
        #expect(
            taken.map { $0.contains("\"wrong\"") && $0.contains("another program uses the screen") } == [true],
            "\(taken)")
        #expect(taken.map { $0.contains("(process \(getpid()))") } == [true], "\(taken)")
        try master.close()
        let missing = try Self.configuration("[[display]]\nname = \"main\"\noutput = \"fbdev:/dev/fb77\"\n")
        #expect(
            try doctor(missing, about: "display main").map { $0.contains("/dev/fb77: there is no such device") } == [
                true
            ])
    }
}
