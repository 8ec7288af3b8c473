import Testing

@testable import WheelRig

@Suite struct RigNumberTests {
    private static let written: [(Double, String)] = [
        (14_074_000, "14074000"), (1_000_000_000_000, "1000000000000"), (999_999_999_999, "999999999999"),
        (0.3333, "0.3333"), (0.07, "0.07"), (-37, "-37"), (-0.5, "-0.5"), (0.000_000_4, "0"), (12.000_001, "12.000001"),
        (-0.000_000_1, "0"), (Double.nan, "0"), (Double.infinity, "0"), (1e300, "0"),
    ]
    private static let read: [(String, Double)] = [
        ("14074000", 14_074_000), ("14074000.000000", 14_074_000), ("1000000000000", 1e12), ("-37", -37),
        ("0.333300", 0.3333), ("1e9", 1e9), ("+5", 5),
    ]

    @Test(arguments: written)
    func aNumberIsWrittenWithoutAnExponent(number: Double, text: String) {
        #expect(RigNumber.text(number) == text)
    }

    @Test(arguments: read)
    func aNumberIsReadExactly(text: String, number: Double) {
        #expect(RigNumber.parse(text) == number)
    }

    @Test(arguments: [
        "", "nan", "inf", "-inf", "0x10", "USB", "1 2", "1e400", "9007199254740993", "-", ".", "e5", "1_000",
        "00000000000000000000000000000000000000001",
    ])
    func anythingElseIsNoNumber(text: String) {
        #expect(RigNumber.parse(text) == nil)
    }
}
