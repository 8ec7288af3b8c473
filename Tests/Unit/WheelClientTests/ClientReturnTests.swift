import Testing
import WheelCore
import WheelModel
import WheelWire

@testable import WheelClient

@Suite(.timeLimit(.minutes(1))) struct ClientReturnTests {
    @Test func watchesAgainAfterARestart() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: .quick)
        var occurrences = client.occurrences.makeAsyncIterator()
        let watch = Task { try await client.watchDisplay() }
        do {
            let guest = try await daemon.accept()
            try guest.greet()
            #expect(try await guest.hear() == #"{"id":1,"op":"watch-display"}"#)
            try guest.say(#"{"reply":1,"ok":true,"display":"panel","width":8,"height":4}"#)
            #expect(try await watch.value == WatchedPicture(display: "panel", widthPixels: 8, heightPixels: 4))
            try guest.say(FakeDaemon.frame(#","whole":true"#))
            for expected in ["connected one", "frame panel whole"] {
                #expect(await occurrences.next()?.word == expected)
            }
        }
        // The first daemon has ended. The next one does not have the display.
        let guest = try await daemon.accept()
        try guest.greet(instance: "two")
        #expect(try await guest.hear() == #"{"id":"watch panel","op":"watch-display","display":"panel"}"#)
        let refusal = #""error":"unknown-display","message":"no such display""#
        try guest.say(#"{"reply":"watch panel","ok":false,\#(refusal)}"#)
        for expected in ["disconnected", "connected two", "panel lost: no such display"] {
            #expect(await occurrences.next()?.word == expected)
        }
    }

    @Test func definesAndFeedsAgainAfterARestart() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: .quick)
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
            try await client.feed("glass", size: Size(width: 320, height: 240))
            try await client.feed("glass")
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
                #"{"id":5,"op":"feed","input":"glass","size":[320,240]}"#, #"{"id":6,"op":"feed","input":"glass"}"#,
                #"{"id":7,"op":"feed","input":"pad"}"#, #"{"id":8,"op":"unfeed","input":"pad"}"#,
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
        // The size is sent again, because contacts refer to it.
        #expect(try await guest.hear() == #"{"op":"feed","input":"glass","size":[320,240]}"#)
        let mistake = #"{"path":"controls[0].name","message":"taken"}"#
        try guest.say(
            #"{"reply":"define synth","ok":false,"error":"bad-definition","message":"m","mistakes":[\#(mistake)]}"#)
        for expected in ["connected one", "disconnected", "connected two", "synth ended: taken"] {
            #expect(await occurrences.next()?.word == expected)
        }
    }

    /// The subscription may name controls that a definition adds, so the client sends it after the definitions.
    @Test func subscribesAgainBehindItsDefinitions() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: .quick)
        let definition = Definition(owner: "synth", tables: [DefinedTables(.controls, [["name": "mix"]])])
        let asked = Task {
            try await client.define(definition)
            try await client.subscribe(Subscription(controls: ["mix"]))
        }
        do {
            let guest = try await daemon.accept()
            try guest.greet()
            for number in 1...2 {
                _ = try await guest.hear()
                try guest.say(#"{"reply":\#(number),"ok":true}"#)
            }
            try await asked.value
        }
        let guest = try await daemon.accept()
        try guest.greet(instance: "two")
        let again = #"{"id":"define synth","op":"define","owner":"synth","controls":[{"name":"mix"}]}"#
        #expect(try await guest.hear() == again)
        #expect(try await guest.hear() == #"{"id":"subscription","op":"subscribe","controls":["mix"]}"#)
    }

    @Test func comesBackWithItsSubscription() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(
            socket: daemon.path, subscription: Subscription(events: [.page]), reconnecting: .quick)
        var occurrences = client.occurrences.makeAsyncIterator()
        for instance in ["one", "two", "three"] {
            do {
                let guest = try await daemon.accept()
                try guest.greet(instance: instance)
                #expect(try await guest.hear() == #"{"id":"subscription","op":"subscribe","events":["page"]}"#)
                try guest.say(#"{"reply":"subscription","ok":true}"#)
                #expect(await occurrences.next()?.word == "connected \(instance)")
            }
            // The daemon has disconnected.
            #expect(await occurrences.next()?.word == "disconnected")
        }
    }

    @Test func aSubscriptionThatMakesNoSenseAnyMoreIsTold() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(
            socket: daemon.path, subscription: Subscription(controls: ["gone"]), reconnecting: .quick)
        let guest = try await daemon.accept()
        try guest.greet()
        _ = try await guest.hear()
        try guest.say(#"{"reply":"subscription","ok":false,"error":"unknown-control","message":"gone"}"#)
        var occurrences = client.occurrences.makeAsyncIterator()
        _ = await occurrences.next()
        #expect(await occurrences.next()?.word == "refused unknown-control")
    }

    @Test func whatWasOnItsWayIsNotAskedAgain() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: .quick)
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
        try guest.say(#"{"reply":2,"ok":true,"monotonic":5,"realtime":6}"#)
        #expect(try await next.value.monotonic == Instant(microseconds: 5_000_000))
    }

    @Test func aRequestWaitsForTheDaemon() async throws {
        let daemon = try FakeDaemon()
        daemon.close()
        let client = try Client(socket: daemon.path, reconnecting: .quick)
        var occurrences = client.occurrences.makeAsyncIterator()
        #expect(await occurrences.next()?.word == "disconnected")
        let answer = Task { try await client.ping() }
        try await Task.sleep(nanoseconds: 20_000_000)
        try daemon.open()
        let guest = try await daemon.accept()
        try guest.greet()
        _ = try await guest.hear()
        try guest.say(#"{"reply":1,"ok":true,"monotonic":5,"realtime":6}"#)
        #expect(try await answer.value.monotonic == Instant(microseconds: 5_000_000))
        // There was only one `disconnected`, however many attempts failed.
        #expect(await occurrences.next()?.word == "connected one")
    }

    @Test func theFirstConnectionIsTheLastWhereSoWanted() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: nil)
        do { try await daemon.accept().greet() }
        var words: [String] = []
        for await occurrence in client.occurrences { words.append(occurrence.word) }
        #expect(words == ["connected one", "disconnected"])
        await #expect(throws: ClientError.closed) { try await client.ping() }
    }

    @Test func whatIsNoDaemonIsLeft() async throws {
        let daemon = try FakeDaemon()
        let client = try Client(socket: daemon.path, reconnecting: .quick)
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
        #expect(await occurrences.next()?.word == "disconnected")
        #expect(await occurrences.next()?.word == "connected one")
    }
}
