import Testing

@testable import wheelctl

@Suite struct WirelessCheckTests {
    @Test func wiFiThatSavesPowerIsNotedWhereBrowsersWatch() throws {
        let finding = try #require(WirelessCheck.finding(isWebUsed: true, savingPower: ["wlan0"]))
        #expect(finding.verdict == .note && finding.text.hasPrefix("the Wi-Fi wlan0 saves power"))
        #expect(finding.remedy.first?.hasPrefix("sudo iw dev wlan0 set power_save off") == true)
    }

    @Test func otherwiseNothingIsSaidOfIt() {
        #expect(WirelessCheck.finding(isWebUsed: false, savingPower: ["wlan0"]) == nil)
        #expect(WirelessCheck.finding(isWebUsed: true, savingPower: []) == nil)
    }
}
