import Testing

@testable import WheelMIDI

@Suite struct RelativeEncodingTests {
    @Test(arguments: RelativeEncoding.allCases)
    func stepsComeBackAsTheyWere(encoding: RelativeEncoding) {
        for steps in -encoding.largest...encoding.largest where steps != 0 {
            let value = encoding.value(for: steps)
            #expect((0...127).contains(value))
            #expect(encoding.steps(of: value) == steps)
        }
    }

    @Test func oneStepUpAndDown() {
        let table = RelativeEncoding.allCases.map { [$0.value(for: 1), $0.value(for: -1)] }
        #expect(table == [[1, 127], [65, 63], [1, 65], [127, 0]])
    }
}
