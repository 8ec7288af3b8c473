internal import LinuxSystem
import Testing
internal import WheelClient

@testable import wheelctl

@Suite struct SocketCheckTests {
    private let check = SocketCheck(
        path: "/run/wheeld/wheeld.sock", startsService: "sudo systemctl enable --now wheeld.socket wheeld", user: "pi",
        version: "1.0.0")

    @Test func everyOutcomeHasAFinding() {
        let start = "sudo systemctl enable --now wheeld.socket wheeld"
        #expect(check.finding(.answers(version: "1.0.0", mayWrite: true)).verdict == .ok)
        #expect(check.finding(.answers(version: "0.9.0", mayWrite: true)).verdict == .note)
        let reader = check.finding(.answers(version: "1.0.0", mayWrite: false))
        #expect(reader.verdict == .note && reader.text.contains("pi may read, but not change anything"))
        #expect(
            check.finding(.missing(folderExists: true))
                == .wrong("socket", "/run/wheeld/wheeld.sock does not exist", start))
        #expect(
            check.finding(.missing(folderExists: false)).text
                == "/run/wheeld/wheeld.sock: the folder /run/wheeld does not exist")
        #expect(check.finding(.noListener).remedy == [start])
        #expect(
            check.finding(.denied(group: "input", permissions: 0o660)).remedy.first == "sudo usermod -aG input pi")
        // In these cases, joining the group would not help.
        for denied in [
            SocketCheck.Outcome.denied(group: "root", permissions: 0o660),
            .denied(group: "pi", permissions: 0o600), .denied(group: nil, permissions: nil),
        ] {
            #expect(check.finding(denied).remedy.first == "run wheelctl as the user that runs wheeld")
        }
        #expect(check.finding(.other("too many")).verdict == .wrong)
    }

    @Test func withoutAServiceItIsStartedByHand() {
        var check = check
        check.startsService = nil
        #expect(check.finding(.noListener).remedy == ["start wheeld, or name its socket with --socket"])
    }

    @Test(arguments: [
        (Errno.noSuchFile, "/tmp/none.sock", SocketCheck.Outcome.missing(folderExists: true)),
        (.noSuchFile, "/no/such/folder/s", .missing(folderExists: false)),
        (.connectionRefused, "/tmp/s", .noListener),
        (.accessDenied, "/no/such/folder/s", .denied(group: nil, permissions: nil)),
        (.accessDenied, "/proc/1/stat", .denied(group: "root", permissions: 0o444)),
    ])
    func errorsAreToldApart(_ error: Errno, _ path: String, _ outcome: SocketCheck.Outcome) {
        let failure = ClientError.noDaemon(socket: path, SystemError("connect", path, error))
        #expect(SocketCheck.Outcome(failure, socket: path) == outcome)
    }
}
