import WheelCore
import WheelScreen
import WheelWire

/// Whether a display has a screen.
struct DisplayCheck {
    var display: String
    var output: DisplayOutput
    /// The daemon's report of this display; `nil` without a daemon, and before the daemon has opened the display.
    var reported: Statistics.Display?
    var daemonAnswers = false
    /// Whether the caller may see the processes of all users.
    var isRoot = false

    private var subject: String { "display \(display)" }

    /// The finding that needs no examination of the screen, because the daemon shows its picture there; else `nil`.
    var findingOfDaemon: Finding? {
        guard let reported, reported.state == .attached else { return nil }
        return .ok(subject, "\(reported.detail), where wheeld shows its picture")
    }

    func finding(_ screen: Result<String, ScreenProblem>, users: [OpenFiles.Process]) -> Finding {
        switch screen {
        case .success(let name):
            guard let reported else { return .ok(subject, name) }
            return .wrong(
                subject, "wheeld has no screen, although \(name) is free: \(reported.detail)",
                "journalctl -u wheeld -n 50     shows what wheeld tried")
        case .failure(.taken(let text)): return taken(text, users)
        // With `output = "auto"` a screen is optional, so its absence is only a note.
        case .failure(.absent(let text)) where output == .automatic:
            return .note(subject, "\(text), so nothing is shown; wheeld uses a screen as soon as it is plugged in")
        case .failure(.absent(let text)): return .wrong(subject, text, absenceRemedy)
        case .failure(.unusable(let text)): return .wrong(subject, text, "name another output in [[display]]")
        case .failure(.failed(let error)) where error.errno == .accessDenied:
            // The daemon may be permitted to open the screen although the caller is not. Then the daemon's reason is
            // reported.
            return reported.map { .absent(subject, $0.detail) } ?? .unreadable(subject, error.subject ?? "its screen")
        case .failure(.failed(let error)) where error.errno == .busy: return taken("\(error)", users)
        case .failure(.failed(let error)):
            return .wrong(subject, "\(error)", "journalctl -k -n 50     shows the kernel's messages")
        }
    }

    private func taken(_ text: String, _ users: [OpenFiles.Process]) -> Finding {
        if users.contains(where: { $0.name == "wheeld" }) {
            guard let reported else { return .ok(subject, "wheeld shows its picture there") }
            return .wrong(
                subject, reported.detail, "name a connector for each display, as output = \"drm:DSI-1\"",
                "ls /sys/class/drm     lists the connectors")
        }
        if users.isEmpty, daemonAnswers, !isRoot {
            return .note(subject, "\(text), which may be wheeld", "sudo wheelctl doctor     names the program")
        }
        let names = users.isEmpty ? "" : ": \(users.map(\.words).joined(separator: ", "))"
        return .wrong(
            subject, text + names, "end that program; a desktop: sudo systemctl stop display-manager",
            "to start without a desktop: sudo systemctl set-default multi-user.target, then restart the machine")
    }

    private var absenceRemedy: String {
        switch output {
        case .fbdev: "load the panel's overlay or driver; or set output = \"drm\" for a graphics card"
        case .connector: "plug a screen in there; ls /sys/class/drm lists the connectors"
        case .automatic, .drm, .remote, .none:
            "plug a screen in, or load the panel's overlay; output = \"none\" turns the display off"
        }
    }
}
