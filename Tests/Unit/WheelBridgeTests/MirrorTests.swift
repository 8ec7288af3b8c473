import Testing
import WheelCore
import WheelWire

@testable import WheelBridge

@Suite struct MirrorTests {
    /// A mirror with one control, `gain` from 0 to 100, and the messages that it sends.
    struct Bench {
        var mirror: Mirror
        var now = Instant(microseconds: 1_000_000)
        var sent: [Double] = []
        var requests: [Request] = []

        init(_ routes: [MirrorRoute] = [Bench.route()], _ controls: [ControlState] = [Sample.float()]) {
            mirror = Mirror(routes, interval: .milliseconds(5))
            _ = mirror.connect(controls, client: Sample.client)
            work()
            sent = []
        }

        static func route(_ takeover: KnobTakeover = .jump, receives: Bool = true) -> MirrorRoute {
            MirrorRoute(control: "gain", numbers: .whole(upTo: 127), receives: receives, takeover: takeover)
        }

        mutating func work(after pause: Interval = .milliseconds(5)) {
            now = now + pause
            mirror.sendNumbers(at: now) {
                sent.append($1); return $1
            }
            mirror.sendRequests(at: now) { requests.append($1) }
        }

        mutating func turn(to value: Double) {
            mirror.receive(Sample.value("gain", .number(value), from: .input("knob")))
        }

        mutating func receive(_ number: Double) { mirror.receive(HeardNumber(number), on: 0, at: now) }

        mutating func receive(together numbers: [(Int, Double)]) {
            mirror.receive(together: numbers.map { (route: $0.0, heard: HeardNumber($0.1)) }, at: now)
        }

        /// The daemon performs the last request.
        mutating func daemonSets(_ value: Double) {
            mirror.receive(Sample.value("gain", .number(value), from: .client(Sample.client)))
            mirror.answered(0, isRefused: false, at: now)
        }
    }

    @Test func aTurnedValueIsSentOnce() {
        var bench = Bench()
        bench.turn(to: 100)
        bench.work()
        bench.mirror.receive(Sample.commit("gain", .number(100), from: .input("knob")))
        bench.work()
        #expect(bench.sent == [127])
    }

    @Test func aPeerThatEchoesLeavesAFineValueAsItIs() {
        var bench = Bench()
        bench.turn(to: 33.3)
        bench.work()
        #expect(bench.sent == [42])
        bench.receive(42)
        bench.work(after: .seconds(1))
        #expect(bench.requests.isEmpty && bench.sent == [42])
        bench.receive(43)
        bench.work()
        #expect(bench.requests.count == 1)
    }

    @Test func aPeerThatComesBackGetsTheValue() {
        var bench = Bench()
        bench.mirror.resetPeer()
        bench.work()
        #expect(bench.sent == [0])
    }

    @Test func aPeersValueIsSetAndNotSentBack() {
        var bench = Bench()
        bench.receive(64)
        bench.work()
        #expect(bench.requests.count == 1)
        #expect(bench.requests.first?.text("unless") == "editing")
        // The control has a grid, and snaps to the nearest point.
        bench.daemonSets(48)
        bench.work()
        bench.work(after: Mirror.settling)
        #expect(bench.requests.last?.operation == .commit)
        bench.mirror.receive(Sample.commit("gain", .number(48), from: .client(Sample.client)))
        bench.work()
        #expect(bench.sent == [])
        #expect(bench.requests.count == 2)
    }

    @Test func aHandThatTakesTheControlOverCommitsItself() {
        var bench = Bench()
        bench.receive(64)
        bench.work()
        bench.daemonSets(50)
        bench.turn(to: 80)
        bench.work()
        bench.work(after: Mirror.settling)
        #expect(bench.requests.count == 1)
        #expect(bench.sent == [102])
    }

    @Test func anotherParameterOfTheSameControlFollowsThePeer() {
        var bench = Bench([Bench.route(), Bench.route()])
        bench.receive(127)
        bench.work()
        bench.daemonSets(100)
        bench.work()
        #expect(bench.sent == [127])
    }

    @Test func aControlInAHandIsNotMovedAndThePeerIsCorrected() {
        var bench = Bench()
        bench.turn(to: 50)
        bench.work()
        bench.receive(127)
        bench.work()
        bench.mirror.answered(0, isRefused: true, at: bench.now)
        bench.work()
        #expect(bench.sent == [64, 64])
        #expect(bench.mirror.deadline == nil)
    }

    @Test func aKnobPicksTheValueUp() {
        var bench = Bench([Bench.route(.pickup)])
        bench.turn(to: 50)
        bench.work()
        for number in [10.0, 30, 60] { bench.receive(number) }
        bench.work()
        #expect(bench.requests == [])
        // The peer's knob passes 64, the number for the control's value 50, and now moves the control.
        bench.receive(70)
        bench.work()
        #expect(bench.requests.count == 1)
        bench.daemonSets(55.1)
        // Somebody else moves the control away from the knob's position.
        bench.turn(to: 0)
        bench.receive(71)
        bench.work()
        #expect(bench.requests.count == 1)
    }

