import Testing
import WheelBridge
import WheelGeometry

@testable import WheelMQTT

@Suite struct MQTTConnectorTests {
    @Test func theNextBrokerIsTriedAndPausesGrowWithEachRound() {
        var connector = MQTTConnector(brokers: 2)
        var order: [Int] = []
        var pauses: [Interval] = []
        for _ in 0..<6 {
            pauses.append(connector.noteFailure(chance: 1))
            order.append(connector.index)
        }
        #expect(order == [1, 0, 1, 0, 1, 0])
        #expect(pauses == [200, 200, 400, 400, 800, 800].map { Interval.milliseconds($0) })
        for _ in 0..<100 { pauses.append(connector.noteFailure(chance: 1)) }
        #expect(pauses.last == .seconds(30))
        #expect(connector.noteFailure(chance: 0) == .seconds(15))
        connector.noteConnected()
        #expect(connector.noteFailure(chance: 0) == .milliseconds(100))
    }

    @Test func eachBrokerHasItsVersion() {
        var connector = MQTTConnector(brokers: 2)
        #expect(connector.version == .five)
        let isWorthATry = [connector.noteWrongVersion(), connector.noteWrongVersion()]
        #expect(isWorthATry == [true, false])
        #expect(connector.version == .three)
        _ = connector.noteFailure(chance: 0)
        #expect(connector.version == .five)
        connector.noteSilentEnd()
        #expect(connector.version == .three)
        connector.noteSilentEnd()
        #expect(connector.version == .five)
    }

    @Test func withoutMQTT5EveryBrokerHasTheOldVersion() {
        var connector = MQTTConnector(brokers: 2, speaksFive: false)
        #expect(connector.version == .three)
        connector.noteSilentEnd()
        connector.noteSilentEnd()
        let isWorthATry = connector.noteWrongVersion()
        #expect(connector.version == .three && !isWorthATry)
    }

    @Test func anOptionMayHaveNoArgument() throws {
        let options = try BridgeOptions(["--tls", "--host", "a"], program: "p", known: ["--host"], flags: ["--tls"])
        #expect(options.flags == ["--tls"] && options.own == ["--host": "a"])
    }

    @Test func anOptionMayBeGivenSeveralTimes() throws {
        let options = try BridgeOptions(["--host", "a", "--host", "b"], program: "p", known: ["--host"])
        #expect(options.all == ["--host": ["a", "b"]])
        #expect(options.own == ["--host": "b"])
    }
}
