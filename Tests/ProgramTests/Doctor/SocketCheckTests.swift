internal import LinuxSystem
import Testing
internal import WheelClient

@testable import wheelctl

/// The daemon's socket, and the words for what is found.
@Suite struct SocketCheckTests {
    private let check = SocketCheck(
        path: "/run/wheeld/wheeld.sock", isServiceInstalled: true, asker: "pi", version: "1.0.0")

    @Test func everyOutcomeHasItsWords() {
        let start = "sudo systemctl enable --now wheeld.socket wheeld"
        #expect(check.finding(.answers(version: "1.0.0", mayWrite: true)).verdict == .ok)
        #expect(check.finding(.answers(version: "0.9.0", mayWrite: true)).verdict == .note)
        let reader = check.finding(.answers(version: "1.0.0", mayWrite: false))
        #expect(reader.verdict == .note && reader.text.contains("pi may read, but not change anything"))
        #expect(
            check.finding(.missing(isFolderThere: true))
                == .wrong("socket", "/run/wheeld/wheeld.sock is not there", start))
        #expect(
            check.finding(.missing(isFolderThere: false)).text
                == "/run/wheeld/wheeld.sock: the folder /run/wheeld is not there")
        #expect(check.finding(.nobodyListens).remedy == [start])
        #expect(
            check.finding(.denied(group: "input", permissions: 0o660)).remedy.first == "sudo usermod -aG input pi")
        // The group would not help.
        for denied in [
            SocketCheck.Outcome.denied(group: "root", permissions: 0o660),
            .denied(group: "pi", permissions: 0o600), .denied(group: nil, permissions: nil),
        ] {
            #expect(check.finding(denied).remedy.first == "ask as the user who runs wheeld")
        }
        #expect(check.finding(.other("too many")).verdict == .wrong)
    }

    @Test func withoutAServiceItIsStartedByHand() {
        var check = check
        check.isServiceInstalled = false
        #expect(check.finding(.nobodyListens).remedy == ["start wheeld, or name its socket with --socket"])
    }

    @Test(arguments: [
        (Errno.noSuchFile, "/tmp/none.sock", SocketCheck.Outcome.missing(isFolderThere: true)),
        (.noSuchFile, "/no/such/folder/s", .missing(isFolderThere: false)),
        (.connectionRefused, "/tmp/s", .nobodyListens),
        (.accessDenied, "/no/such/folder/s", .denied(group: nil, permissions: nil)),
        (.accessDenied, "/proc/1/stat", .denied(group: "root", permissions: 0o444)),
    ])
    func errorsAreToldApart(_ error: Errno, _ path: String, _ outcome: SocketCheck.Outcome) {
        let failure = ClientError.noDaemon(socket: path, SystemError("connect", path, error))
        #expect(SocketCheck.Outcome(failure, socket: path) == outcome)
    }

    @Test func configurationsAreCheckedAsTheDaemonDoes() throws {
        func verdicts(_ path: String, isNamed: Bool) -> [Finding.Verdict] {
            ConfigurationCheck.findings(path, ConfigurationCheck.read(path, isNamed: isNamed)).map(\.verdict)
        }
        #expect(verdicts("/no/such/file", isNamed: false) == [.ok])
        #expect(verdicts("/no/such/file", isNamed: true) == [.wrong])
        #expect(verdicts(try Scratch.file("[[control]]\nname = 3\nkind = \"gate\"\n"), isNamed: true).contains(.wrong))
        #expect(verdicts(Repository.path + "/docs/examples/wheeld.toml", isNamed: true) == [.ok])
        let wrong = try Scratch.file("[socket]\npat = \"/x\"\n")
        #expect(
            ConfigurationCheck.findings(wrong, ConfigurationCheck.read(wrong, isNamed: true)).first?.text
                .hasPrefix("\(wrong):2:1: ") == true)
    }

    @Test func findingsAreLinesForAPersonAndObjectsForAProgram() {
        let findings: [Finding] = [.ok("user", "all"), .wrong("input knob", "a \"b\"", "do this", "or that")]
        #expect(
            findings.lines == [
                "ok     user        all", "wrong  input knob  a \"b\"", "                   → do this",
                "                   → or that",
            ])
        #expect(
            findings[1].json
                == #"{"check":"input knob","verdict":"wrong","text":"a \"b\"","remedy":["do this","or that"]}"#)
    }
}
