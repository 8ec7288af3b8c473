internal import LinuxSystem
import TestSupport
import Testing
import WheelCore
import WheelInput
import WheelModel
import WheelWire

@testable import wheeld

@Suite struct SessionTests {
    init() { Log.level = .error }

    /// `scripts/fuzz session SECONDS` plays for this time, from random seeds.
    private static let seconds = Environment.value(of: "WHEELD_SESSION_SECONDS").flatMap { Double($0) }
    /// `scripts/fuzz sessions COUNT` plays this number of sessions.
    private static let count = Environment.value(of: "WHEELD_SESSIONS").flatMap { Int($0) }

    @Test func randomSessionsAreReplayedToTheByte() throws {
        guard let seconds = Self.seconds else {
            return #expect(try Self.search(seed: 31, cases: Self.count ?? 100) == nil)
        }
        let end = MonotonicClock.now + .seconds(seconds)
        var found: String?
        while found == nil, MonotonicClock.now < end {
            found = try Self.search(seed: .random(in: 0 ... .max), cases: 100)
        }
        #expect(found == nil)
    }

    private static func search(seed: UInt64, cases: Int) throws -> String? {
        try counterexample("sessions", seed: seed, cases: cases) { try RandomSession($0).difference() }
    }

    // MARK: Recordings

    private static let head = """
        wheeld-session 1
        # wheeld 0.1.0
        options []
        configuration ["a.toml","[[control]]\\nname = \\"gain\\"\\nkind = \\"float\\"\\nrange = \\"[0, 10]\\"\\n"]
        state {"version":1,"controls":[{"control":"gain","value":4}],"inputs":[],"page":null}

        """

    private static func replayed(_ text: String) throws(RecordingProblem) -> String {
        final class Sink { var text = "" }
        let sink = Sink()
        var player = SessionPlayer(text)
        try player.play { sink.text += String(decoding: $0, as: UTF8.self) }
        return sink.text
    }

