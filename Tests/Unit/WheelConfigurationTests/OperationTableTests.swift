import Glibc
import Testing
import WheelCore

/// The table of operations in `docs/protocol.md` is generated from their declarations.
@Suite struct OperationTableTests {
    private let path = "../../../docs/protocol.md"

    /// `scripts/update-docs` writes the table; a usual run compares it with the declarations.
    @Test func tableOfOperationsIsCurrent() {
        let document = CaseFile.contents(path)
        let current = withCurrentTable(document)
        if getenv("UPDATE_DOCS") != nil { CaseFile.write(current, to: path) }
        #expect(CaseFile.contents(path) == current, "run scripts/update-docs")
        #expect(current.contains("<!-- operations -->"))
    }

    /// The dictionary of the request fuzzer contains the words of the declarations.
    @Test func dictionaryOfTheFuzzerIsCurrent() {
        let path = "../../../Fuzz/request/dictionary"
        let before = CaseFile.contents(path).split(separator: "\n").prefix { $0 != "# declared" }.map(String.init)
        let forms = Operation.allCases.flatMap(\.declaration.forms)
        let members = Set(forms.flatMap(\.members).map(\.name)).sorted()
        let words =
            Operation.allCases.map { "\"\\\"\($0.rawValue)\\\"\"" } + members.map { "\"\\\"\($0)\\\":\"" }
        let current = (before + ["# declared"] + words).joined(separator: "\n") + "\n"
        if getenv("UPDATE_DOCS") != nil { CaseFile.write(current, to: path) }
        #expect(CaseFile.contents(path) == current, "run scripts/update-docs")
    }

    /// A request's form is recognised by the first member of the form, so no other form may have that member.
    @Test func formsDifferInTheirFirstMember() {
        for operation in Operation.allCases {
            let forms = operation.declaration.forms
            for form in forms.dropLast() {
                let first = form.members.first?.name
                #expect(forms.filter { $0.members.contains { $0.name == first } }.count == 1, "\(operation)")
            }
        }
    }

    private func withCurrentTable(_ document: String) -> String {
        var lines: [String] = []
        var isInside = false
        for line in document.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line == "<!-- end -->" { isInside = false }
            if !isInside { lines.append(line) }
            if line == "<!-- operations -->" {
                lines += ["| op | does | members | answer |", "| --- | --- | --- | --- |"]
                lines += Operation.allCases.map { row($0) }
                isInside = true
            }
        }
        return lines.joined(separator: "\n")
    }

    private func row(_ operation: Operation) -> String {
        let declaration = operation.declaration
        let forms = declaration.forms.reversed()
        let members = forms.map(text(of:)).joined(separator: "; or ")
        var answers: [String] = []
        for form in forms where !answers.contains(form.answer.text) { answers.append(form.answer.text) }
        return
            "| `\(operation.rawValue)` | \(declaration.meaning) | \(members) | \(answers.joined(separator: "; or ")) |"
    }

    /// The required members, then the optional ones.
    private func text(of form: Form) -> String {
        let oneOf = form.oneOf.map { "`\($0)`" }.joined(separator: " or ")
        let choice = oneOf.isEmpty ? [] : [oneOf]
        let needed = form.members.filter(\.isNeeded).map(text(of:)) + (form.isOneNeeded ? choice : [])
        let others = form.members.filter { !$0.isNeeded && !form.oneOf.contains($0.name) }.map(text(of:))
        let optional = (form.isOneNeeded ? [] : choice) + others
        return (needed.joined(separator: ", ") + (optional.isEmpty ? "" : "; ") + optional.joined(separator: ", "))
    }

    private func text(of member: CommandMember) -> String {
        var note = member.note
        if case .word(let words) = member.kind, note.isEmpty { note = words.map { "`\($0)`" }.joined(separator: ", ") }
        return "`\(member.name)`" + (note.isEmpty ? "" : " (\(note))")
    }
}

extension AnswerKind {
    fileprivate var text: String {
        switch self {
        case .done: ""
        case .listing: "`page`, `locked`, `controls`, `inputs`, `presets` as in the first line"
        case .control: "the control's members as in the first line"
        case .value: "`control`, `value`"
        case .values: "`values`"
        case .speed: "`control`, `speed`"
        case .page: "`page`"
        case .ramp: "`control`, `state`, `fraction`"
        case .scrub: "`control`, `value`, `state`, `fraction`"
        case .screenshot: "`png` (base64), `width`, `height`"
        case .picture: "`display`, `width`, `height`"
        case .view: "`view`, `width`, `height`, `hands`, `page`, `control`, `pages`"
        case .statistics: "see below"
        case .clock: "`monotonic`, `realtime`"
        }
    }
}
