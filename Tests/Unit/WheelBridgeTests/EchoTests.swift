import Testing
import WheelCore
import WheelWire

@testable import WheelBridge

@Suite struct EchoTests {
    /// A mirror with one control, `gain` from 0 to 100, and a peer that may echo.
    private struct Bench {
        var mirror: Mirror
        var now = Instant(microseconds: 1_000_000)
        var sent: [Double] = []
        var requests = 0
        /// The peer's numbers that the mirror has not taken for echoes.
        var news: [Double] = []

        init(_ numbers: PeerScale.Numbers = .whole(upTo: 127), sends: Bool = true) {
            let route = MirrorRoute(control: "gain", numbers: numbers, sends: sends, mayEcho: true)
            mirror = Mirror([route], interval: .milliseconds(5))
            _ = mirror.connect([Sample.float()], client: Sample.client)
            work()
            sent = []
        }

        mutating func work(after pause: Interval = .milliseconds(5)) {
            now = now + pause
            mirror.sendNumbers(at: now) {
                sent.append($1)
                return $1
            }
            mirror.sendRequests(at: now) { _, request in if request.operation == .set { requests += 1 } }
        }

        mutating func ramp(to value: Double) {
            mirror.receive(Sample.value("gain", .number(value), from: .ramp))
            work()
        }

        mutating func receive(_ number: Double) {
            if mirror.receive(HeardNumber(number), on: 0, at: now) { news.append(number) }
        }
    }

    @Test func aLateEchoMovesNothing() {
        var bench = Bench()
        for value in 1...100 {
            bench.ramp(to: Double(value))
            if value > 50 { bench.receive(bench.sent[value - 51]) }
        }
        bench.work()
        #expect(bench.requests == 0)
        #expect(bench.sent.count == 100)
    }

    @Test func anEarlierNumberThatWasNoEchoIsCorrected() {
        var bench = Bench()
        bench.ramp(to: 25)
        bench.ramp(to: 50)
        bench.receive(32)
        #expect(bench.mirror.deadline == bench.now + SentNumbers.echo)
        bench.work(after: SentNumbers.echo)
        #expect(bench.sent == [32, 64, 64])
        #expect(bench.requests == 0)
        #expect(bench.mirror.deadline == nil)
        // After the echo of the newest number nothing is left to send.
        bench.receive(64)
        #expect(bench.mirror.deadline == nil)
    }

    @Test func aMoveOfThePeerIsTaken() {
        var bench = Bench()
        bench.ramp(to: 25)
        bench.ramp(to: 50)
        // 33 is no echo, because it was never sent. 32, which is received below, was sent, but too long ago.
        bench.receive(33)
        bench.work()
        #expect(bench.requests == 1)
        bench.mirror.answered(0, isRefused: false, at: bench.now)
        bench.work(after: SentNumbers.echo)
        bench.work()
        bench.receive(32)
        bench.receive(32)
        #expect(bench.news == [33, 32])
        bench.work()
        #expect(bench.requests == 2)
    }

    @Test func anEchoThatComesWhileTheNextNumberWaitsMovesNothing() {
        var bench = Bench()
        bench.ramp(to: 25)
        bench.mirror.receive(Sample.value("gain", .number(50), from: .ramp))
        bench.receive(32)
        bench.work()
        #expect(bench.requests == 0)
        #expect(bench.sent == [32, 64])
    }

    @Test func anEchoAfterAskingForEverythingMovesNothing() {
        var bench = Bench()
        bench.ramp(to: 25)
        bench.ramp(to: 50)
        bench.mirror.resetPeer()
        bench.receive(32)
        bench.work()
        #expect(bench.requests == 0)
        #expect(bench.sent == [32, 64, 64])
    }

    @Test func aPeerThatIsSentNothingCannotEcho() {
        var bench = Bench(sends: false)
        bench.ramp(to: 25)
        bench.receive(50)
        bench.receive(50)
        bench.work()
        #expect(bench.requests == 1)
    }

    @Test func aNumberStandsForThoseThatThePeerCannotTellApart() {
        var bench = Bench(.whole(upTo: 16383))
        bench.ramp(to: 33.3)
        #expect(bench.sent == [5456])
        let upperHalf = bench.mirror.receive(HeardNumber(5376, from: 5376, to: 5503), on: 0, at: bench.now)
        #expect(!upperHalf)
        #expect(bench.mirror.deadline == nil)
        bench.receive(5376)
        #expect(bench.news == [5376])
    }

    @Test func manyNumbersInAShortTimeAreBounded() {
        var numbers = SentNumbers()
        let now = Instant(microseconds: 0)
        for number in 0..<1000 { numbers.recordSent(Double(number), at: now) }
        let isNews = [999.0, 998, 0].map { numbers.receive(HeardNumber($0), at: now) }
        #expect(isNews == [false, false, true])
    }
}