    @Test func aKnobThatIsRefusedMustPickTheValueUpAgain() {
        var bench = Bench([Bench.route(.pickup)])
        bench.turn(to: 50)
        bench.work()
        bench.receive(64)
        bench.receive(70)
        bench.work()
        bench.mirror.answered(0, isRefused: true, at: bench.now)
        bench.receive(100)
        bench.work()
        #expect(bench.requests.count == 1)
        bench.receive(60)
        bench.work()
        #expect(bench.requests.count == 2)
    }

    @Test func aNumberOfThePeerTakesThePlaceOfOneThatWaits() {
        var bench = Bench()
        bench.turn(to: 100)
        bench.work()
        bench.turn(to: 50)
        bench.work(after: .milliseconds(1))
        bench.receive(10)
        bench.work()
        #expect(bench.sent == [127])
        #expect(bench.requests.count == 1)
    }

    @Test func aReplyThatDoesNotComeKeepsTheLoopAsleep() {
        var bench = Bench()
        bench.receive(64)
        bench.work()
        bench.daemonSets(50)
        #expect(bench.mirror.deadline == bench.now + Mirror.settling)
        bench.receive(65)
        bench.work()
        #expect(bench.requests.count == 2)
        #expect(bench.mirror.deadline == nil)
    }

    @Test func tenThousandChangesInASecondAreMergedAndTheLastIsSent() {
        var bench = Bench()
        for change in 1...10_000 {
            bench.turn(to: Double(change) / 100)
            bench.work(after: Interval(microseconds: 100))
        }
        bench.work()
        #expect(bench.sent.count <= 201)
        #expect(bench.sent.last == 127)
    }

    @Test func aFloodOfThePeerIsMergedAndTheLastIsSet() {
        var bench = Bench()
        for number in 0..<10_000 { bench.receive(Double(number % 128)) }
        bench.receive(127)
        bench.work()
        bench.receive(1)
        bench.receive(127)
        bench.work()
        #expect(bench.requests.count == 1)
        bench.daemonSets(100)
        bench.work()
        #expect(bench.requests.count == 2)
        #expect(bench.requests.last == bench.requests.first)
    }

    @Test func aPeerWithoutRoomIsTriedAgain() {
        var bench = Bench()
        bench.turn(to: 100)
        bench.now = bench.now + .milliseconds(5)
        bench.mirror.sendNumbers(at: bench.now) { _, _ in nil }
        #expect(bench.mirror.deadline == bench.now + Mirror.retrying)
        bench.work(after: Mirror.retrying)
        #expect(bench.sent == [127])
        #expect(bench.mirror.deadline == nil)
    }

    @Test func theDaemonsValueCountsAfterItWasAway() {
        var bench = Bench()
        bench.mirror.disconnect()
        bench.receive(100)
        bench.work()
        #expect(bench.requests == [])
        _ = bench.mirror.connect([Sample.float("gain", value: 50)], client: 8)
        bench.work()
        #expect(bench.requests == [])
        #expect(bench.sent == [64])
    }

    @Test func aMissingControlIsReported() {
        var mirror = Mirror([Bench.route()], interval: .zero)
        #expect(mirror.connect([Sample.float("other")], client: 1) == [0])
        #expect(mirror.update([Sample.float()]) == [])
    }

    @Test func numbersOfOneStepAreSetInOneStep() {
        var bench = Bench(
            [Bench.route(), MirrorRoute(control: "wave", numbers: .values)],
            [Sample.float(), Sample.choice("wave", ["saw", "sine"], value: "saw")])
        bench.receive(together: [(0, 127), (1, 1)])
        bench.work()
        #expect(bench.requests.count == 1)
        let assignments = [
            Assignment(control: "gain", value: .number(100)), Assignment(control: "wave", value: .position("sine")),
        ]
        #expect(bench.requests.first?["values"] == .values(assignments))
        // Numbers that arrive together wait for the reply to earlier ones. A single number does not wait.
        bench.receive(together: [(0, 0), (1, 0)])
        bench.work()
        #expect(bench.requests.count == 1)
        bench.mirror.answered(2, isRefused: false, at: bench.now)
        bench.work()
        #expect(bench.requests.count == 2)
        bench.mirror.answered(2, isRefused: false, at: bench.now)
        bench.work(after: Mirror.settling)
        #expect(bench.requests.dropFirst(2).map(\.operation) == [.commit, .commit])
        #expect(bench.sent.isEmpty)
    }

    @Test func aStepThatIsRefusedBringsThePeerAllValuesBack() {
        var bench = Bench([Bench.route(), Bench.route()])
        bench.receive(together: [(0, 127), (1, 0)])
        bench.work()
        // Both routes have the same control, which is set to the number that arrived for the second route.
        #expect(bench.requests.first?["values"] == .values([Assignment(control: "gain", value: .number(0))]))
        bench.mirror.answered(2, isRefused: true, at: bench.now)
        bench.work()
        // The peer already has the right number for the second route.
        #expect(bench.sent == [0])
        #expect(bench.mirror.deadline == nil)
    }

    @Test func aPauseHoldsNumbersBackAndLosesNone() {
        var bench = Bench()
        bench.mirror.pause(until: bench.now + .milliseconds(100))
        bench.turn(to: 100)
        bench.work()
        #expect(bench.sent == [])
        #expect(bench.mirror.deadline.map { $0 > bench.now } ?? false)
        bench.work(after: .milliseconds(100))
        #expect(bench.sent == [127])
    }
}
