import Testing
import WheelCore
import WheelWire

@testable import WheelRig

@Suite struct RigCoreTests {
    @Test func withoutAConfigurationControlsAreWhatTheyLookLike() throws {
        var bench = try RigBench(connects: false)
        bench.core.rigConnected()
        try bench.work(for: .seconds(1))
        #expect(bench.lines.first == "\\chk_vfo")
        #expect(bench.sets == ["F 14074000", "M USB 0", "L AF 0.5"])
        #expect(Set(bench.lines.filter { $0.first?.isLowercase == true }) == ["f", "m", "l AF"])
    }

    @Test func aTurnedControlIsSentOnceAndNotHeardAgain() throws {
        var bench = try RigBench()
        bench.turn("vfo", to: .number(14.0741))
        bench.turn("mode", to: .position("cw"))
        bench.turn("volume", to: .number(7))
        try bench.work(for: .seconds(3))
        #expect(bench.sets.sorted() == ["F 14074100", "L AF 0.07", "M CW 0"])
        #expect(bench.asked == [])
    }

    @Test func whatIsTurnedAtTheRigSetsTheControlAndIsCommittedOnce() throws {
        var bench = try RigBench()
        for step in 1...10 {
            bench.rig["f"] = "\(14_074_000 + step * 10)"
            try bench.work(for: .milliseconds(200))
        }
        bench.rig["m"] = "LSB\n2400"
        bench.rig["l AF"] = "0.070000"
        try bench.work(for: .seconds(2))
        #expect(bench.asked.filter { $0.hasPrefix("vfo") }.count == 10)
        #expect(bench.asked.contains("vfo=14.0741"))
        #expect(bench.asked.contains("mode=lsb"))
        #expect(bench.asked.contains("volume=7.0"))
        #expect(bench.asked.filter { $0 == "commit vfo" }.count == 1)
        #expect(bench.sets == [])
    }

    @Test(arguments: [
        (1_000_000.0, "1000000000000"), (999_999.999_999, "999999999999"), (14.074001, "14074001"), (0.000001, "1"),
    ])
    func frequenciesAreExactInBothDirections(megahertz: Double, hertz: String) throws {
        var bench = try RigBench()
        bench.turn("vfo", to: .number(megahertz))
        try bench.work()
        #expect(bench.sets == ["F \(hertz)"])
        var other = try RigBench()
        other.rig["f"] = hertz
        try other.work(for: .seconds(1))
        #expect(other.asked.first == "vfo=\(megahertz)")
    }

    @Test func aRigThatRoundsIsNotFought() throws {
        var bench = try RigBench()
        bench.turn("vfo", to: .number(14.074004))
        try bench.workOnce()
        bench.rig["f"] = "14074000"
        try bench.work(for: .seconds(5))
        #expect(bench.asked == [])
        #expect(bench.sets == ["F 14074004"])
    }

    @Test func anOldReadingDoesNotThrowTheControlBack() throws {
        var bench = try RigBench()
        bench.turn("vfo", to: .number(21))
        try bench.workOnce()
        bench.rig["f"] = "14074000"
        try bench.work(for: .milliseconds(900))
        #expect(bench.asked == [])
        bench.rig["f"] = "21000000"
        try bench.work(for: .seconds(3))
        #expect(bench.asked == [])
    }