    @Test func aRecordingBeginsWithItsStateAndKeepsItsTimes() throws {
        let lines = try Self.replayed(
            Self.head + """
                8215.402190 client 3 {"op":"set","control":"gain","value":6,"commit":false}
                # Somebody has written a comment.
                8225.402190 wake
                8300.000000 end

                """)
        #expect(
            lines == """
                {"event":"value","seq":1,"time":8215.402190,"control":"gain","value":6,"speed":"coarse","source":"client","client":3,"editing":true,"delta":2}
                {"event":"commit","seq":2,"time":8225.402190,"control":"gain","value":6,"source":"client","client":3}

                """, "\(lines)")
    }

    @Test func aRecordingThatIsCutIsReplayedUpToTheCut() throws {
        let set = "8215.402190 client 3 {\"op\":\"set\",\"control\":\"gain\",\"value\":6}\n"
        let whole = try Self.replayed(Self.head + set)
        #expect(whole.split(separator: "\n").count == 2)
        for cut in 1..<set.utf8.count { #expect(try Self.replayed(Self.head + set + set.prefix(cut)) == whole) }
    }

    @Test func aReportIsReplayedFromItsSession() throws {
        let report = "wheeld-report 1\n\n== log\nwheeld: something\n\n== session\n"
        #expect(try Self.replayed(report + Self.head).isEmpty)
    }

    @Test(arguments: [
        ("", 1, "is no recording of a session: its first line is not 'wheeld-session 1'"),
        ("wheeld-session 2\n", 1, "is no recording of a session: its first line is not 'wheeld-session 1'"),
        (
            "wheeld-report 1\n== log\n", 2,
            "the report contains no session: wheelctl report --session FILE adds one"
        ),
        (
            "wheeld-session 1\noptions []\nconfiguration [\"a.toml\",\"[[control]]\\n\"]\nstate {\"version\":1}\n", 4,
            "this version of wheeld refuses the configuration: a.toml:1:1: [[control]] needs 'kind', as kind = \"float\""
        ),
        (
            "wheeld-session 1\noptions []\nconfiguration []\nstate {}\n", 4,
            "the state cannot be read: 'version' is missing"
        ),
        ("wheeld-session 1\n1.000000 wake\n", 2, "this line does not begin with 'options'"),
        (
            "wheeld-session 1\noptions [\"--gpio\"]\nconfiguration []\nstate {\"version\":1}\n", 4,
            "--gpio needs an argument (see wheeld --help)"
        ),
    ]) func aWrongStartIsRefused(text: String, line: Int, message: String) {
        #expect(Self.problem(text) == "line \(line): \(message)")
    }

    @Test(arguments: [
        ("x wake", "'x' is no time in seconds"),
        ("1.000000", "what has happened is missing"),
        ("1.000000 dance", "'' is no whole number from 0 to 33"),
        ("1.000000 dance 0", "'dance' is unknown to this version of wheeld"),
        ("1.000000 wake up", "there is more than expected: 'up'"),
        ("1.000000 wake {}", "there is more than expected: '{}'"),
        ("1.000000 turned 99 120", "'99' is no whole number from 0 to 33"),
        ("1.000000 turned 0 much", "'much' is no whole number from -1099511627776 to 1099511627776"),
        ("1.000000 moved 0 2", "'2' is no number from 0.0 to 1.0"),
        ("1.000000 touched 0 1 nan 0 0", "'nan' is no number from -1000000000000.0 to 1000000000000.0"),
        ("1.000000 touched 0 1 0 0 0 1 0 0 0", "a finger occurs twice, or there are more than 1000"),
        ("1.000000 device 0 [\"fine\",\"\"]", "'fine' is no state of a device"),
        ("1.000000 client 1 {\"op\":\"get\"}", "the request cannot be read: get: 'control' is missing"),
        ("1.000000 client 1 {\"op\":\"list\"}", "'list' is no request of this kind of line"),
        ("1.000000 hand 0 {\"op\":\"apply\",\"control\":\"gain\"}", "the request of a hand needs a 'view'"),
        ("1.000000 layout -1 7 0 480 480 3.8 3.8 1 0", "'7' is no whole number from -1 to 0"),
        ("1.000000 layout 0 0 0 480 480 3.8 3.8 1 0", "'0' is no whole number from -1 to -1"),
        ("1.000000 layout -1 0 0 480 480 0 3.8 1 0", "'0' is no number from 0.1 to 1000.0"),
        ("1.000000 view-layout -1 0 0 {\"op\":\"view\"}", "the view has no size"),
        (
            "1.000000 view-layout -1 0 0 {\"op\":\"view\",\"width\":9,\"height\":9}",
            "this picture has no touch targets"
        ),
        ("1.000000 view 99 1", "'99' is no whole number from 0 to 31"),
        (
            "1.000000 reload [\"b.toml\",\"[[control]]\\n\"]",
            "this version of wheeld refuses the configuration: b.toml:1:1: [[control]] needs 'kind', as kind = \"float\""
        ),
    ]) func aWrongLineIsRefused(line: String, message: String) {
        #expect(Self.problem(Self.head + line + "\n") == "line 6: \(message)")
    }

    private static func problem(_ text: String) -> String? {
        do throws(RecordingProblem) {
            _ = try replayed(text)
            return nil
        } catch {
            return "line \(error.line): \(error.message)"
        }
    }

    // MARK: The file

    @Test func theFileIsBoundedAndSaysSo() throws {
        let path = "/tmp/wheeld-session-\(UInt64.random(in: 0...UInt64.max))"
        defer { try? KernelFileCalls().unlink(path) }
        let file = try SessionFile(path)
        let part = [UInt8](repeating: UInt8(ascii: "#"), count: 1 << 20) + [UInt8(ascii: "\n")]
        var count = 0
        // `write` returns false once the file is full, or earlier if the disk is too slow.
        while file.write(part) { count += 1 }
        file.finish()
        let text = try NamedFile.read(path, limit: SessionFile.longest + 1000)
        #expect(count <= SessionFile.longest / part.count)
        #expect(text.count > count * part.count)
        let end = String(decoding: text[(count * part.count)...], as: UTF8.self)
        #expect(end.hasPrefix("# The recording ends here: ") && end.hasSuffix("\n"), "\(end)")
        #expect(try FileStatus(path: path).permissions == 0o600)
    }
}
