import Testing

@testable import WheelDoctor

@Suite struct BridgeCheckTests {
    private let midi = BridgeCheck.bridges[0]

    @Test func aBridgeNeedsASoundFileAndItsDevice() {
        let sound = BridgeCheck.finding(midi, isWrong: false, hasNeed: true)
        #expect((sound.verdict, sound.text) == (.ok, "its configuration is sound, and the MIDI sequencer is there"))
        let missing = BridgeCheck.finding(midi, isWrong: false, hasNeed: false)
        #expect((missing.verdict, missing.remedy) == (.wrong, ["sudo modprobe snd-seq"]))
        let wrong = BridgeCheck.finding(midi, isWrong: true, hasNeed: false)
        #expect(wrong.verdict == .wrong && wrong.text.contains("bridges.toml has mistakes"))
    }

    @Test func aBridgeMayNeedNoDevice() {
        let sound = BridgeCheck.finding(.init(program: "wheel-osc"), isWrong: false, hasNeed: true)
        #expect((sound.verdict, sound.text) == (.ok, "its configuration is sound"))
    }
}
