import Testing

@testable import wheelctl

/// Which header lines an answer of the user chooses. All of them must be lines that `wheelctl learn` has offered.
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
