import Testing

@testable import WheelDoctor

@Suite struct BridgeCheckTests {
    @Test func aBridgeNeedsASoundFileAndTheSequencer() {
        let sound = BridgeCheck.midi(isWrong: false, hasSequencer: true)
        #expect(sound.verdict == .ok)
        let missing = BridgeCheck.midi(isWrong: false, hasSequencer: false)
        #expect((missing.verdict, missing.remedy) == (.wrong, ["sudo modprobe snd-seq"]))
        let wrong = BridgeCheck.midi(isWrong: true, hasSequencer: false)
        #expect(wrong.verdict == .wrong && wrong.text.contains("bridges.toml has mistakes"))
    }

    @Test func theBridgeToRigsNeedsASoundFile() {
        #expect(BridgeCheck.rig(isWrong: false).verdict == .ok)
        let wrong = BridgeCheck.rig(isWrong: true)
        #expect(wrong.verdict == .wrong && wrong.text.contains("bridges.toml has mistakes"))
    }
}
