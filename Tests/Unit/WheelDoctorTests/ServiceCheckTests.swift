import Testing

@testable import wheelctl

@Suite struct ServiceCheckTests {
    /// The output of `systemctl show`, with a short description for the test report.
    struct Shown: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: String
    }

    private static func shown(
        _ load: String, _ active: String, _ sub: String = "running", file: String = "enabled",
        result: String = "success",
        status: String = "0", socket: String = "active", socketFile: String = "enabled", options: String = ""
    ) -> Shown {
        let text = """
            ExecMainStatus=\(status)
            ExecStart={ path=/usr/sbin/wheeld ; argv[]=/usr/sbin/wheeld\(options) ; ignore_errors=no ; pid=0 }
            Result=\(result)
            User=wheeld
            SupplementaryGroups=input gpio
            Id=wheeld.service
            LoadState=\(load)
            ActiveState=\(active)
            SubState=\(sub)
            UnitFileState=\(file)

            Result=success
            Id=wheeld.socket
            LoadState=loaded
            ActiveState=\(socket)
            SubState=listening
            UnitFileState=\(socketFile)

            Id=wheel-web.service
            LoadState=loaded
            UnitFileState=enabled

            """
        return Shown(testDescription: "\(load) \(active) \(sub) \(result)", text: text)
    }

    @Test func systemctlOutputIsParsed() {
        let service = ServiceState(
            shown: Self.shown("loaded", "failed", "failed", result: "exit-code", status: "78").text)
        #expect(service.isInstalled && service.active == "failed" && service.exitStatus == "78")
        #expect(service.user == "wheeld" && service.groups == ["input", "gpio"])
        #expect(service.socketActive == "active" && service.socketFile == "enabled")
        #expect(service.webFile == "enabled")
        #expect(service.configuration == nil)
        #expect(ServiceState(shown: "").isInstalled == false)
    }

    @Test(arguments: [
        (shown("not-found", "inactive"), Finding.Verdict.note, "is not installed", String?.none),
        (shown("loaded", "active"), .ok, "wheeld.service runs", nil),
        (
            shown("loaded", "active", file: "disabled", socketFile: "disabled"), .note, "not after a restart",
            "sudo systemctl enable wheeld.socket wheeld"
        ),
        (shown("loaded", "inactive", "dead"), .ok, "wheeld.socket starts it", nil),
        (
            shown("loaded", "inactive", "dead", socket: "inactive"), .wrong, "does not run",
            "sudo systemctl enable --now wheeld.socket wheeld"
        ),
        (
            shown("loaded", "failed", "failed", result: "exit-code", status: "78"), .wrong,
            "the configuration is wrong",
            "wheeld --check-config"
        ),
        (
            shown("loaded", "failed", "failed", result: "exit-code", status: "1"), .wrong, "has failed (exit status 1)",
            "journalctl -u wheeld -n 20     shows its last messages"
        ),
        (shown("loaded", "failed", "failed", result: "watchdog"), .wrong, "has failed (watchdog)", nil),
        (
            shown("loaded", "activating", "auto-restart", result: "exit-code", status: "1"), .wrong, "again and again",
            "journalctl -u wheeld -n 20     shows its last messages"
        ),
        (shown("masked", "inactive", "dead"), .wrong, "is masked", "sudo systemctl unmask wheeld"),
        (shown("bad-setting", "inactive", "dead"), .wrong, "cannot be loaded (bad-setting)", "systemctl status wheeld"),
    ])
    func everyStateHasAFinding(_ shown: Shown, _ verdict: Finding.Verdict, _ words: String, _ remedy: String?) {
        let finding = ServiceCheck.finding(ServiceState(shown: shown.text))
        #expect(finding.verdict == verdict)
        #expect(finding.text.contains(words), "\(finding.text)")
        if let remedy { #expect(finding.remedy.first == remedy) }
        #expect(verdict != .wrong || !finding.remedy.isEmpty)
    }

    @Test func ownServiceHasRemediesOfItsOwn() {
        let file = "/home/pi/.config/wheeld/wheeld.toml"
        func finding(_ shown: Shown) -> Finding {
            var service = ServiceState(shown: shown.text)
            service.isOwn = true
            return ServiceCheck.finding(service)
        }
        #expect(
            finding(Self.shown("loaded", "failed", "failed", status: "78", options: " --config \(file)")).remedy
                == ["wheeld --check-config \(file)", "systemctl --user restart wheeld"])
        #expect(
            finding(Self.shown("loaded", "failed", "failed", result: "watchdog")).remedy.first
                == "journalctl --user -u wheeld -n 20     shows its last messages")
        #expect(
            finding(Self.shown("loaded", "inactive", "dead", socket: "inactive")).remedy
                == ["systemctl --user enable --now wheeld.socket wheeld"])
        #expect(finding(Self.shown("loaded", "active")) == .ok("service", "your own wheeld.service runs"))
    }

    @Test(arguments: [
        (shown("loaded", "inactive", "dead", file: "disabled", socket: "inactive", socketFile: "disabled"), false),
        (shown("loaded", "inactive", "dead", file: "disabled", socket: "active", socketFile: "disabled"), true),
        (shown("loaded", "inactive", "dead", file: "disabled", socket: "inactive", socketFile: "enabled"), true),
        (shown("loaded", "inactive", "dead", file: "enabled", socket: "inactive", socketFile: "disabled"), true),
        (shown("loaded", "failed", "failed", file: "disabled", socket: "inactive", socketFile: "disabled"), true),
        (shown("loaded", "active", file: "disabled", socket: "inactive", socketFile: "disabled"), true),
    ])
    func unitsAreUsedThatRunOrWillRun(_ shown: Shown, _ isUsed: Bool) {
        #expect(ServiceState(shown: shown.text).isUsed == isUsed)
    }

    @Test func missingSystemdIsReported() {
        #expect(ServiceCheck.finding(nil).verdict == .note)
    }
}
