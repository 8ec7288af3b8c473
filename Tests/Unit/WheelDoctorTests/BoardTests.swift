import Testing

@testable import wheelctl

struct BoardTests {
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
}
