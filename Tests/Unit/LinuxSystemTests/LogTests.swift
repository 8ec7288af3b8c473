import Glibc
import Testing
import WheelCore

@testable import LinuxSystem

@Suite struct LogTests {
    @Test func onePlaceLogsManyLinesAtOnceAndFewInASecond() {
        var rate = LogRate()
        var time = Instant(microseconds: 0)
        let atOnce = Budget.logLines.atOnce
        #expect((0..<1000).compactMap { _ in rate.admit(at: time) } == Array(repeating: 0, count: atOnce))
        // The first line after the pause reports how many lines were left out.
        time = time + .milliseconds(100)
        #expect(rate.admit(at: time) == 1000 - atOnce)
        #expect(rate.admit(at: time) == nil)
        var written = 0
        for _ in 0..<10_000 {
            time = time + .milliseconds(1)
            if rate.admit(at: time) != nil { written += 1 }
        }
        #expect(written == 10 * Budget.logLines.perSecond)
        time = time + .seconds(3600)
        #expect((0..<1000).compactMap { _ in rate.admit(at: time) }.count == atOnce)
    }

    @Test(arguments: [
        (Log.Level.error, "<3>text\n", "wheeld: error: text\n"),
        (.warning, "<4>text\n", "wheeld: warning: text\n"),
        (.info, "<6>text\n", "wheeld: info: text\n"),
        (.debug, "<7>text\n", "wheeld: debug: text\n"),
    ])
    func lineBeginsWithTheLevel(level: Log.Level, journal: String, plain: String) {
        #expect(Log.line(level, "text", .journal) == journal)
        #expect(Log.line(level, "text", .plain(program: "wheeld")) == plain)
        #expect(Log.Level(level.name) == level)
    }

    @Test(arguments: [
        ("input knob: device lost (ENODEV), waiting", "input knob: device lost (ENODEV), waiting"),
        ("input a\n<0>b", "input a\\u{a}<0>b"),
        ("\u{1b}[2Jcleared\r\t", "\\u{1b}[2Jcleared\\u{d}\\u{9}"),
        ("a \u{202e}b\u{2028}<0>c", "a \\u{202e}b\\u{2028}<0>c"),
        ("Drehgeber für Höhe \u{9b}", "Drehgeber für Höhe \\u{9b}"),
    ])
    func textBecomesOneLine(text: String, line: String) {
        #expect(Log.line(.error, text, .journal) == "<3>\(line)\n")
    }

    @Test func refusesUnknownLevels() {
        #expect(Log.Level("verbose") == nil)
        #expect(Log.Level("Info") == nil)
    }

    @Test func recognizesTheJournal() throws {
        let pipe = try DescriptorPair.pipe()
        let status = try FileStatus(of: pipe.first)
        let here = "\(status.identity.device):\(status.identity.inode)"
        let plain = Log.Style.plain(program: "p")
        #expect(Log.style(journalStream: here, standardError: status, program: "p") == .journal)
        #expect(Log.style(journalStream: here + "1", standardError: status, program: "p") == plain)
        #expect(Log.style(journalStream: nil, standardError: status, program: "p") == plain)
        #expect(Log.style(journalStream: here, standardError: nil, program: "p") == plain)
    }

    @Test(arguments: [
        ("error", ["error"]), ("warning", ["error", "warning"]), ("info", ["error", "warning", "info"]),
        ("debug", ["error", "warning", "info", "debug"]),
    ])
    func writesLinesOfTheLevelAndAbove(level: String, said: [String]) throws {
        let output = try Helper.output(of: "exec $HELPER log \(level)")
        #expect(output == said.map { "LinuxSystemHelper: \($0): made 1\n" }.joined() + "\(said.count) texts made\n")
    }

    /// The log makes one write per line, so that lines of several processes do not mix.
    @Test func writesALineWithOneCall() {
        let trace = Helper.trace(["log", "debug"])
        // Skips the calls before the first write, by which the log finds out whether standard error is the journal.
        #expect(trace.calls.drop { $0 != "write" } == ["write", "write", "write", "write"])
    }
}
