import WheelCore
import WheelInput

/// Whether the lines of an input are available, and if not, which program or driver uses them.
struct LineCheck {
    var input: String
    /// Whether the settings give every line by its name. Such lines are found on any chip.
    var namesLines = true
    var namesChip = false
    /// Whether a daemon answers. If so, lines with the consumer label `wheeld` belong to the daemon.
    var daemonAnswers = false
    /// The daemon's reason why it does not have the lines; `nil` if it has them, and without a daemon.
    var absence: String?
    /// The state of the encoder's contacts at a detent; `nil` if the levels do not show it.
    var rest: EncoderRest?
    var boot: BootConfiguration?
    var isRoot = false

    private var subject: String { "input \(input)" }

    func findings(
        _ survey: Result<LineSurvey, GPIOProblem>,
        holder: (_ line: LineSurvey.Line, _ chip: String) -> LineHolder
    ) -> [Finding] {
        switch survey {
        case .failure(let problem):
            // The daemon may be permitted to open the chip although the caller is not. Then the daemon's reason is
            // reported.
            if let absence, [.accessDenied, .notPermitted].contains(problem.error) {
                return [.absent(subject, absence)]
            }
            return [finding(problem)]
        case .success(let survey):
            let used = survey.lines.filter(\.isUsed)
            guard !used.isEmpty else {
                if let absence { return [.absent(subject, absence)] }
                let names = survey.lines.map(\.name).joined(separator: ", ")
                // The text does not say "free": the kernel does not report to every user whether a bus uses the pin.
                return [.ok(subject, "\(names) on \(survey.chip) (\(survey.label)), not in use as GPIO")]
            }
            var findings: [Finding] = []
            for line in used {
                let finding = finding(line, survey, holder(line, survey.chip))
                // The findings for lines in use by the daemon are equal, so only one of them is reported.
                if finding.verdict == .wrong || !findings.contains(finding) { findings.append(finding) }
            }
            return findings
        }
    }

    private func finding(_ problem: GPIOProblem) -> Finding {
        switch problem.error {
        case .accessDenied?, .notPermitted?: return .unreadable(subject, "the chip of its lines")
        case .noSuchFile? where namesChip && namesLines:
            return .wrong(
                subject, problem.description, "leave `chip` out: its lines are found by their names on any chip")
        default: return .wrong(subject, problem.description, "wheelctl devices     lists the chips and their lines")
        }
    }

    private func finding(_ line: LineSurvey.Line, _ survey: LineSurvey, _ holder: LineHolder) -> Finding {
        let place = "\(line.name) on \(survey.chip)"
        let label = line.consumer.map { "'\($0)'" } ?? "a user without a label"
        switch holder {
        case .wheeld where daemonAnswers:
            return .ok(subject, "wheeld uses its lines on \(survey.chip)" + (rest.map { ", \($0.explanation)" } ?? ""))
        case .wheeld: return .note(subject, "another wheeld uses its lines on \(survey.chip)")
        case .program(let process):
            return .wrong(
                subject, "\(place) is taken by the program \(process.words)", "end that program, or wire other lines")
        case .sysfs:
            return .wrong(
                subject, "\(place) is taken through /sys/class/gpio, the deprecated interface",
                "end the program that uses it; ls /sys/class/gpio shows the line's number there",
                "echo NUMBER | sudo tee /sys/class/gpio/unexport")
        case .driver(let driver): return finding(line, "\(place) is taken by \(driver.words), as \(label)", driver)
        case .unknown:
            return .wrong(
                subject, "\(place) is taken by \(label)",
                isRoot
                    ? "no program uses it, so a driver of the kernel does: look for its overlay or device tree entry"
                    : "sudo wheelctl doctor     says whether a program or the kernel uses it")
        }
    }

    private func finding(_ line: LineSurvey.Line, _ text: String, _ driver: LineDriver) -> Finding {
        var finding = Finding.wrong(subject, text)
        if let boot, let found = boot.line(givingPin: line.offset, toAnyOf: driver.overlays) {
            finding.remedy = ["remove line \(found.number) of \(boot.path), \(found.text), and restart the machine"]
        } else {
            let names = driver.overlays.filter { $0.last != "*" }.prefix(3).map { "dtoverlay=\($0)" }
            let overlay = names.isEmpty ? "its overlay" : names.joined(separator: ", ")
            finding.remedy = [
                "remove \(overlay) from \(boot?.path ?? BootConfiguration.paths[0]), or the device tree entry that loads"
                    + " the driver, and restart the machine"
            ]
        }
        if let alternative = driver.alternative { finding.remedy.append(alternative) }
        return finding
    }
}

extension EncoderRest {
    /// An explanation for users whose clicks are counted in the wrong place.
    fileprivate var explanation: String {
        let place =
            switch self {
            case .open: "where both contacts are open"
            case .closed: "where both contacts are closed"
            case .a: "where only contact A is closed"
            case .b: "where only contact B is closed"
            case .any: "by the distance from the one before"
            }
        return "and counts a click \(place) (rest = \"\(rawValue)\"; wheelctl learn finds it)"
    }
}
