import WheelCore

/// `commands.py`: a method for each operation, generated from the operation's declaration.
struct PythonCommands {
    /// The Python types of members whose kind does not tell the type.
    private static let types = [
        "button": "str", "display": "str", "view": "str", "owner": "str", "preset": "str", "units": "int",
        "keep": "str",
        "curve": "str | Sequence[float]", "size": "Sequence[float]", "contacts": "Sequence[Contact]",
        "events": "Sequence[FedEvent]", "controls": "Sequence[Control]", "pages": "Sequence[Page]",
        "ramps": "Sequence[Ramp]", "presets": "Sequence[Preset]", "values": "Mapping[str, Value]",
    ]

    /// Whether the methods are coroutines.
    private let isAsync: Bool

    static var file: [String] {
        let methods = PythonCommands(isAsync: false).lines + PythonCommands(isAsync: true).lines
        let text = methods.joined()
        let tables = PythonTables.names.filter { text.contains("[\($0)]") }.sorted()
        var file: [String] = PythonText.header
        file += [
            "from __future__ import annotations", "",
            "from collections.abc import Mapping, Sequence",
            "from typing import Any, Literal, overload", "",
            "from .lines import (",
        ]
        file += (["Value"] + PythonLines.answerNames).sorted().map { "    \($0)," }
        file.append(")")
        if !tables.isEmpty { file.append("from .tables import \(tables.joined(separator: ", "))") }
        return file + [""] + methods
    }

    /// The rows of the table in docs/clients/python.md.
    static var table: [String] {
        ["| method | does |", "| --- | --- |"]
            + Operation.allCases.map { operation in
                let forms = operation.declaration.forms
                let calls = forms.reversed().map { form in
                    "`\(PythonText.name(operation.rawValue))(\(shown(form, forms[forms.count - 1])))`"
                }
                return "| \(calls.joined(separator: ", ")) | \(operation.declaration.meaning) |"
            }
    }

    private static func shown(_ form: Form, _ last: Form) -> String {
        let positional = form.members.filter { $0.isNeeded && last.members.contains($0) }
        let named = form.members.filter { !positional.contains($0) }
        return
            (positional.map { PythonText.name($0.name) } + (named.isEmpty ? [] : ["*"])
            + named.map { PythonText.name($0.name) }).joined(separator: ", ")
    }

    private var lines: [String] {
        [
            "", "class \(isAsync ? "AsyncCommands" : "Commands"):",
            "    \"\"\"A \(isAsync ? "coroutine" : "method") for each operation of the socket.\"\"\"", "",
            "    \(definition) _request(self, op: str, members: dict[str, Any]) -> Any:",
            "        raise NotImplementedError", "",
        ] + Operation.allCases.flatMap(method)
    }

    private var definition: String { isAsync ? "async def" : "def" }

    private func method(_ operation: Operation) -> [String] {
        let declaration = operation.declaration
        let forms = declaration.forms
        var lines: [String] = []
        if forms.count > 1 {
            for form in forms.reversed() {
                let head = "\(definition) \(PythonText.name(operation.rawValue))"
                lines.append("    @overload")
                lines += PythonText.call(
                    head, parameters(form, of: forms), " -> \(PythonLines.name(of: form.answer)): ...",
                    indent: 4)
                lines.append("")
            }
        }
        return lines + implementation(operation, forms) + [""]
    }

    private func implementation(_ operation: Operation, _ forms: [Form]) -> [String] {
        var members: [CommandMember] = []
        for member in forms.reversed().flatMap(\.members) where !members.contains(where: { $0.name == member.name }) {
            members.append(member)
        }
        var answers: [String] = []
        for answer in forms.reversed().map({ PythonLines.name(of: $0.answer) }) where !answers.contains(answer) {
            answers.append(answer)
        }
        let answer = answers.joined(separator: " | ")
        let all = forms.count == 1 ? parameters(forms[0], of: forms) : parametersOfAll(forms, members)
        let given = "{\(members.map { "\"\($0.name)\": \(PythonText.name($0.name))" }.joined(separator: ", "))}"
        let call = "\(isAsync ? "await " : "")self._request"
        let head = answer == "None" ? call : "answer: \(answer) = \(call)"
        return PythonText.call(
            "\(definition) \(PythonText.name(operation.rawValue))", all, " -> \(answer):", indent: 4)
            + PythonText.docstring([operation.declaration.meaning] + notes(members, forms), indent: 8)
            + PythonText.request(head, operation.rawValue, given)
            + (answer == "None" ? [] : ["        return answer"])
    }

    private func notes(_ members: [CommandMember], _ forms: [Form]) -> [String] {
        let choices = forms.filter { !$0.oneOf.isEmpty }.map { form in
            "\(form.oneOf.map { "`\(PythonText.name($0))`" }.joined(separator: ", ")): one of them."
        }
        return members.filter { !$0.note.isEmpty }.map { "`\(PythonText.name($0.name))`: \($0.note)." } + choices
    }

    /// The parameters of the method for a form. Members that the last form requires are positional in all forms.
    private func parameters(_ form: Form, of forms: [Form]) -> [String] {
        func isPositional(_ member: CommandMember) -> Bool {
            member.isNeeded && forms[forms.count - 1].members.contains(member)
        }
        let positional = form.members.filter(isPositional).map(needed)
        let named = form.members.filter { !isPositional($0) }.map { $0.isNeeded ? needed($0) : optional($0) }
        return ["self"] + positional + (named.isEmpty ? [] : ["*"]) + named
    }

    private func needed(_ member: CommandMember) -> String {
        "\(PythonText.name(member.name)): \(type(of: member))"
    }

    /// The parameters of the method body that serves all forms of an operation. The daemon refuses a mixture of forms.
    private func parametersOfAll(_ forms: [Form], _ members: [CommandMember]) -> [String] {
        let first = forms.last?.members.filter(\.isNeeded) ?? []
        return ["self"] + first.map(optional) + ["*"] + members.filter { !first.contains($0) }.map(optional)
    }

    private func optional(_ member: CommandMember) -> String {
        let type = type(of: member)
        return "\(PythonText.name(member.name)): \(type)\(type == "Any" ? "" : " | None") = None"
    }

    private func type(of member: CommandMember) -> String {
        switch member.kind {
        case .control, .input, .page, .position, .speed, .ramp: "str"
        case .number, .limited: "float"
        case .integer: "int"
        case .flag: "bool"
        case .word(let words): "Literal[\(PythonText.quoted(words))]"
        case .value: "Value"
        case .values: "Mapping[str, Value]"
        case .controls, .events: "Sequence[str]"
        // For members of other kinds, `types` has the type.
        default: Self.types[member.name] ?? "Any"
        }
    }
}

extension PythonText {
    /// `head(op, members)`, on one line if it fits, else with each member on its own line.
    static func request(_ head: String, _ op: String, _ members: String) -> [String] {
        let one = "        \(head)(\"\(op)\", \(members))"
        if one.count <= width { return [one] }
        let inner = "            \"\(op)\", \(members)"
        if inner.count <= width { return ["        \(head)(", inner, "        )"] }
        let each = members.dropFirst().dropLast().split(separator: ",").map {
            "                \($0.drop { $0 == " " }),"
        }
        return ["        \(head)(", "            \"\(op)\",", "            {"] + each + ["            },", "        )"]
    }
}
