enum ServiceCheck {
    private static let subject = "service"
    static let showLog = "journalctl -u wheeld -n 20     shows its last messages"
    private static let showOwnLog = "journalctl --user -u wheeld -n 20     shows its last messages"

    /// The finding about the service. `service` is `nil` if systemd does not run.
    static func finding(_ service: ServiceState?) -> Finding {
        guard let service else { return .note(subject, "systemd does not run: start wheeld by hand") }
        let showLog = service.isOwn ? showOwnLog : showLog
        let restart = "\(service.systemctl) restart wheeld"
        switch service.load {
        case "loaded": break
        case "masked":
            return .wrong(
                subject, "wheeld.service is masked, so nothing starts it", "\(service.systemctl) unmask wheeld")
        case "not-found": return .note(subject, "wheeld.service is not installed: start wheeld by hand")
        default:
            return .wrong(subject, "wheeld.service cannot be loaded (\(service.load))", "systemctl status wheeld")
        }
        switch (service.active, service.sub) {
        case ("failed", _) where service.exitStatus == "78":
            let file = service.configuration.map { " \($0)" } ?? ""
            return .wrong(
                subject, "wheeld.service has failed: the configuration is wrong", "wheeld --check-config\(file)",
                restart)
        case ("failed", _):
            return .wrong(subject, "wheeld.service has failed\(service.failureWords)", showLog, restart)
        case (_, "auto-restart"):
            return .wrong(subject, "wheeld.service fails again and again\(service.failureWords)", showLog)
        case ("active", _), ("reloading", _):
            return okIfEnabled(service, service.isOwn ? "your own wheeld.service runs" : "wheeld.service runs")
        case ("activating", _): return .note(subject, "wheeld.service is starting")
        default:
            guard service.socketActive == "active" else {
                return .wrong(subject, "wheeld.service does not run", service.enable)
            }
            return okIfEnabled(
                service, "wheeld.service does not run; wheeld.socket starts it when the first client connects")
        }
    }

    private static func okIfEnabled(_ service: ServiceState, _ text: String) -> Finding {
        guard service.file == "disabled", service.socketFile != "enabled" else { return .ok(subject, text) }
        return .note(
            subject, "\(text), but not after a restart of the machine",
            "\(service.systemctl) enable wheeld.socket wheeld")
    }
}

extension ServiceState {
    fileprivate var failureWords: String {
        switch result {
        case "", "success": ""
        case "exit-code": " (exit status \(exitStatus))"
        case "start-limit-hit": " (started too often)"
        default: " (\(result))"
        }
    }
}
