import WheelInput
import WheelSettings

/// Whether the lines of an input can be had, and if not, who has them.
struct LineCheck {
    var input: String
    /// Whether the settings name the lines, so that they are found on whichever chip.
    var namesLines = true
    var namesChip = false
    /// Whether a daemon answers, which then has what `wheeld` has.
    var daemonAnswers = false
    var boot: BootConfiguration?
    var isRoot = false

    private var subject: String { "input \(input)" }

    func findings(_ survey: Result<LineSurvey, LineSurvey.Obstacle>, holder: (LineSurvey.Line, String) -> LineHolder)
        -> [Finding]
    {
        switch survey {
        case .failure(let obstacle): return [finding(obstacle)]
        case .success(let survey):
            let taken = survey.lines.filter(\.isUsed)
            guard !taken.isEmpty else {
                let names = survey.lines.map(\.name).joined(separator: ", ")
                // Not "free": the kernel does not tell everybody whether a bus uses the pin.
                return [.ok(subject, "\(names) on \(survey.chip) (\(survey.label)), not in use as GPIO")]
            }
            var findings: [Finding] = []
            for line in taken {
                let finding = finding(line, survey, holder(line, survey.chip))
                // One word for all lines that the daemon has.
                if finding.verdict == .wrong || !findings.contains(finding) { findings.append(finding) }
            }
            return findings
        }
    }

    private func finding(_ obstacle: LineSurvey.Obstacle) -> Finding {
        switch obstacle.error {
        case .accessDenied?, .notPermitted?: return .unseen(subject, "its lines")
        case .noSuchFile? where namesChip && namesLines:
            return .wrong(
                subject, obstacle.text,
                "leave `chip` out: its lines are found by their names, whatever the chip is called")
        default: return .wrong(subject, obstacle.text, "wheelctl devices     lists the chips and lines that there are")
        }
    }

    private func finding(_ line: LineSurvey.Line, _ survey: LineSurvey, _ holder: LineHolder) -> Finding {
        let place = "\(line.name) on \(survey.chip)"
        let name = line.consumer.map { "'\($0)'" } ?? "somebody without a name"
        switch holder {
        case .wheeld where daemonAnswers: return .ok(subject, "wheeld has its lines on \(survey.chip)")
        case .wheeld: return .note(subject, "another wheeld has its lines on \(survey.chip)")
        case .program(let process):
            return .wrong(
                subject, "\(place) is taken by the program \(process.words)", "end that program, or wire other lines")
        case .sysfs:
            return .wrong(
                subject, "\(place) is taken through /sys/class/gpio, the old interface",
                "end the program that uses it; ls /sys/class/gpio shows the line's number there",
                "echo NUMBER | sudo tee /sys/class/gpio/unexport")
        case .driver(let driver): return finding(line, "\(place) is taken by \(driver.words), as \(name)", driver)
        case .somebody:
            return .wrong(
                subject, "\(place) is taken by \(name)",
                isRoot
                    ? "no program has it, so a driver of the kernel does: look for its overlay or device tree entry"
                    : "sudo wheelctl doctor     says whether a program or the kernel has it")
        }
    }

    private func finding(_ line: LineSurvey.Line, _ text: String, _ driver: LineDriver) -> Finding {
        var steps: [String] = []
        if let boot, let found = boot.line(givingPin: line.offset, toAnyOf: driver.overlays) {
            steps.append("remove line \(found.number) of \(boot.path), \(found.text), and restart the machine")
        } else {
            let names = driver.overlays.filter { $0.last != "*" }.prefix(3).map { "dtoverlay=\($0)" }
            let place = boot?.path ?? BootConfiguration.places[0]
            let which = names.isEmpty ? "the overlay" : names.joined(separator: ", ")
            steps.append(
                "remove what brings it (\(which) in \(place), or the device tree's entry) and restart the machine")
        }
        if let alternative = driver.alternative { steps.append(alternative) }
        var finding = Finding.wrong(subject, text)
        finding.remedy = steps
        return finding
    }
}
