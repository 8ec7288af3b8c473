import Testing

@testable import WheelMQTT
@testable import WheelWire

@Suite struct MQTTPressTests {
    @Test func aPressIsNotSentLater() throws {
        var bench = try CoreBench()
        bench.receive(.press(input: "dial", button: nil, .click))
        bench.receive(.press(input: "dial", button: "shift", .long))
        bench.work()
        #expect(bench.consume() == "dial/press=click! dial/press/shift=long!")
        bench.receive(.press(input: "dial", button: nil, .click))
        bench.core.brokerWent()
        bench.receive(.press(input: "dial", button: nil, .double))
        bench.core.brokerCame(at: bench.now)
        bench.work()
        #expect(!bench.consume().contains("press"))
    }

    @Test func aButtonGoesUpAlsoIfTheDaemonDoesNotSaySo() throws {
        var bench = try CoreBench()
        bench.receive(.press(input: "dial", button: nil, .down))
        bench.receive(.missed(3))
        bench.receive(.press(input: "dial", button: nil, .down))
        bench.receive(.controls(CoreBench.listing))
        bench.receive(.press(input: "dial", button: nil, .down))
        bench.core.disconnect()
        bench.work()
        let pair = "dial/press=down! dial/press=up!"
        #expect(bench.consume() == "\(pair) \(pair) \(pair) status=offline!")
    }

    @Test func aButtonThatWentDownGoesUpWhenTheBrokerIsBack() throws {
        var bench = try CoreBench()
        bench.receive(.press(input: "dial", button: nil, .down))
        bench.work()
        bench.core.brokerWent()
        bench.receive(.press(input: "dial", button: nil, .up))
        bench.receive(.press(input: "dial", button: nil, .click))
        bench.receive(.press(input: "dial", button: nil, .down))
        bench.receive(.press(input: "dial", button: nil, .up))
        bench.core.brokerCame(at: bench.now)
        _ = bench.consume()
        bench.work()
        #expect(bench.consume().hasSuffix(" dial/press=up!"))
        #expect(bench.messages.filter { $0.topic.hasSuffix("/press") }.map(\.payload) == ["down", "up"])
    }

    @Test func pressesThatWaitHaveABoundAndNoneLosesItsRelease() throws {
        var bench = try CoreBench()
        bench.receive(.press(input: "dial", button: "shift", .down))
        bench.work()
        bench.messages = []
        bench.hasRoom = false
        for _ in 0..<MQTTCore.mostPresses { bench.receive(.press(input: "dial", button: nil, .click)) }
        bench.receive(.press(input: "dial", button: "shift", .up))
        #expect(bench.core.consumeComplaints().contains(.tooManyPresses))
        #expect(!bench.core.isSettled)
        bench.hasRoom = true
        bench.work()
        #expect(bench.messages.count <= MQTTCore.mostPresses)
        #expect(bench.messages.last?.payload == "up")
        #expect(bench.core.isSettled)
    }

    @Test func whatWaitsAtTheEndIsSentWhenThereIsRoom() throws {
        var bench = try CoreBench()
        bench.receive(.press(input: "dial", button: nil, .down))
        bench.work()
        bench.hasRoom = false
        bench.commit(1)
        bench.core.releaseAll()
        bench.work()
        _ = bench.consume()
        var sent: [String] = []
        bench.core.sendLast { message in
            sent.append(message.payload)
            return Int32(sent.count)
        }
        #expect(sent == ["up", "1"])
    }
}
