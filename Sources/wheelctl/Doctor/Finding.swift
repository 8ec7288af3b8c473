struct Finding: Equatable, Sendable {
    enum Verdict: String, Sendable {
        case ok
        case wrong
        /// Useful information that needs no action.
        case note
    }

    var verdict: Verdict
    /// What was checked, in a word or two: "user", "input knob".
    var subject: String
    var text: String
    /// The steps to take, one per element.
    var remedy: [String] = []
}

extension Finding {
    static func ok(_ subject: String, _ text: String) -> Finding {
        Finding(verdict: .ok, subject: subject, text: text)
    }

    static func note(_ subject: String, _ text: String, _ remedy: String...) -> Finding {
        Finding(verdict: .note, subject: subject, text: text, remedy: remedy)
    }

    static func wrong(_ subject: String, _ text: String, _ remedy: String...) -> Finding {
        Finding(verdict: .wrong, subject: subject, text: text, remedy: remedy)
    }

    /// The daemon waits for a device although the devices that are present have no fault.
    static func absent(_ subject: String, _ why: String) -> Finding {
        .wrong(
            subject, "wheeld waits: \(why)", "wheelctl reload     if the configuration has changed",
            "journalctl -u wheeld -n 50     shows what wheeld tried")
    }

    /// The caller may not read the file or device. Whether the service's user may read it is reported under `user`.
    static func unreadable(_ subject: String, _ what: String) -> Finding {
        .note(subject, "you may not open \(what)", "sudo wheelctl doctor     can check it")
    }
}
