import Testing
internal import WheelInput

@testable import wheelctl

/// Which lines `wheelctl learn` offers, and which of them an answer means.
struct HeaderLinesTests {
    @Test(
        arguments: [
            ("Raspberry Pi 3 Model B Rev 1.2", true), ("Raspberry Pi Model B Plus Rev 1.2", true),
            ("Raspberry Pi Zero 2 W Rev 1.0", true), ("Raspberry Pi Model B Rev 2", false),
            ("Raspberry Pi Model A Rev 2", false), ("Raspberry Pi Compute Module 3 Rev 1.0", false),
            ("Raspberry Pi 4 Model B Rev 1.5", false), ("Orange Pi Zero", false), (nil, false),
        ] as [(String?, Bool)])
    func onlyBoardsWithFortyPinsHaveThem(_ model: String?, _ has: Bool) {
        let chips = Board(model: model, kernel: "6.12").fortyPinChips
        #expect(chips.contains("pinctrl-bcm2835") == has)
        #expect(chips.contains("pinctrl-bcm2711") && chips.contains("pinctrl-rp1"))
    }

    @Test(
        arguments: [
            ("", []), (" \t", []), ("GPIO17 GPIO27", [17, 27]), ("27,17", [27, 17]), ("17 GPIO17 22", [17, 22]),
            ("17", nil), ("17 18", nil), ("17 SDA1", nil), ("17 -27", nil),
        ] as [(String, [UInt32]?)])
    func anAnswerMeansOfferedLinesOnly(_ answer: String, _ expected: [UInt32]?) {
        let lines = HeaderLines(
            lines: [17, 22, 27].map {
                DeviceEar.GPIOPlace(chip: "gpiochip0", label: "pinctrl-rp1", offset: $0, name: "GPIO\($0)")
            })
        #expect((try? lines.chosen(by: answer))?.map(\.offset) == expected)
    }
}
