import Testing
import WheelBridge
import WheelCore

@testable import WheelMQTT

@Suite struct MQTTConnectorTests {
    @Test func theNextBrokerIsTriedAndPausesGrowWithEachRound() {
        var connector = MQTTConnector(brokers: 2)
        var order: [Int] = []
        var pauses: [Interval] = []
        for _ in 0..<6 {
            pauses.append(connector.recordFailure(chance: 1))
            order.append(connector.index)
        }
        #expect(order == [1, 0, 1, 0, 1, 0])
        #expect(pauses == [200, 200, 400, 400, 800, 800].map { Interval.milliseconds($0) })
        for _ in 0..<100 { pauses.append(connector.recordFailure(chance: 1)) }
        #expect(pauses.last == .seconds(30))
        #expect(connector.recordFailure(chance: 0) == .seconds(15))
        connector.recordConnected()
        #expect(connector.recordFailure(chance: 0) == .milliseconds(100))
    }

    @Test func eachBrokerHasItsVersion() {
        var connector = MQTTConnector(brokers: 2)
        #expect(connector.version == .five)
        let isWorthATry = [connector.recordWrongVersion(), connector.recordWrongVersion()]
        #expect(isWorthATry == [true, false])
        #expect(connector.version == .three)
        _ = connector.recordFailure(chance: 0)
        #expect(connector.version == .five)
        connector.recordSilentEnd()
        #expect(connector.version == .three)
        connector.recordSilentEnd()
        #expect(connector.version == .five)
    }

    @Test func withoutMQTT5EveryBrokerHasTheOldVersion() {
        var connector = MQTTConnector(brokers: 2, speaksFive: false)
        #expect(connector.version == .three)
        connector.recordSilentEnd()
        connector.recordSilentEnd()
        let isWorthATry = connector.recordWrongVersion()
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
