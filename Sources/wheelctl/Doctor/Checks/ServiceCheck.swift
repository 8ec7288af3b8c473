/// Whether the service manager has wheeld, and how that fares.
enum ServiceCheck {
    static let subject = "service"
    private static let log = "journalctl -u wheeld -n 20     its last words"

    /// `nil`: systemd does not run here.
    static func finding(_ service: ServiceState?) -> Finding {
        guard let service else { return .note(subject, "no systemd runs here: wheeld is started by hand") }
        switch service.load {
        case "loaded": break
        case "masked":
            return .wrong(subject, "wheeld.service is masked, so nothing starts it", "sudo systemctl unmask wheeld")
        case "not-found": return .note(subject, "wheeld.service is not installed: wheeld is started by hand")
        default:
            return .wrong(subject, "wheeld.service cannot be loaded (\(service.load))", "systemctl status wheeld")
        }
        switch (service.active, service.sub) {
        case ("failed", _) where service.exitStatus == "78":
            return .wrong(
                subject, "wheeld.service has failed: the configuration is wrong", "wheeld --check-config",
                "sudo systemctl restart wheeld")
        case ("failed", _): return .wrong(subject, "wheeld.service has failed\(service.how)", log, restart)
        case (_, "auto-restart"): return .wrong(subject, "wheeld.service fails again and again\(service.how)", log)
        case ("active", _), ("reloading", _): return startedAtBoot(service, "wheeld.service runs")
        case ("activating", _): return .note(subject, "wheeld.service is starting")
        default:
            guard service.socketActive == "active" else {
                return .wrong(
                    subject, "wheeld.service does not run", "sudo systemctl enable --now wheeld.socket wheeld")
            }
            return startedAtBoot(service, "wheeld.service does not run; wheeld.socket starts it with the first program")
        }
    }

    private static let restart = "sudo systemctl restart wheeld"

    private static func startedAtBoot(_ service: ServiceState, _ text: String) -> Finding {
        guard service.file == "disabled", service.socketFile != "enabled" else { return .ok(subject, text) }
        return .note(
            subject, "\(text), but not after a restart of the machine", "sudo systemctl enable wheeld.socket wheeld")
    }
}

extension ServiceState {
    /// How it ended, where that says something.
    fileprivate var how: String {
        switch result {
        case "", "success": ""
        case "exit-code": " (exit status \(exitStatus))"
        case "start-limit-hit": " (started too often)"
        default: " (\(result))"
        }
    }
}
