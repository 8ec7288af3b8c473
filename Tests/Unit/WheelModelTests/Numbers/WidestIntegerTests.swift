import Testing
import WheelCore

@testable import WheelModel

@Suite struct WidestIntegerTests {
    /// The grid of integers begins at 0. If it began at -2^53, most indices of its points would not be exact Doubles.
    @Test(arguments: [-9_007_199_254_740_992, -9_007_199_254_740_991, -1, 0, 1, 5, 9_007_199_254_740_991])
    func everyIntegerIsExact(_ value: Int) throws {
        let range = try ValueRange(text: "[-9007199254740992, 9007199254740992]")
        let scale = ValueScale(NumberSettings(range: range), isInteger: true)
        #expect(scale.settled(Double(value)) == Double(value))
        #expect(scale.lower == -9_007_199_254_740_992)
        #expect(scale.upper == 9_007_199_254_740_992)
    }

    @Test func excludedEndsAreLeftOut() throws {
        let scale = ValueScale(NumberSettings(range: try ValueRange(text: "(-3, 3)")), isInteger: true)
        #expect(scale.lower == -2)
        #expect(scale.upper == 2)
    }
}