    @Test func aValueThatTheRigRefusesIsTakenBackAndSaidOnce() throws {
        var bench = try RigBench()
        bench.codes["F 60000000"] = -1
        bench.turn("vfo", to: .number(60))
        try bench.work(for: .seconds(2))
        #expect(bench.asked == ["vfo=14.074", "commit vfo"])
        bench.turn("vfo", to: .number(60))
        try bench.work(for: .seconds(2))
        #expect(
            bench.core.consumeNotes() == ["the rig does not accept 60000000 for frequency: it is invalid (RPRT -1)"])
    }

    @Test func aRigThatTurnsBackBeforeTheDaemonHasAnsweredIsFollowed() throws {
        var bench = try RigBench()
        bench.daemonAnswers = false
        bench.rig["f"] = "7000000"
        try bench.work(for: .milliseconds(300))
        bench.rig["f"] = "14074000"
        try bench.work(for: .milliseconds(300))
        bench.daemonAnswers = true
        try bench.work(for: .seconds(2))
        #expect(bench.asked == ["vfo=7.0", "vfo=14.074", "commit vfo"])
        #expect(bench.sets == [])
    }

    @Test func aHandOnTheControlWinsAndTheRigGetsItsValue() throws {
        var bench = try RigBench()
        bench.rig["f"] = "7000000"
        try bench.work(for: .milliseconds(300), refusing: true)
        #expect(bench.asked.first == "vfo=7.0")
        #expect(bench.sets == ["F 14074000"])
    }

    @Test func aSlowRigGetsTheLastValueAlone() throws {
        var bench = try RigBench()
        bench.answers = false
        bench.turn("vfo", to: .number(14.1))
        try bench.work(for: .milliseconds(10))
        for step in 1...500 {
            bench.turn("vfo", to: .number(14.1 + Double(step) / 1000))
            try bench.workOnce()
        }
        #expect(bench.lines.count == 1)
        bench.answers = true
        bench.answerLate()
        try bench.work()
        #expect(bench.sets.last == "F 14600000")
        #expect(bench.sets.count <= 2)
    }

    @Test func noControlWaitsForEverWhileAnotherIsTurned() throws {
        var bench = try RigBench()
        bench.answers = false
        bench.turn("volume", to: .number(7))
        bench.rig["m"] = "LSB\n2400"
        for step in 1...100 {
            bench.turn("vfo", to: .number(14.1 + Double(step) / 1000))
            try bench.work(for: .milliseconds(30))
            bench.answerLate()
        }
        #expect(bench.sets.prefix(3).contains("L AF 0.07"))
        #expect(bench.asked.contains("mode=lsb"))
    }

    @Test func anAnswerThatANewerValueOvertakesDoesNotCount() throws {
        var bench = try RigBench()
        bench.answers = false
        bench.rig["f"] = "7000000"
        // The bridge asks for all values in turn; the loop ends when it asks for the frequency.
        while bench.lines.last != "f" {
            bench.answerLate()
            try bench.work(for: .milliseconds(5))
        }
        bench.turn("vfo", to: .number(21))
        try bench.work(for: .milliseconds(25))
        bench.answerLate()
        bench.answers = true
        try bench.work(for: .seconds(3))
        #expect(bench.asked == [])
        #expect(bench.sets == ["F 21000000"])
    }

    @Test func aFractionOfAHertzIsNotSent() throws {
        var bench = try RigBench()
        bench.turn("vfo", to: .number(14.074_000_4))
        try bench.work()
        #expect(bench.sets == ["F 14074000"])
    }

    @Test func aRigThatDoesNotAnswerIsNoticed() throws {
        var bench = try RigBench()
        bench.answers = false
        bench.turn("vfo", to: .number(14.1))
        try bench.work(for: .seconds(2))
        #expect(!bench.core.isSilent(at: bench.now))
        try bench.work(for: .seconds(2))
        #expect(bench.core.isSilent(at: bench.now))
    }

    @Test func withoutADaemonTheRigIsNotAsked() throws {
        var bench = try RigBench()
        bench.core.disconnect()
        try bench.work(for: .seconds(2))
        #expect(bench.lines == [])
    }

    @Test func nonsenseIsSaidOnceAndTheRigGoesOn() throws {
        var bench = try RigBench()
        for text in ["", "nan", "USB\nx", "\u{1}", "RPRT x", "99999999999999999999"] {
            bench.rig["f"] = text
            try bench.work(for: .seconds(1))
        }
        bench.rig["f"] = "7000000"
        try bench.work(for: .seconds(5))
        bench.receive("what?")
        #expect(bench.asked == ["vfo=7.0", "commit vfo"])
        #expect(bench.core.consumeNotes().count == 1)
    }

    @Test func anAnswerThatEndsWithACodeIsUnderstood() throws {
        var bench = try RigBench()
        bench.rig["f"] = "7000000\nRPRT 0"
        try bench.work(for: .seconds(1))
        #expect(bench.asked == ["vfo=7.0", "commit vfo"])
        // The code that ends an answer may arrive late: after the next query was sent, and before the value that this
        // query asks for.
        bench.rig["f"] = "RPRT 0\n10000000"
        try bench.work(for: .seconds(1))
        #expect(bench.asked.suffix(2) == ["vfo=10.0", "commit vfo"])
        #expect(bench.core.consumeNotes() == [])
    }

    @Test func aModeThatTheControlHasNotIsSaid() throws {
        var bench = try RigBench()
        bench.rig["m"] = "PKTUSB\n3000"
        try bench.work(for: .seconds(1))
        #expect(bench.asked == [])
        #expect(bench.core.consumeNotes() == ["the rig has PKTUSB, which 'mode' does not have"])
    }

    @Test func rigctldThatWantsTheVFOGetsIt() throws {
        var bench = try RigBench(connects: false)
        bench.core.rigConnected()
        bench.answers = false
        try bench.workOnce()
        bench.receive("CHKVFO 1")
        try bench.workOnce()
        #expect(bench.lines.last == "F currVFO 14074000")
    }

    @Test func aScaleAnOffsetAndWordsAreUsed() throws {
        var bench = try RigBench(
            """
            [[rig.control]]
            control = "vfo"
            what = "frequency"
            scale = 1000
            offset = -5000000
            [[rig.control]]
            control = "mode"
            what = "mode"
            words = ["PKTUSB", "PKTLSB", "CWR"]
            [[rig.control]]
            control = "volume"
            what = "level:RFPOWER"
            receive = false
            """)
        bench.turn("vfo", to: .number(7074))
        bench.turn("mode", to: .position("lsb"))
        bench.turn("volume", to: .number(25))
        try bench.work()
        #expect(bench.sets.sorted() == ["F 2074000", "L RFPOWER 0.25", "M PKTLSB 0"])
        bench.rig["m"] = "CWR\n500"
        try bench.work(for: .seconds(1))
        #expect(bench.asked.contains("mode=cw"))
        #expect(!bench.lines.contains("l RFPOWER"))
    }

    @Test func aPassbandIsSentWithTheModeOfTheRig() throws {
        var bench = try RigBench(
            """
            [[rig.control]]
            control = "volume"
            what = "passband"
            scale = 100
            """)
        bench.turn("volume", to: .number(18))
        try bench.work()
        #expect(bench.sets == ["M USB 1800"])
        bench.rig["m"] = "CW\n500"
        try bench.work(for: .seconds(2))
        #expect(bench.asked.first == "volume=5.0")
    }

    @Test func aControlThatCannotBeSentIsNamedWithAHint() throws {
        var bench = try RigBench(
            """
            [[rig.control]]
            control = "vfoo"
            what = "frequency"
            [[rig.control]]
            control = "volume"
            what = "mode"
            """)
        #expect(
            bench.core.consumeNotes() == [
                "the daemon has no control named 'vfoo' (did you mean 'vfo'?)",
                "'volume' cannot be mode: a mode needs a choice",
            ])
    }
}
