internal import LinuxSystem
import Testing
import WheelProtocol

@testable import WheelDaemon

@Suite struct StateKeeperTests {
    @Test func aStateThatCouldNotBeReadAgainIsNotWritten() throws {
        let path = "/tmp/wheel-state-\(UInt32.random(in: .min ... .max)).json"
        defer { for end in ["", ".lock"] { try? KernelFileCalls().unlink(path + end) } }
        let readable = StateDocument(inputs: [SavedInput(name: "knob", focus: "gain")])
        let huge = StateDocument(inputs: [SavedInput(name: "knob", focus: String(repeating: "x", count: 1 << 24))])
        let keeper = try StateKeeper(path: path)
        try keeper.start()
        keeper.keep(readable)
        keeper.keep(huge)
        keeper.finish()
        #expect(try StateKeeper(path: path).load().document == readable)
    }
}
