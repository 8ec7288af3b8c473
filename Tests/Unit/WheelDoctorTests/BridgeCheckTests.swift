import Testing

@testable import wheelctl

@Suite struct BridgeCheckTests {
    private let midi = BridgeCheck.bridges[0]

    @Test func aBridgeNeedsASoundFileAndItsDevice() {
        let sound = BridgeCheck.finding(midi, isWrong: false, need: .there)
        #expect((sound.verdict, sound.text) == (.ok, "its configuration is sound, and the MIDI sequencer is there"))
        let missing = BridgeCheck.finding(midi, isWrong: false, need: .missing)
        #expect((missing.verdict, missing.remedy) == (.wrong, ["sudo modprobe snd-seq"]))
        let wrong = BridgeCheck.finding(midi, isWrong: true, need: .missing)
        #expect(wrong.verdict == .wrong && wrong.text.contains("bridges.toml has mistakes"))
    }

    @Test func aDeviceMayNeedAGroup() throws {
        let uinput = try #require(BridgeCheck.bridges.first { $0.program == "wheel-uinput" })
        let foreign = BridgeCheck.finding(uinput, isWrong: false, need: .foreign)
        #expect((foreign.verdict, foreign.text) == (.wrong, "/dev/uinput does not belong to the group uinput"))
        #expect(foreign.remedy.first?.contains("udevadm trigger") == true)
    }

    @Test func aBridgeThatLacksMoreThanTheFileIsNotSaidToBeSound() {
        #expect(BridgeCheck.lack(in: "/etc/wheeld/bridges.toml: ok\n") == nil)
        let lack = BridgeCheck.lack(in: "/etc/wheeld/bridges.toml: ok\nthere is nothing to do: name a port\n")
        let finding = BridgeCheck.finding(.init(program: "wheel-osc"), isWrong: false, lack: lack, need: .there)
        #expect((finding.verdict, finding.text) == (.note, "there is nothing to do: name a port"))
    }

    @Test func aBridgeMayNeedNoDevice() {
        let sound = BridgeCheck.finding(.init(program: "wheel-osc"), isWrong: false, need: .there)
        #expect((sound.verdict, sound.text) == (.ok, "its configuration is sound"))
    }
}
