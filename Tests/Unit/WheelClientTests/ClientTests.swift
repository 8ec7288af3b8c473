import Testing
import WheelModel
import WheelProtocol
import WheelSettings

@testable import WheelClient

/// A client with a fake daemon.
@Suite(.timeLimit(.minutes(1))) struct ClientTests {
    private static let quick = Backoff(first: .seconds(0.005), longest: .seconds(0.01))

    /// The client's occurrences, one word for each.
    private static func word(_ occurrence: Occurrence?) -> String {
        switch occurrence {
        case .connected(let hello): "connected \(hello.instance)"
        case .event(let event):
            switch event.content {
            case .lock(let isLocked, _): "lock \(isLocked)"
            case .page(let page): "page \(page)"
            case .frame(let frame): "frame \(frame.display)\(frame.isWhole ? " whole" : "")"
            case .display(let display, let state, let detail): "\(display) \(state): \(detail)"
            case .definition(let owner, let state, let mistakes):
                "\(owner) \(state.rawValue): \(mistakes.map(\.message).joined())"
            default: "event"
            }
        case .disconnected: "disconnected"
        case .subscriptionRefused(let error): "refused \(error.name)"
        case nil: "end"
        }
    }

    @Test func tellsWhatComes() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: Self.quick)
        let guest = try await daemon.accept()
        try guest.greet()
        try guest.say(#"{"event":"lock","seq":1,"time":1.5,"locked":true}"#)
        try guest.say(#"{"event":"a new one","seq":2,"time":1.5,"what":"ever"}"#)
        try guest.say(#"{"event":"page","seq":3,"time":1.5,"page":"levels"}"#)
        var occurrences = client.occurrences.makeAsyncIterator()
        for expected in ["connected one", "lock true", "page levels"] {
            #expect(Self.word(await occurrences.next()) == expected)
        }
    }

    @Test func answersGoToWhoAsked() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: Self.quick)
        let gain = Task { try await client.set("gain", to: -3.5) }
        let guest = try await daemon.accept()
        try guest.greet()
        #expect(try await guest.hear() == #"{"id":1,"op":"set","control":"gain","value":-3.5}"#)
        let frequency = Task { try await client.step("frequency", by: 2) }
        #expect(try await guest.hear() == #"{"id":2,"op":"step","control":"frequency","count":2}"#)
        // They may come in any order.
        try guest.say(#"{"reply":2,"ok":true,"control":"frequency","value":9}"#)
        try guest.say(#"{"reply":1,"ok":true,"control":"gain","value":-3.5,"snapped":true}"#)
        #expect(try await frequency.value.value == 9)
        let answer = try await gain.value
        #expect(answer.value == -3.5)
        #expect(answer.outcome.snapped)
    }

    @Test func refusalsAreThrown() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: Self.quick)
        let state = Task { try await client.state(of: "freq") }
        let guest = try await daemon.accept()
        try guest.greet()
        _ = try await guest.hear()
        try guest.say(#"{"reply":1,"ok":false,"error":"unknown-control","message":"no such control"}"#)
        await #expect(throws: ClientError.refused(RequestError(.unknownControl, "no such control"))) {
            _ = try await state.value
        }
    }

    private static func frame(_ more: String = "") -> String {
        #"{"event":"frame","seq":1,"time":1.5,"display":"panel","x":0,"y":0,"width":1,"height":1\#(more),"png":""}"#
    }

    @Test func watchesAgainAfterARestart() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: Self.quick)
        var occurrences = client.occurrences.makeAsyncIterator()
        let watch = Task { try await client.watchDisplay() }
        do {
            let guest = try await daemon.accept()
            try guest.greet()
            #expect(try await guest.hear() == #"{"id":1,"op":"watch-display"}"#)
            try guest.say(#"{"reply":1,"ok":true,"display":"panel","width":8,"height":4}"#)
            #expect(try await watch.value == WatchedPicture(display: "panel", widthPixels: 8, heightPixels: 4))
            try guest.say(Self.frame(#","whole":true"#))
            for expected in ["connected one", "frame panel whole"] {
                #expect(Self.word(await occurrences.next()) == expected)
            }
        }
        // The first daemon ends; the next one does not have the display any more.
        let guest = try await daemon.accept()
        try guest.greet(instance: "two")
        #expect(try await guest.hear() == #"{"id":"watch panel","op":"watch-display","display":"panel"}"#)
        let refusal = #""error":"unknown-display","message":"no such display""#
        try guest.say(#"{"reply":"watch panel","ok":false,\#(refusal)}"#)
        for expected in ["disconnected", "connected two", "panel lost: no such display"] {
            #expect(Self.word(await occurrences.next()) == expected)
        }
    }

    @Test func definesAndFeedsAgainAfterARestart() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: Self.quick)
        var occurrences = client.occurrences.makeAsyncIterator()
        let mix: PlainValue = ["name": "mix", "kind": "float", "range": "[0, 1]", "step": 0.5, "hands": false]
        let definition = Definition(
            owner: "synth", tables: [DefinedTables(.controls, [mix])],
            values: [Assignment(control: "mix", value: 0.5)])
        let asked = Task {
            try await client.define(definition)
            try await client.define(Definition(owner: "other", tables: [DefinedTables(.pages, [["name": "p"]])]))
            try await client.undefine(owner: "other")
            try await client.feed("dial", FedEvent(.turn(units: 120)))
            try await client.feed("pad")
            try await client.unfeed("pad")
        }
        let table = #"{"name":"mix","kind":"float","range":"[0, 1]","step":0.5,"hands":false}"#
        do {
            let guest = try await daemon.accept()
            try guest.greet()
            let lines = [
                #"{"id":1,"op":"define","owner":"synth","controls":[\#(table)],"values":{"mix":0.5}}"#,
                #"{"id":2,"op":"define","owner":"other","pages":[{"name":"p"}]}"#,
                #"{"id":3,"op":"undefine","owner":"other"}"#,
                #"{"id":4,"op":"feed","input":"dial","units":120}"#,
                #"{"id":5,"op":"feed","input":"pad"}"#, #"{"id":6,"op":"unfeed","input":"pad"}"#,
            ]
            for (number, line) in lines.enumerated() {
                #expect(try await guest.hear() == line)
                try guest.say(#"{"reply":\#(number + 1),"ok":true}"#)
            }
            try await asked.value
        }
        let guest = try await daemon.accept()
        try guest.greet(instance: "two")
        let again = #"{"id":"define synth","op":"define","owner":"synth","controls":[\#(table)]}"#
        #expect(try await guest.hear() == again)
        #expect(try await guest.hear() == #"{"op":"feed","input":"dial"}"#)
        let mistake = #"{"path":"controls[0].name","message":"taken"}"#
        try guest.say(
            #"{"reply":"define synth","ok":false,"error":"bad-definition","message":"m","mistakes":[\#(mistake)]}"#)
        for expected in ["connected one", "disconnected", "connected two", "synth ended: taken"] {
            #expect(Self.word(await occurrences.next()) == expected)
        }
    }

    @Test func aSlowReaderOfFramesGetsTheWholePictureAgain() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: Self.quick)
        let guest = try await daemon.accept()
        try guest.greet()
        try guest.say(Self.frame(#","whole":true"#))
        for _ in 0..<EventBuffer.mostFrames { try guest.say(Self.frame()) }
        #expect(try await guest.hear() == #"{"op":"watch-display","display":"panel"}"#)
        try guest.say(Self.frame())
        try guest.say(Self.frame(#","whole":true"#))
        try guest.say(Self.frame())
        try guest.say(#"{"event":"lock","seq":1,"time":1.5,"locked":true}"#)
        var occurrences = client.occurrences.makeAsyncIterator()
        for expected in ["connected one", "frame panel whole", "frame panel", "lock true"] {
            #expect(Self.word(await occurrences.next()) == expected)
        }
    }

    @Test func comesBackWithItsSubscription() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(
            socket: daemon.path, subscription: Subscription(events: [.page]), reconnecting: Self.quick)
        var occurrences = client.occurrences.makeAsyncIterator()
        for instance in ["one", "two", "three"] {
            do {
                let guest = try await daemon.accept()
                try guest.greet(instance: instance)
                #expect(try await guest.hear() == #"{"id":"subscription","op":"subscribe","events":["page"]}"#)
                try guest.say(#"{"reply":"subscription","ok":true}"#)
                #expect(Self.word(await occurrences.next()) == "connected \(instance)")
            }
            // The daemon's side has gone, and the connection is closed.
            #expect(Self.word(await occurrences.next()) == "disconnected")
        }
    }

    @Test func aSubscriptionThatMakesNoSenseAnyMoreIsTold() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(
            socket: daemon.path, subscription: Subscription(controls: ["gone"]), reconnecting: Self.quick)
        let guest = try await daemon.accept()
        try guest.greet()
        _ = try await guest.hear()
        try guest.say(#"{"reply":"subscription","ok":false,"error":"unknown-control","message":"gone"}"#)
        var occurrences = client.occurrences.makeAsyncIterator()
        _ = await occurrences.next()
        #expect(Self.word(await occurrences.next()) == "refused unknown-control")
    }

    @Test func whatWasOnItsWayIsNotAskedAgain() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: Self.quick)
        let answer = Task { try await client.turn("gain", detents: 1) }
        do {
            let guest = try await daemon.accept()
            try guest.greet()
            _ = try await guest.hear()
        }
        await #expect(throws: ClientError.ended(socket: daemon.path)) { _ = try await answer.value }
        let next = Task { try await client.ping() }
        let guest = try await daemon.accept()
        try guest.greet()
        #expect(try await guest.hear() == #"{"id":2,"op":"ping"}"#)
        try guest.say(#"{"reply":2,"ok":true}"#)
        try await next.value
    }

    @Test func aRequestWaitsForTheDaemon() async throws {
        let daemon = try FakeDaemon()
        daemon.close()
        let client = try Client(socket: daemon.path, reconnecting: Self.quick)
        var occurrences = client.occurrences.makeAsyncIterator()
        #expect(Self.word(await occurrences.next()) == "disconnected")
        let answer = Task { try await client.ping() }
        try await Task.sleep(nanoseconds: 20_000_000)
        try daemon.open()
        let guest = try await daemon.accept()
        try guest.greet()
        _ = try await guest.hear()
        try guest.say(#"{"reply":1,"ok":true}"#)
        try await answer.value
        // `disconnected` came once, however many attempts there were.
        #expect(Self.word(await occurrences.next()) == "connected one")
    }

    @Test func withoutADaemonTheTimeEnds() async throws {
        let client = try Client(socket: "/tmp/no-such-wheeld.sock", reconnecting: Self.quick)
        await #expect {
            _ = try await client.perform(.ping, timeout: .seconds(0.05))
        } throws: { error in
            if case .noDaemon = error as? ClientError { true } else { false }
        }
    }

    @Test func aDaemonThatDoesNotAnswerIsNotWaitedForForever() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: Self.quick)
        let guest = try await daemon.accept()
        try guest.greet()
        await #expect(throws: ClientError.timedOut(socket: daemon.path)) {
            _ = try await client.perform(.ping, timeout: .seconds(0.05))
        }
        // The late answer is ignored.
        try guest.say(#"{"reply":1,"ok":true}"#)
        let next = Task { try await client.ping() }
        while try await guest.hear() != #"{"id":2,"op":"ping"}"# {}
        try guest.say(#"{"reply":2,"ok":true}"#)
        try await next.value
    }

    @Test func theFirstConnectionIsTheLastWhereSoWanted() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: nil)
        do { try await daemon.accept().greet() }
        var words: [String] = []
        for await occurrence in client.occurrences { words.append(Self.word(occurrence)) }
        #expect(words == ["connected one", "disconnected"])
        await #expect(throws: ClientError.closed) { try await client.ping() }
    }

    @Test func closingEndsEverything() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: Self.quick)
        let answer = Task { try await client.ping() }
        let guest = try await daemon.accept()
        try guest.greet()
        _ = try await guest.hear()
        client.close()
        await #expect(throws: ClientError.closed) { try await answer.value }
        #expect(try await guest.hear() == nil)
        await #expect(throws: ClientError.closed) { try await client.ping() }
        var words: [String] = []
        for await occurrence in client.occurrences { words.append(Self.word(occurrence)) }
        #expect(words == ["connected one"])
    }

    @Test func itClosesWithTheLastWhoHoldsIt() async throws {
        let daemon = try FakeDaemon()
        var client: Client? = try Client(socket: daemon.path, reconnecting: Self.quick)
        let guest = try await daemon.accept()
        #expect(client != nil)
        client = nil
        #expect(try await guest.hear() == nil)
    }

    @Test func whoIsCancelledWaitsNoLonger() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: Self.quick)
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
        // Other requests are still answered.
        try guest.say(#"{"event":"lock","seq":1,"time":1.5,"locked":true}"#)
        var occurrences = client.occurrences.makeAsyncIterator()
        while Self.word(await occurrences.next()) != "lock true" {}
    }

    @Test func whatIsNoDaemonIsLeft() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: Self.quick)
        for line in ["HTTP/1.1 400 Bad Request", #"{"event":"lock","seq":1,"time":1,"locked":true}"#, "{}"] {
            let guest = try await daemon.accept()
            try guest.say(line)
            #expect(try await guest.hear() == nil)
        }
        try await daemon.accept().say(
            #"{"reply":null,"ok":false,"error":"too-many-clients","message":"64 clients are connected already"}"#)
        let guest = try await daemon.accept()
        try guest.greet()
        var occurrences = client.occurrences.makeAsyncIterator()
        #expect(Self.word(await occurrences.next()) == "disconnected")
        #expect(Self.word(await occurrences.next()) == "connected one")
    }
}
