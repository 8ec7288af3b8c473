internal import LinuxSystem
import TestSupport
import Testing
internal import WheelCore
internal import WheelInput
internal import WheelModel

struct RecordingTests {
    @Test func aTextIsReadBackUnchanged() throws {
        var recording = Recording(input: "knob", type: "gpio")
        let start = Instant(microseconds: 123_456_789)
        recording.append(code: "LEVEL_A", value: 0, at: start)
        recording.append(code: "A", value: 1, at: start + Interval(microseconds: 13_570))
        // The times in a recording never decrease, so this earlier edge is written with the time of the line above it.
        recording.append(code: "B", value: 1, at: start)
        recording.append(code: "A", value: -7, at: start + .milliseconds(12_000))
        let text = """
            wheeld-recording 1
            input knob
            type gpio

            0.000000 LEVEL_A 0
            0.013570 A 1
            0.013570 B 1
            12.000000 A -7

            """
        #expect(recording.text == text)
        #expect(try Recording(text: text) == recording)
        #expect(try Recording(text: "# a note\n\n" + text + "# the end").events.count == 4)
    }

    @Test(arguments: [
        ("", "line 1: is empty"), ("x", "line 1: is not a recording: it does not begin with 'wheeld-recording 1'"),
        ("wheeld-recording 2", "line 1: is not a recording: it does not begin with 'wheeld-recording 1'"),
        ("wheeld-recording 1\n0 A", "line 2: needs a time, a code and a value"),
        ("wheeld-recording 1\n-1 A 1", "line 2: '-1' is not a time in seconds"),
        ("wheeld-recording 1\n0.1234567 A 1", "line 2: '0.1234567' is not a time in seconds"),
        ("wheeld-recording 1\n1 A 1\n\n0.5 A 1", "line 4: its time is earlier than in the line above"),
        ("wheeld-recording 1\n1 A x", "line 2: 'x' is not a whole number"),
        ("wheeld-recording 1\n\n0 REL_NOTHING 1", "line 3: there is no code 'REL_NOTHING'"),
        ("wheeld-recording 1\n0 LOST 4294967296", "line 2: the value of LOST must be from 0 to 4294967295"),
        ("wheeld-recording 1\n0 LOST -1", "line 2: the value of LOST must be from 0 to 4294967295"),
        (
            "wheeld-recording 1\n0 REL_DIAL 2147483648",
            "line 2: the value of REL_DIAL must be from -2147483648 to 2147483647"
        ),
        ("wheeld-recording 1\n1 A 1\ntype gpio", "line 3: 'type' needs one word, and must come before all events"),
        (
            "\nwheeld-recording 1\ninput knob\n0 A 1",
            "line 2: the type of the device is missing: add 'type gpio', 'type evdev', 'type touch' or 'type client' below this line"
        ),
    ])
    func mistakesAreReportedWithTheirLine(_ text: String, _ message: String) {
        do throws(RecordingProblem) {
            _ = try Recording(text: text)
            Issue.record("it is taken for a recording")
        } catch {
            #expect(error.description == message)
        }
    }

    /// Each argument is a recording in Recordings/, made by `RecordingDeviceTests`, and a summary of its expected
    /// results. Beside the recording, a second file lists each expected change with its time.
    @Test(arguments: [
        ("bouncy-encoder", "count 10, speed one, 1 commits, 0 dropped, 0 presses"),
        ("any-turns", "count 16, speed one, 1 commits, 0 dropped, 0 presses"),
        ("fast-reversal", "count 1, speed one, 1 commits, 0 dropped, 0 presses"),
        ("lost-edges", "count 256, speed one, 1 commits, 78 dropped, 0 presses"),
        ("double-tap", "count 0, speed two, 0 commits, 0 dropped, 0 presses"),
        ("late-double-tap", "count 0, speed one, 0 commits, 0 dropped, 0 presses"),
        ("two-finger-twist", "count 2, speed one, 1 commits, 0 dropped, 0 presses"),
        ("unplugged-drag", "count 2, speed one, 1 commits, 0 dropped, 0 presses"),
        ("knob", "count 5, speed one, 1 commits, 0 dropped, 1 presses"),
        ("shuttle", "count 3, speed one, 2 commits, 0 dropped, 0 presses"),
    ])
    func replaysHaveTheRecordedResults(_ name: String, _ outcome: String) throws {
        let recording = try Recording(text: RecordingFile.text(of: name))
        let source = RecordingFile.source(ofType: recording.type)
        let instrument = try Instrument(sources: [source])
        instrument.keepsChanges = true
        instrument.play(recording, as: source)
        #expect(instrument.outcome == outcome)
        let changes = instrument.changeLines.map { $0 + "\n" }.joined()
        if let folder = Environment.value(of: "WHEELD_CHANGES") {
            try RecordingFile.write(changes, to: "\(folder)/\(name).changes")
        } else {
            #expect(try changes == RecordingFile.changes(of: name))
        }
    }

