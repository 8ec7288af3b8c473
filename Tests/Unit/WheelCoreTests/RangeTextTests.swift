import Testing
import WheelCore

@Suite struct RangeTextTests {
    @Test(arguments: ["[-1.5, 20)", " [ -1.5 ,\t20 )\n", "[-1.5,\u{A0}20)\u{2009}"])
    func anySpacesMayStandBetween(_ text: String) throws {
        #expect(try ValueRange(text: text) == ValueRange(-1.5, 20, includesUpper: false))
    }

    @Test(arguments: ["", "[", "[)", "0, 1]", "[0, 1", "[0 1]", "[0, 1, 2]"])
    func anythingElseIsNoRange(_ text: String) {
        #expect(throws: RangeProblem.notARange) { try ValueRange(text: text) }
    }

    @Test(arguments: ["[0, 0x10]", "[nan, 1]", "[0, 1e999]", "[0, 1 2]", "[0, ]"])
    func anEndMustBeADecimalNumber(_ text: String) {
        #expect { try ValueRange(text: text) } throws: { error in
            if case RangeProblem.notANumber = error { true } else { false }
        }
    }
}
