import WheelProtocol
import WheelSettings

/// One thing that was looked at, and what came of it.
struct Finding: Equatable {
    enum Verdict: String, Equatable {
        case ok
        case wrong
        /// Worth knowing, and nothing to worry about.
        case note
    }

    var verdict: Verdict
    /// What was looked at, in a word or two: "user", "input knob".
    var subject: String
    var text: String
    /// What to do, a step on each line.
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

    /// What who asks has no right to: whether who runs wheeld has it is told of the user.
    static func unseen(_ subject: String, _ what: String) -> Finding {
        .note(subject, "\(what) cannot be looked at by you", "sudo wheelctl doctor     looks at it")
    }

    var json: String {
        func text(_ text: String) -> String { ControlValue.position(text).json }
        return "{\"check\":\(text(subject)),\"verdict\":\(text(verdict.rawValue)),\"text\":\(text(self.text)),"
            + "\"remedy\":\(ControlValue.positions(remedy).json)}"
    }
}

extension [Finding] {
    /// For a person: a line each, and what to do below it.
    var lines: [String] {
        var table = TextTable()
        for finding in self {
            table.add([finding.verdict.rawValue, finding.subject, finding.text])
            for step in finding.remedy { table.add(["", "", "→ \(step)"]) }
        }
        return table.lines
    }
}