    /// After a loss of edges, the levels are compared with those at the beginning. Levels after the device was lost are
    /// not compared with earlier levels.
    @Test(arguments: [
        ("0 LEVEL_BUTTON 0\n1 LEVEL_BUTTON 1\n1 LOST 1\n2 BUTTON 0\n", "1 dropped, 1 presses"),
        ("0 LEVEL_BUTTON 0\n1 UNPLUGGED 1\n2 LEVEL_BUTTON 1\n2 LOST 1\n3 BUTTON 0\n", "1 dropped, 0 presses"),
    ])
    func aRecordingMayBeginWithALoss(_ events: String, _ outcome: String) throws {
        let recording = try Recording(text: "wheeld-recording 1\ntype gpio\n" + events)
        let source = RecordingFile.source(ofType: "gpio")
        let instrument = try Instrument(sources: [source])
        instrument.play(recording, as: source)
        #expect(instrument.outcome == "count 0, speed one, 0 commits, \(outcome)")
    }

    /// A Surface Dial counts tenths of a degree: 150 of them are one of its 24 detents.
    @Test func aRecordingKeepsWhatAKnobCounts() throws {
        let counts = "0 COUNTS_PER_TURN 3600\n1 REL_DIAL 100\n1 SYN_REPORT 0\n2 REL_DIAL 200\n2 SYN_REPORT 0\n"
        let recording = try Recording(text: "wheeld-recording 1\ntype evdev\n" + counts)
        let source = RecordingFile.source(ofType: "evdev")
        let instrument = try Instrument(sources: [source])
        instrument.play(recording, as: source)
        #expect(instrument.outcome == "count 2, speed one, 1 commits, 0 dropped, 0 presses")
    }

    /// Recordings of simulated contacts, one after another in random order, each as it is or reversed. Despite bounces
    /// and reversals, the number of detents is exact.
    @Test(arguments: [1, 2] as [UInt64]) func noneOfAHundredThousandEdgesLosesADetent(_ seed: UInt64) throws {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        // Each recording with its true number of detents.
        let pieces = try [("bouncy-encoder", 10), ("fast-reversal", 1), ("any-turns", 16)].map { name, detents in
            (try Recording(text: RecordingFile.text(of: name)), detents)
        }
        var whole = Recording(input: "input0", type: "gpio")
        var (start, edges, detents) = (Instant(microseconds: 0), 0, 0)
        while edges < 100_000 {
            let (piece, turned) = pieces[Int.random(in: pieces.indices, using: &generator)]
            let isTurnedRound = generator.once(in: 2)
            for event in piece.events {
                let code = !isTurnedRound ? event.code : ["A": "B", "B": "A"][event.code] ?? event.code
                whole.append(code: code, value: event.value, at: start + event.time)
                if code == "A" || code == "B" { edges += 1 }
            }
            detents += isTurnedRound ? -turned : turned
            start = start + (piece.events.last?.time ?? .zero) + .milliseconds(10)
        }
        let source = RecordingFile.source(ofType: "gpio")
        let instrument = try Instrument(sources: [source])
        instrument.keepsLines = false
        instrument.play(whole, as: source)
        #expect(instrument.count == detents)
    }
}

extension Instrument {
    /// Plays a recording, then lets a second pass.
    func play(_ recording: Recording, as source: InputSource) {
        let start = Instant(microseconds: 0)
        var settings = panel.settings.inputs[0]
        settings.source = source
        let replay = Replay(recording, as: settings, from: start, receiver: self)
        pass(until: replay.play() + .milliseconds(1000))
    }
}

enum RecordingFile {
    static func text(of name: String) throws -> String { try read("\(name).txt") }
    static func changes(of name: String) throws -> String { try read("\(name).changes") }

    private static func read(_ name: String) throws -> String {
        let path = FilePath.folder(of: #filePath) + "/Recordings/\(name)"
        return String(decoding: try Descriptor.open(path, .read).readAll(), as: UTF8.self)
    }

    static func write(_ text: String, to path: String) throws {
        let file = try Descriptor.open(path, [.write, .create, .truncate])
        try file.writeAll(Array(text.utf8))
    }

    /// The settings that the recordings were made with.
    static func source(ofType type: String) -> InputSource {
        switch type {
        case "gpio":
            .gpio(
                GPIOSettings(
                    encoder: GPIOEncoderSettings(a: .named("ENC_A"), b: .named("ENC_B")), button: .named("ENC_PUSH")))
        case "touch": .touch(TouchSettings())
        default: .evdev(EvdevSettings())
        }
    }
}
