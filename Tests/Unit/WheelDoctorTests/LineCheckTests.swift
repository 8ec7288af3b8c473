internal import LinuxSystem
import Testing
import WheelInput

@testable import wheelctl

@Suite struct LineCheckTests {
    private static let boot = BootConfiguration(
        path: "/boot/firmware/config.txt",
        text: """
            # dtoverlay=rotary-encoder,pin_a=5,pin_b=6
            dtparam=audio=on
            [all]
            dtoverlay = rotary-encoder,pin_a=17,pin_b=27   # the big one
            dtoverlay=rotary-encoder,pin_a=23,pin_b=24
            dtparam=spi=on
            dtoverlay=gpio-key,gpio=22
            """)

    @Test func bootConfigurationsAreParsed() {
        #expect(Self.boot.lines.map(\.number) == [2, 4, 5, 6, 7])
        #expect(Self.boot.lines.map(\.name) == ["audio", "rotary-encoder", "rotary-encoder", "spi", "gpio-key"])
        #expect(Self.boot.lines[1].text == "dtoverlay=rotary-encoder,pin_a=17,pin_b=27")
        #expect(Self.boot.lines[1].numbers == [17, 27])
    }

    @Test(arguments: [
        // A line of config.txt with both the overlay and the pin is preferred, then one with the overlay, then one with
        // the pin.
        (UInt32(24), ["rotary-encoder"], Int?(5)), (17, ["rotary-encoder"], 4), (9, ["rotary-encoder"], 4),
        (8, ["spi0-*", "spi"], 6), (22, ["dht11"], 7), (8, ["dht11"], nil),
    ])
    func theLineThatAssignsThePinIsFound(_ pin: UInt32, _ overlays: [String], _ number: Int?) {
        #expect(Self.boot.line(givingPin: pin, toAnyOf: overlays)?.number == number)
    }

    @Test(arguments: [
        ("rotary@11", "the kernel's driver for rotary encoders"), ("gpio-keys", "the kernel's driver for keys"),
        ("KEY_POWER", "the kernel's driver for keys"), ("spi0 CS1", "the SPI bus spi0, as a chip select"),
        ("dc", "a driver of a screen or touchscreen on the SPI bus"),
        ("onewire@4", "the kernel's driver for the 1-Wire bus"),
        ("gpiomon", nil), ("spider", nil),
    ])
    func driversAreKnownByConsumerLabel(_ consumer: String, _ words: String?) {
        #expect(LineDriver(consumer: consumer)?.words == words)
    }

    private static let line = LineSurvey.Line(name: "GPIO17", offset: 17)

    private func findings(
        _ consumer: String?, process: OpenFiles.Process? = nil, boot: BootConfiguration? = nil, answers: Bool = false,
        isRoot: Bool = false
    ) -> [Finding] {
        var line = Self.line
        (line.isUsed, line.consumer) = (true, consumer)
        let check = LineCheck(input: "knob", daemonAnswers: answers, boot: boot, isRoot: isRoot)
        return check.findings(.success(LineSurvey(chip: "gpiochip0", label: "pinctrl-rp1", lines: [line]))) { line, _ in
            LineHolder(consumer: line.consumer, process: process)
        }
    }

    @Test func unusedLinesAreReported() {
        let survey = LineSurvey(chip: "gpiochip0", label: "pinctrl-rp1", lines: [Self.line])
        let findings = LineCheck(input: "knob").findings(.success(survey)) { _, _ in .unknown }
        #expect(findings == [.ok("input knob", "GPIO17 on gpiochip0 (pinctrl-rp1), not in use as GPIO")])
    }

    @Test func theReasonOfTheDaemonCounts() {
        let survey = LineSurvey(chip: "gpiochip2", label: "cp2102n", lines: [Self.line])
        let check = LineCheck(input: "knob", absence: "cannot take lines of gpiochip2: ENXIO")
        let findings = check.findings(.success(survey)) { _, _ in .unknown }
        #expect(findings.map(\.verdict) == [.wrong] && findings.first?.remedy.isEmpty == false)
        #expect(findings.first?.text == "wheeld waits: cannot take lines of gpiochip2: ENXIO")
        // Even if the caller has no right to open the chip, the daemon may have it, so the daemon's reason counts.
        let denied = check.findings(.failure(GPIOProblem("may not", .accessDenied))) { _, _ in .unknown }
        #expect(denied == findings)
    }

