import Testing

@testable import wheelctl

/// The header lines that a user's answer names, if `wheelctl learn` has offered them.
struct HeaderLinesTests {
    @Test(
        arguments: [
            ("", []), (" \t", []), ("GPIO17 GPIO27", [17, 27]), ("27,17", [27, 17]), ("17 GPIO17 22", [17, 22]),
            ("17", nil), ("17 18", nil), ("17 SDA1", nil), ("17 -27", nil),
        ] as [(String, [UInt32]?)])
    func anAnswerMeansOfferedLinesOnly(_ answer: String, _ expected: [UInt32]?) {
        let lines = HeaderLines(
            [17, 22, 27].map {
                CandidateLine(chip: "gpiochip0", label: "pinctrl-rp1", offset: $0, name: "GPIO\($0)")
            })
        #expect((try? lines.chosen(by: answer))?.map(\.offset) == expected)
    }
}
