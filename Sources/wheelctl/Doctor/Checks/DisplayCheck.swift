import WheelScreen
import WheelSettings

/// Whether a display has a screen.
struct DisplayCheck {
    var display: String
    var output: DisplayOutput
    var daemonAnswers = false
    /// Whether who asks is told of everybody's processes.
    var isRoot = false

    private var subject: String { "display \(display)" }

    /// `users`: who has its devices open.
    func finding(_ screen: Result<String, ScreenProblem>, users: [OpenFiles.Process]) -> Finding {
        switch screen {
        case .success(let name): return .ok(subject, name)
        case .failure(.taken(let text)): return taken(text, users)
        // What is not asked for by name may be left out.
        case .failure(.absent(let text)) where output == .automatic:
            return .note(subject, "\(text), so nothing is shown; a screen that is plugged in is taken at once")
        case .failure(.absent(let text)): return .wrong(subject, text, absenceRemedy)
        case .failure(.unusable(let text)): return .wrong(subject, text, "name another output in [[display]]")
        case .failure(.failed(let error)) where error.errno == .accessDenied:
            return .unseen(subject, error.subject ?? "its screen")
        case .failure(.failed(let error)) where error.errno == .busy: return taken("\(error)", users)
        case .failure(.failed(let error)):
            return .wrong(subject, "\(error)", "journalctl -k -n 50     the kernel's words")
        }
    }

    private func taken(_ text: String, _ users: [OpenFiles.Process]) -> Finding {
        if users.contains(where: { $0.name == "wheeld" }) { return .ok(subject, "wheeld shows its picture there") }
        if users.isEmpty, daemonAnswers, !isRoot {
            return .note(subject, "\(text), which may be wheeld", "sudo wheelctl doctor     says who has it")
        }
        let who = users.isEmpty ? "" : ": \(users.map(\.words).joined(separator: ", "))"
        return .wrong(
            subject, text + who, "end that program; a desktop: sudo systemctl stop display-manager",
            "for good: sudo systemctl set-default multi-user.target, then restart the machine")
    }

    private var absenceRemedy: String {
        switch output {
        case .fbdev: "load the panel's overlay or driver; or output = \"drm\" for a graphics card"
        case .automatic, .drm, .terminal, .none:
            "plug a screen in, or load the panel's overlay; output = \"none\" leaves the display out"
        }
    }
}
