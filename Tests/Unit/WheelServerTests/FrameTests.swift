import Testing
import WheelCore
import WheelModel
import WheelWire

@testable import WheelServer

/// Frames among the other lines of a client. The frames here are text: the server does not read them.
@Suite struct FrameTests {
    private func frame(_ name: String, bytes: Int = 10) -> [UInt8] {
        Array(#","frame":"\#(name)\#(String(repeating: "-", count: bytes))"}"#.utf8) + [UInt8(ascii: "\n")]
    }

    /// The lines in short, with the names of frames.
    private func short(_ lines: [String]) -> String {
        lines.map { line in
            guard let name = member("frame", of: line) else { return WheelServerTests.short([line]) }
            return "[\(name.filter { $0 != "-" && $0 != "\"" })]"
        }.joined(separator: " ")
    }

    @Test func aFrameComesInItsPlace() throws {
        let stage = try Stage()
        let reader = try stage.client()
        stage.move(0, to: 1)
        stage.server.send(frame: frame("one"), to: [(client: 1, watch: 7)], at: Instant(microseconds: 5))
        stage.move(0, to: 2)
        try stage.settle()
        let lines = try reader.lines()
        #expect(short(lines) == "a=1 [one] a=2")
        #expect(lines[1].hasPrefix(#"{"event":"frame","seq":1,"time":0.000005,"frame":"one"#))
        #expect(stage.sentFrames == [7])
    }

    @Test func aClientThatIsNotThereGetsNone() throws {
        let stage = try Stage()
        stage.server.send(frame: frame("one"), to: [(client: 1, watch: 7)], at: stage.time)
        stage.server.dropFrame(of: 7, client: 1)
        try stage.settle()
        #expect(stage.sentFrames == [])
    }

    @Test func aFrameIsNoEventThatIsSubscribedTo() throws {
        let stage = try Stage()
        let reader = try stage.client()
        try reader.send(#"{"id":1,"op":"subscribe","events":[]}"# + "\n")
        try stage.settle()
        stage.move(0, to: 1)
        stage.server.send(frame: frame("one"), to: [(client: 1, watch: 7)], at: stage.time)
        try stage.settle()
        #expect(short(try reader.lines()) == "ok [one]")
    }

    /// A frame needs many sends. Values that arrive meanwhile wait for its end without being merged.
    @Test func aReaderThatKeepsUpGetsEveryValue() throws {
        let stage = try Stage()
        let (reader, other) = (try stage.client(), try stage.client())
        var lines: [String] = []
        for number in 0..<20 {
            let watch = [(client: 1, watch: number)]
            stage.server.send(frame: frame("\(number)", bytes: 100_000), to: watch, at: stage.time)
            for part in 0..<10 {
                stage.move(0, to: Double(number * 10 + part))
                try stage.iterate()
                lines += try reader.lines()
                // Other clients get each value at once.
                let got = try other.lines()
                if number + part > 0 { #expect(got.count == 1) }
            }
            // Reads the rest of the frame.
            for _ in 0..<40 {
                try stage.iterate()
                lines += try reader.lines()
            }
            #expect(stage.sentFrames == Array(0...number))
        }
        let values = lines.compactMap { member("value", of: $0) }
        #expect(values == (1..<200).map { "\($0)" })
        #expect(!lines.contains { member("skipped", of: $0) != nil })
        #expect(lines.count { member("frame", of: $0) != nil } == 20)
    }

    @Test func aReaderThatStallsInAFrameGetsNewValues() throws {
        let stage = try Stage()
        let reader = try stage.client()
        stage.server.send(frame: frame("one", bytes: 100_000), to: [(client: 1, watch: 7)], at: stage.time)
        for number in 1...1000 {
            stage.move(0, to: Double(number))
            if number == 500 { stage.commit(0) }
            try stage.iterate()
        }
        let client = try #require(stage.server.clients.first)
        #expect(client.queue.items.count <= Server.itemsBehindFrame + 1)
        #expect(stage.sentFrames == [])
        // The client reads again. The next frame follows the lines that wait.
        stage.server.send(frame: frame("two"), to: [(client: 1, watch: 8)], at: stage.time)
        var lines: [String] = []
        for _ in 0..<100 {
            lines += try reader.lines()
            try stage.iterate()
        }
        #expect(short(lines) == "[one] a!500 a=1000~999 [two]")
        #expect(stage.sentFrames == [7, 8])
    }

    @Test func aFrameOfAnEndedWatchIsDroppedUnlessItHasBegun() throws {
        let stage = try Stage()
        let reader = try stage.client()
        for (watch, name) in [(1, "one"), (2, "two")] {
            stage.server.send(frame: frame(name, bytes: 50_000), to: [(client: 1, watch: watch)], at: stage.time)
        }
        try stage.iterate()
        stage.server.dropFrame(of: 1, client: 1)
        stage.server.dropFrame(of: 2, client: 1)
        var lines: [String] = []
        for _ in 0..<40 {
            lines += try reader.lines()
            try stage.iterate()
        }
        #expect(short(lines) == "[one]")
        #expect(stage.sentFrames == [1])
    }

    @Test func aClientMayLeaveInAFrame() throws {
        let stage = try Stage()
        let other = try stage.client()
        do {
            let reader = try stage.client()
            let watches = [(client: 1, watch: 1), (client: 2, watch: 2)]
            stage.server.send(frame: frame("one", bytes: 50_000), to: watches, at: stage.time)
            try stage.iterate()
            _ = reader
        }
        for _ in 0..<40 {
            _ = try other.lines()
            try stage.iterate()
        }
        #expect(stage.left == [2])
        #expect(stage.sentFrames == [1])
    }

    /// A client that has ended its sending side is closed only after its frame was sent.
    @Test func aFrameIsSentBeforeTheConnectionEnds() throws {
        let stage = try Stage()
        let reader = try stage.client()
        stage.server.send(frame: frame("one", bytes: 50_000), to: [(client: 1, watch: 1)], at: stage.time)
        try stage.iterate()
        try reader.endSending()
        var lines: [String] = []
        for _ in 0..<40 {
            try stage.iterate()
            lines += try reader.lines()
        }
        #expect(short(lines) == "[one]")
        #expect(try reader.hasEnded())
    }
}
