import WheelCore
import WheelWire

extension Command {
    static let doctor = Command(
        name: "doctor", summary: "finds what is wrong on this machine, and how to mend it",
        options: [.configuration],
        notes: """
            Checks, in this order: the configuration, the service, the rights of the user that runs wheeld, GPIO lines and
            what uses them, knobs and touchscreens, screens, the socket, and what clients have defined. No daemon is needed,
            and nothing is changed. Only root sees which programs of other users have a device. With --json each finding is an object on a line of
            its own. The exit status is 0 if nothing is wrong, else 1.
            """
    ) { invocation throws(Failure) in
        let doctor = Doctor(
            configuration: invocation.arguments.value(Option.configuration.name),
            socket: invocation.arguments.value("--socket"), version: Version.text)
        let findings = doctor.findings()
        if invocation.isJSON { findings.forEach(print) } else { table(findings).print() }
        let wrong = findings.count { $0.verdict == .wrong }
        guard wrong > 0 else { return }
        throw Failure(
            .refused, "doctor", wrong == 1 ? "one thing is wrong" : "\(wrong) things are wrong",
            advice: "each has its remedy")
    }

    private static func print(_ finding: Finding) {
        Output.json([
            "check": .position(finding.subject), "verdict": .position(finding.verdict.rawValue),
            "text": .position(finding.text), "remedy": .positions(finding.remedy),
        ])
    }

    /// A row for each finding, followed by the steps of its remedy.
    static func table(_ findings: [Finding]) -> TextTable {
        var table = TextTable()
        for finding in findings {
            table.add([finding.verdict.rawValue, finding.subject, finding.text])
            for step in finding.remedy { table.add(["", "", "→ \(step)"]) }
        }
        return table
    }
}
