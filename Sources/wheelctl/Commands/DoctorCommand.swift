extension Command {
    static let doctor = Command(
        name: "doctor", summary: "what is wrong on this machine, each with its remedy",
        options: [ConfigurationFile.option],
        notes: """
            Looks, in this order, at the configuration, the service, the rights of who runs wheeld, GPIO lines and who has
            them, knobs and touchscreens, screens and the socket. The daemon need not run; nothing is changed. Root is told
            of everybody's programs, others of their own. With --json each finding is an object on a line of its own. The
            exit status is 0 where nothing is wrong, else 1.
            """
    ) { invocation throws(Failure) in
        let doctor = Doctor(
            configuration: invocation.arguments.value(ConfigurationFile.option.name),
            socket: invocation.arguments.value("--socket"))
        let findings = doctor.findings()
        if invocation.isJSON {
            for finding in findings { Output.json(finding.json) }
        } else {
            findings.lines.forEach { Output.line($0) }
        }
        let wrong = findings.count { $0.verdict == .wrong }
        guard wrong > 0 else { return }
        throw Failure(
            .refused, "doctor", wrong == 1 ? "one thing is wrong" : "\(wrong) things are wrong",
            advice: "each has its remedy")
    }
}
