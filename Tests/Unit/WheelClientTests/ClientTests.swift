import Testing
import WheelCore
import WheelModel
import WheelWire

@testable import WheelClient

@Suite(.timeLimit(.minutes(1))) struct ClientTests {
    @Test func tellsWhatComes() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: .quick)
        let guest = try await daemon.accept()
        try guest.greet()
        try guest.say(#"{"event":"lock","seq":1,"time":1.5,"locked":true}"#)
        try guest.say(#"{"event":"a new one","seq":2,"time":1.5,"what":"ever"}"#)
        try guest.say(#"{"event":"page","seq":3,"time":1.5,"page":"levels"}"#)
        var occurrences = client.occurrences.makeAsyncIterator()
        for expected in ["connected one", "lock true", "page levels"] {
            #expect(await occurrences.next()?.word == expected)
        }
    }

    @Test func answersGoToWhoAsked() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: .quick)
        let gain = Task { try await client.set("gain", to: -3.5) }
        let guest = try await daemon.accept()
        try guest.greet()
        #expect(try await guest.hear() == #"{"id":1,"op":"set","control":"gain","value":-3.5}"#)
        let frequency = Task { try await client.step("frequency", by: 2) }
        #expect(try await guest.hear() == #"{"id":2,"op":"step","control":"frequency","count":2}"#)
        // The answers may arrive in any order.
        try guest.say(#"{"reply":2,"ok":true,"control":"frequency","value":9}"#)
        try guest.say(#"{"reply":1,"ok":true,"control":"gain","value":-3.5,"snapped":true}"#)
        #expect(try await frequency.value.value == 9)
        let answer = try await gain.value
        #expect(answer.value == -3.5)
        #expect(answer.outcome.snapped)
    }

    @Test func refusalsAreThrown() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: .quick)
        let state = Task { try await client.state(of: "freq") }
        let guest = try await daemon.accept()
        try guest.greet()
        _ = try await guest.hear()
        try guest.say(#"{"reply":1,"ok":false,"error":"unknown-control","message":"no such control"}"#)
        await #expect(throws: ClientError.refused(RequestError(.unknownControl, "no such control"))) {
            _ = try await state.value
        }
    }

    @Test func aSlowReaderOfFramesGetsTheWholePictureAgain() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: .quick)
        let guest = try await daemon.accept()
        try guest.greet()
        try guest.say(FakeDaemon.frame(#","whole":true"#))
        for _ in 0..<EventBuffer.mostFrames { try guest.say(FakeDaemon.frame()) }
        #expect(try await guest.hear() == #"{"op":"watch-display","display":"panel"}"#)
        try guest.say(FakeDaemon.frame())
        try guest.say(FakeDaemon.frame(#","whole":true"#))
        try guest.say(FakeDaemon.frame())
        try guest.say(#"{"event":"lock","seq":1,"time":1.5,"locked":true}"#)
        var occurrences = client.occurrences.makeAsyncIterator()
        for expected in ["connected one", "frame panel whole", "frame panel", "lock true"] {
            #expect(await occurrences.next()?.word == expected)
        }
    }

    @Test func withoutADaemonTheTimeEnds() async throws {
        let client = try Client(socket: "/tmp/no-such-wheeld.sock", reconnecting: .quick)
        await #expect {
            _ = try await client.perform(.ping, timeout: .seconds(0.05))
        } throws: { error in
            if case .noDaemon = error as? ClientError { true } else { false }
        }
    }

    @Test func aDaemonThatDoesNotAnswerIsNotWaitedForForever() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: .quick)
        let guest = try await daemon.accept()
        try guest.greet()
        await #expect(throws: ClientError.timedOut(socket: daemon.path)) {
            _ = try await client.perform(.ping, timeout: .seconds(0.05))
        }
        // The late answer is ignored.
        try guest.say(#"{"reply":1,"ok":true}"#)
        let next = Task { try await client.ping() }
        while try await guest.hear() != #"{"id":2,"op":"ping"}"# {}
        try guest.say(#"{"reply":2,"ok":true,"monotonic":5,"realtime":6}"#)
        #expect(try await next.value.monotonic == Instant(microseconds: 5_000_000))
    }

    @Test func closingEndsEverything() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: .quick)
        let answer = Task { try await client.ping() }
        let guest = try await daemon.accept()
        try guest.greet()
        _ = try await guest.hear()
        client.close()
        await #expect(throws: ClientError.closed) { try await answer.value }
        #expect(try await guest.hear() == nil)
        await #expect(throws: ClientError.closed) { try await client.ping() }
        var words: [String] = []
        for await occurrence in client.occurrences { words.append(occurrence.word) }
        #expect(words == ["connected one"])
    }

    @Test func itClosesWithTheLastWhoHoldsIt() async throws {
        let daemon = try FakeDaemon()
        var client: Client? = try Client(socket: daemon.path, reconnecting: .quick)
        let guest = try await daemon.accept()
        #expect(client != nil)
        client = nil
        #expect(try await guest.hear() == nil)
    }

    @Test func whoIsCancelledWaitsNoLonger() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: .quick)
        let guest = try await daemon.accept()
        try guest.greet()
        let asking = Task { try await client.perform(.ping, timeout: .seconds(3600)) }
        let reading = Task {
            for await _ in client.occurrences {}
            return true
        }
        _ = try await guest.hear()
        asking.cancel()
        reading.cancel()
        await #expect(throws: ClientError.cancelled) { _ = try await asking.value }
        #expect(await reading.value)
        // Other lines are still handled.
        try guest.say(#"{"event":"lock","seq":1,"time":1.5,"locked":true}"#)
        var occurrences = client.occurrences.makeAsyncIterator()
        while await occurrences.next()?.word != "lock true" {}
    }
}
