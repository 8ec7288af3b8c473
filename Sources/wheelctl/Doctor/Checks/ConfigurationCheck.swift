enum ConfigurationCheck {
    private static let subject = "configuration"

    static func findings(_ path: String, _ outcome: ConfigurationFile.Outcome) -> [Finding] {
        switch outcome {
        case .absent:
            return [
                .ok(subject, "\(path) does not exist: every knob and touchscreen turns one control, named angle")
            ]
        case .unreadable(.noSuchFile):
            return [
                .wrong(
                    subject, "\(path) does not exist",
                    "write it, for example as a copy of \(ConfigurationFile.usualPath), or name another with --config")
            ]
        case .unreadable(.accessDenied): return [.wrong(subject, "you may not read \(path)", "sudo chmod a+r \(path)")]
        case .unreadable(let error): return [.wrong(subject, "\(path) cannot be read: \(error)", "ls -l \(path)")]
        case .wrong(let mistakes):
            return mistakes.map {
                .wrong(subject, "\($0)", "correct that line; docs/configuration.md describes every key")
            }
        case .valid(_, let warnings):
            return [.ok(subject, "\(path) is valid")] + warnings.map { .note(subject, "\($0)") }
        }
    }

    /// A finding if the account that runs wheeld may not read the file; `nil` if it may. The caller may have more
    /// rights, as root has.
    static func finding(_ file: NeededFile, _ account: Account) -> Finding? {
        guard !file.isOpen(to: account) else { return nil }
        return .wrong(
            subject, "wheeld runs as the user \(account.name), who may not read \(file.path)",
            "sudo chmod a+r \(file.path)")
    }
}
