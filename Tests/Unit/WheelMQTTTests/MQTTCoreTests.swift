import Testing
import WheelCore

@testable import WheelMQTT
@testable import WheelWire

@Suite struct MQTTCoreTests {
    @Test func aBrokerGetsEverythingRetained() throws {
        var bench = try CoreBench(isBrokerThere: false)
        bench.work()
        #expect(bench.consume() == "")
        let came = bench.now
        bench.core.brokerCame(at: came)
        bench.work()
        #expect(
            bench.consume()
                == "status=online! gain/value=0 gain/speed=fine gain/state=idle wave/value=saw wave/speed=fine "
                + "wave/state=idle")
        #expect(bench.messages.allSatisfy { $0.isRetained })
        bench.work()
        #expect(bench.consume() == "")
        #expect(bench.core.deadline == came + EchoCheck.pause)
    }

    @Test func aBrokerThatPassesNothingOnIsLeft() throws {
        var bench = try CoreBench()
        bench.core.brokerWent()
        bench.core.brokerCame(at: bench.now)
        bench.work()
        // This message arrives before the echo check begins, so it proves nothing.
        bench.receive("status", "online")
        _ = bench.consume()
        bench.work(after: EchoCheck.pause)
        #expect(bench.consume() == "status=online!")
        bench.acknowledgeAll()
        let end = bench.now + EchoCheck.pause
        #expect(bench.core.deadline == end)
        let found = [bench.core.isDeaf(at: bench.now), bench.core.isDeaf(at: end), bench.core.isDeaf(at: end)]
        #expect(found == [false, true, false])
        #expect(bench.core.deadline == nil)
    }

    @Test func aBrokerThatIsSlowToAcknowledgeIsNotDeaf() throws {
        var bench = try CoreBench()
        bench.core.brokerWent()
        bench.core.brokerCame(at: bench.now)
        bench.work()
        bench.acknowledgeAll()
        bench.work(after: EchoCheck.pause)
        let asked = bench.now
        #expect(bench.core.deadline == asked + EchoCheck.patience)
        bench.now = asked + .seconds(20)
        bench.acknowledgeAll()
        #expect(bench.core.deadline == asked + .seconds(20) + EchoCheck.pause)
        bench.receive("status", "online")
        #expect(bench.core.deadline == nil)
    }

    @Test func aBrokerThatAcknowledgesNothingIsLeft() throws {
        var bench = try CoreBench()
        bench.core.brokerWent()
        bench.core.brokerCame(at: bench.now)
        bench.work()
        bench.work(after: EchoCheck.pause)
        let asked = bench.now
        let end = asked + EchoCheck.patience
        let found = [bench.core.isDeaf(at: asked + .seconds(29)), bench.core.isDeaf(at: end)]
        #expect(found == [false, true])
    }

    @Test func aBrokerThatMayNotPassTheStatusOnIsKept() throws {
        var bench = try CoreBench(hearsItself: false)
        bench.work(after: EchoCheck.pause)
        bench.acknowledgeAll()
        let isDeaf = bench.core.isDeaf(at: bench.now + EchoCheck.pause)
        #expect(!isDeaf)
        let complaints = bench.core.consumeComplaints()
        #expect(complaints == [.noEcho])
    }

    @Test func valuesAreMergedAndTheLastOneIsSent() throws {
        var bench = try CoreBench()
        for value in 1...50 { bench.turn(to: Double(value)) }
        bench.work()
        #expect(bench.consume() == "gain/value=50 gain/state=editing")
        for value in 51...99 { bench.turn(to: Double(value)) }
        bench.work(after: .milliseconds(5))
        #expect(bench.consume() == "")
        #expect(bench.core.deadline == bench.now + .milliseconds(15))
        bench.work(after: .milliseconds(15))
        #expect(bench.consume() == "gain/value=99")
    }

    @Test func aBrokerThatGoesWhileThereIsNoRoomDoesNotKeepTheLoopBusy() throws {
        var bench = try CoreBench()
        bench.hasRoom = false
        bench.turn(to: 1)
        bench.work()
        #expect(bench.core.deadline == bench.now + MQTTCore.retrying)
        bench.core.brokerWent()
        #expect(bench.core.deadline == nil)
    }

    @Test func aCommitComesBehindItsValue() throws {
        var bench = try CoreBench()
        bench.turn(to: 1)
        bench.work()
        bench.turn(to: 2)
        bench.commit(2)
        bench.work(after: .milliseconds(1))
        #expect(bench.consume() == "gain/value=1 gain/state=editing gain/value=2 gain/state=idle gain/commit=2!")
        #expect(bench.messages.last?.isRetained == false)
    }

    @Test func commitsThatWereNotAcknowledgedAreSentToTheNextBroker() throws {
        var bench = try CoreBench()
        for value in 1...25 { bench.commit(Double(value)) }
        bench.work()
        #expect(bench.messages.filter(\.isAcknowledged).count == CommitQueue.window)
        for number in bench.unacknowledged.prefix(5) {
            _ = bench.core.acknowledge(number, isRefused: false, at: bench.now)
        }
        bench.core.brokerWent()
        bench.commit(26)
        bench.core.brokerCame(at: bench.now)
        bench.messages = []
        bench.unacknowledged = []
        bench.work()
        bench.acknowledgeAll()
        bench.work()
        let sent = bench.messages.filter { $0.topic.hasSuffix("/commit") }.compactMap { Int($0.payload) }
        #expect(sent == Array(6...26))
        #expect(bench.core.waitingCommits == 1)
        bench.acknowledgeAll()
        #expect(bench.core.isSettled)
    }

    @Test func aFullQueueDropsTheOldestCommitsAndCountsThem() throws {
        var bench = try CoreBench("queue = 3\n", isBrokerThere: false)
        for value in 1...1000 { bench.commit(Double(value)) }
        #expect(bench.core.consumeDroppedCommits() == 997)
        #expect(bench.core.consumeDroppedCommits() == 0)
        bench.core.brokerCame(at: bench.now)
        bench.work()
        let sent = bench.messages.filter { $0.topic.hasSuffix("/commit") }.map(\.payload)
        #expect(sent == ["998", "999", "1000"])
    }

    @Test func whatDoesNotFitIsSentLater() throws {
        var bench = try CoreBench()
        bench.turn(to: 1)
        bench.commit(1)
        bench.hasRoom = false
        bench.work()
        bench.hasRoom = true
        bench.work()
        #expect(bench.consume() == "gain/value=1 gain/commit=1!")
    }

    @Test func aRequestSetsAndIsCommittedWhenItIsQuiet() throws {
        var bench = try CoreBench()
        bench.receive("gain/set", " 64\n")
        bench.work()
        #expect(bench.requests.map(\.request["value"]) == [.value(.number(64))])
        bench.turn(to: 64, from: .client(CoreBench.client))
        try bench.answerAll()
        bench.work()
        #expect(bench.consume() == "gain/value=64 gain/state=editing")
        #expect(bench.requests.isEmpty)
        bench.work(after: .milliseconds(400))
        #expect(bench.requests.map(\.request.operation) == [.commit])
    }

    @Test func aFloodOfRequestsIsMerged() throws {
        var bench = try CoreBench()
        for value in 0..<10_000 { bench.receive("gain/set", "\(value % 100)") }
        bench.work()
        #expect(bench.requests.count == 1)
        bench.receive("gain/set", "77")
        bench.work()
        #expect(bench.requests.count == 1)
        try bench.answerAll()
        bench.work()
        #expect(bench.requests.map(\.request["value"]) == [.value(.number(77))])
    }

    @Test func aRefusedRequestGetsTheValueAgain() throws {
        var bench = try CoreBench()
        bench.receive("gain/set", "5")
        bench.work()
        try bench.answerAll(refusing: "editing")
        bench.work()
        #expect(bench.consume() == "gain/value=0")
        bench.receive("wave/set", "noise")
        bench.work()
        #expect(bench.consume() == "wave/value=saw")
        #expect(bench.core.consumeComplaints() == [.noValue(control: "wave", "noise")])
    }

    @Test(arguments: [
        ("gain/set", "nan", false), ("gain/set", "inf", false), ("gain/set", "0x10", false), ("gain/set", "1 2", false),
        ("gain/set", "\u{1b}[2J", false), ("gain/set", "1\u{0}", false), ("nope/set", "1", false),
        ("gain/set", "5", true), ("gain/set", "", false), ("a/b/set", "1", false), ("gain/set/set", "1", false),
        ("+/set", "1", false), ("/set", "1", false), ("gain/value", "1", false),
    ])
    func nonsenseIsIgnored(topic: String, payload: String, isRetained: Bool) throws {
        var bench = try CoreBench()
        bench.receive(topic, payload, isRetained: isRetained)
        bench.work()
        #expect(bench.requests.isEmpty)
        #expect(bench.core.consumeComplaints().isEmpty == payload.isEmpty)
    }

    @Test func longAndForeignBytesAreIgnored() throws {
        var bench = try CoreBench()
        bench.core.receive("wheeld/lab/gain/set", [0x31, 0xff], isRetained: false, at: bench.now)
        bench.core.receive(
            "wheeld/lab/gain/set", [UInt8](repeating: 0x31, count: 1000), isRetained: false, at: bench.now)
        bench.core.receive("other/lab/gain/set", [0x31], isRetained: false, at: bench.now)
        bench.work()
        #expect(bench.requests.isEmpty)
        #expect(bench.core.consumeComplaints() == [.unreadable, .unreadable, .foreignTopic("other/lab/gain/set")])
    }

    @Test func aNumberOutsideIsPassedOnWithAWord() throws {
        var bench = try CoreBench()
        bench.receive("gain/set", "300")
        bench.work()
        #expect(bench.requests.count == 1)
        #expect(bench.core.consumeComplaints() == [.outside(control: "gain", 300)])
    }

    @Test func theStatusFollowsTheDaemonAndOldWills() throws {
        var bench = try CoreBench()
        bench.core.disconnect()
        bench.work()
        #expect(bench.consume() == "status=offline!")
        bench.core.connect(CoreBench.listing, client: 9)
        bench.work()
        #expect(bench.consume() == "status=online!")
        bench.receive("status", "online")
        bench.work()
        #expect(bench.consume() == "")
        bench.receive("status", "offline")
        bench.work()
        #expect(bench.consume() == "status=online!")
        #expect(bench.core.end().payload == "offline")
    }

    @Test func everythingIsSaidAgainAtMostOnceInASecond() throws {
        var bench = try CoreBench()
        bench.receive("get", "", isRetained: true)
        bench.work()
        #expect(bench.consume() == "")
        for _ in 0..<100 {
            bench.receive("get", "")
            bench.work(after: .milliseconds(1))
        }
        #expect(bench.messages.filter { $0.topic == "wheeld/lab/gain/value" }.count == 1)
        let deadline = try #require(bench.core.deadline)
        bench.work(after: deadline - bench.now)
        #expect(bench.messages.filter { $0.topic == "wheeld/lab/gain/value" }.count == 2)
        #expect(bench.core.deadline == nil)
    }

    @Test func speedRampAndLockAreShown() throws {
        var bench = try CoreBench()
        bench.receive(.speed(control: "gain", speed: "coarse"))
        bench.receive(.ramp(control: "gain", RampProgress(state: .running, fraction: 0)))
        bench.receive(.lock(true, control: "wave"))
        bench.work()
        #expect(bench.consume() == "gain/speed=coarse gain/state=ramping wave/state=locked")
        bench.receive(.ramp(control: "gain", RampProgress(state: .ended, fraction: 1)))
        bench.receive(.lock(false, control: "wave"))
        bench.receive(.lock(true))
        bench.work()
        #expect(bench.consume() == "gain/state=locked")
    }
}