    @Test func anOverlaysLineIsNamed() {
        #expect(
            findings("rotary@11", boot: Self.boot) == [
                .wrong(
                    "input knob",
                    "GPIO17 on gpiochip0 is taken by the kernel's driver for rotary encoders, as 'rotary@11'",
                    "remove line 4 of /boot/firmware/config.txt, dtoverlay=rotary-encoder,pin_a=17,pin_b=27, and restart"
                        + " the machine",
                    "or keep the driver, add relative_axis=1,linux_axis=7 to its line, and read REL_DIAL with type = \"evdev\""
                )
            ])
        #expect(
            findings("rotary@11").first?.remedy.first
                == "remove dtoverlay=rotary-encoder from /boot/firmware/config.txt, or the device tree entry that loads"
                + " the driver, and restart the machine")
    }

    @Test func otherUsersAreReported() {
        let process = OpenFiles.Process(number: 812, name: "gpiomon")
        #expect(
            findings("anything", process: process).first
                == .wrong(
                    "input knob", "GPIO17 on gpiochip0 is taken by the program gpiomon (process 812)",
                    "end that program, or wire other lines"))
        #expect(findings("sysfs").first?.text.contains("/sys/class/gpio") == true)
        #expect(
            findings("who").first?.remedy == ["sudo wheelctl doctor     says whether a program or the kernel uses it"])
        #expect(findings("who", isRoot: true).first?.remedy.first?.contains("a driver of the kernel does") == true)
        #expect(findings("wheeld", answers: true) == [.ok("input knob", "wheeld uses its lines on gpiochip0")])
        #expect(findings("wheeld").map(\.verdict) == [.note])
    }

    @Test func theRestOfAnEncoderIsExplained() {
        var line = Self.line
        (line.isUsed, line.consumer) = (true, "wheeld")
        let survey = LineSurvey(chip: "gpiochip0", label: "pinctrl-rp1", lines: [line])
        let check = LineCheck(input: "knob", daemonAnswers: true, rest: .closed)
        #expect(
            check.findings(.success(survey)) { _, _ in .wheeld } == [
                .ok(
                    "input knob",
                    "wheeld uses its lines on gpiochip0, and counts a click where both contacts are closed "
                        + "(rest = \"closed\"; wheelctl learn finds it)")
            ])
    }

    @Test func missingChipsAreReported() {
        let gone = GPIOProblem("there is no GPIO chip gpiochip4", .noSuchFile)
        func remedy(_ check: LineCheck) -> [String] {
            check.findings(.failure(gone)) { _, _ in .unknown }.flatMap(\.remedy)
        }
        #expect(remedy(LineCheck(input: "knob", namesChip: true)).first?.contains("leave `chip` out") == true)
        #expect(remedy(LineCheck(input: "knob")).first?.contains("wheelctl devices") == true)
        let denied = GPIOProblem("may not", .accessDenied)
        #expect(LineCheck(input: "knob").findings(.failure(denied)) { _, _ in .unknown }.map(\.verdict) == [.note])
    }

    @Test func fdinfoIsParsed() {
        let text = "pos:\t0\nflags:\t02\ngpio-chip:\tgpiochip0\ngpio-line:\t17\ngpio-line:\t27\n"
        #expect(OpenFiles.holds(text, chip: "gpiochip0", offset: 27))
        #expect(
            !OpenFiles.holds(text, chip: "gpiochip0", offset: 7)
                && !OpenFiles.holds(text, chip: "gpiochip1", offset: 27))
    }

    @Test(arguments: [
        ("Raspberry Pi 5 Model B Rev 1.0", "pinctrl-rp1"), ("Raspberry Pi Compute Module 5 Rev 1.0", "pinctrl-rp1"),
        ("Raspberry Pi 4 Model B Rev 1.4", "pinctrl-bcm2711"), ("Raspberry Pi 400 Rev 1.0", "pinctrl-bcm2711"),
        ("Raspberry Pi Zero 2 W Rev 1.0", "pinctrl-bcm2835"),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", "pinctrl-bcm2835"),
        ("Radxa ROCK 5", nil), (nil, nil),
    ])
    func theHeadersChipIsKnown(_ model: String?, _ chip: String?) {
        let board = Board(model: model, kernel: "6.12.1")
        #expect(board.headerChip == chip)
        #expect(ChipCheck.finding(chips: [], isNeeded: true, board)?.verdict == .wrong)
        #expect(ChipCheck.finding(chips: [], isNeeded: true, board)?.text.contains(chip ?? "gpiochip") == true)
        #expect((ChipCheck.finding(chips: [], isNeeded: false, board) == nil) == (chip == nil))
        let there = NeededFile(path: "/dev/gpiochip0", kind: .gpio)
        #expect(ChipCheck.finding(chips: [there], isNeeded: true, board) == nil)
    }
}
