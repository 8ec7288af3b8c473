import Testing
import WheelCore

@testable import WheelRig

@Suite struct RigReturnTests {
    @Test func aRigThatComesBackGetsEveryValue() throws {
        var bench = try RigBench()
        bench.core.rigDisconnected()
        bench.turn("vfo", to: .number(10))
        try bench.work()
        #expect(bench.lines == [])
        bench.core.rigConnected()
        try bench.work()
        #expect(bench.sets.sorted() == ["F 10000000", "L AF 0.5", "M USB 0"])
    }

    @Test func aDaemonThatComesBackSendsItsValuesAlsoIfTheyAreTheSame() throws {
        var bench = try RigBench()
        bench.core.disconnect()
        bench.rig["f"] = "3500000"
        try bench.work(for: .seconds(2))
        bench.returnDaemon()
        try bench.work(for: .seconds(3))
        #expect(bench.sets.sorted() == ["F 14074000", "L AF 0.5", "M USB 0"])
        #expect(bench.asked == [])
    }

    @Test func aRigThatWinsAlsoWinsWhenTheDaemonComesBack() throws {
        var bench = try RigBench("[rig]\nwins = 'rig'\n")
        bench.core.disconnect()
        bench.rig["f"] = "3500000"
        bench.returnDaemon()
        try bench.work(for: .seconds(3))
        #expect(bench.sets == [])
        #expect(bench.asked == ["vfo=3.5", "commit vfo"])
    }

    @Test func aRigThatWinsIsAskedAtOnceWhenTheDaemonComesBack() throws {
        var bench = try RigBench("[rig]\nwins = 'rig'\npoll_ms = 60000\n")
        bench.core.disconnect()
        bench.rig["f"] = "3500000"
        bench.returnDaemon()
        try bench.work()
        #expect(bench.asked == ["vfo=3.5"])
        // From here on, changes of the rig and of the panel both count.
        bench.turn("vfo", to: .number(10))
        try bench.work()
        #expect(bench.sets == ["F 10000000"])
    }

    @Test func whatThePanelDoesBeforeARigThatWinsHasAnsweredIsReplaced() throws {
        var bench = try RigBench("[rig]\nwins = 'rig'\n")
        bench.core.disconnect()
        bench.returnDaemon()
        bench.turn("vfo", to: .number(10))
        try bench.work(for: .seconds(3))
        #expect(bench.sets == [])
        #expect(bench.asked == ["vfo=14.074", "commit vfo"])
    }

    @Test func anAnswerFromBeforeAReloadIsForNoOtherControl() throws {
        var bench = try RigBench()
        bench.answers = false
        bench.codes["L AF 0.07"] = -1
        bench.turn("volume", to: .number(7))
        while bench.lines.last != "L AF 0.07" {
            bench.answerLate()
            try bench.workOnce()
        }
        // After the reload there is no control `volume`, so the waiting answer belongs to no control.
        bench.rename("volume", to: "loudness")
        bench.answerLate()
        #expect(bench.core.consumeNotes() == [])
    }

    @Test func theRigCanWin() throws {
        var bench = try RigBench("[rig]\nwins = 'rig'\n", connects: false)
        bench.rig = ["f": "7000000", "m": "LSB\n2400"]
        bench.core.rigConnected()
        try bench.work(for: .seconds(2))
        // The rig does not report the level, so the control's value is sent.
        #expect(bench.sets == ["L AF 0.5"])
        #expect(bench.asked.filter { !$0.hasPrefix("commit") } == ["vfo=7.0", "mode=lsb"])
    }

    @Test func otherControlsAfterAReloadAreConnectedInBothDirections() throws {
        var bench = try RigBench()
        bench.rename("vfo", to: "dial")
        bench.turn("dial", to: .number(21))
        try bench.work(for: .seconds(2))
        #expect(bench.sets.contains("F 21000000"))
        bench.rig["f"] = "7000000"
        try bench.work(for: .seconds(2))
        #expect(bench.asked == ["dial=7.0", "commit dial"])
    }

    @Test func aRigThatWinsAlsoWinsAfterAReload() throws {
        var bench = try RigBench("[rig]\nwins = 'rig'\n")
        bench.rig["f"] = "7000000"
        bench.rename("vfo", to: "dial")
        try bench.work(for: .seconds(2))
        #expect(bench.asked == ["dial=7.0", "commit dial"])
        #expect(bench.sets == [])
    }
}
