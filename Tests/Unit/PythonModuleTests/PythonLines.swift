import WheelCore
import WheelModel

@testable import WheelWire

/// `lines.py`: the types of what the daemon sends: states, answers, events.
enum PythonLines {
    static var file: [String] {
        let classes = objects + answers + events
        return PythonText.header + [
            "from __future__ import annotations", "",
            "from collections.abc import Sequence",
            "from dataclasses import dataclass",
            "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict", "",
            "from .event import Event", "",
        ] + PythonText.all(classes, and: ["Value"]) + [
            "Value: TypeAlias = float | str | Sequence[str]",
            #""""A control's value: a number, a position's name, or the names of a selection's positions.""""#, "",
        ] + classes
    }

    // MARK: States.

    private static var objects: [String] {
        object("RampProgress", "The state of a ramp.", RampProgress.rows)
            + object("PositionState", "A position of a choice or a selection.", Position.rows)
            + object("SpeedLabel", "The text for people of a speed.", SpeedLabel.rows)
            + object("ControlState", "The state of a control.", ControlState.rows)
            + object("InputState", "The state of an input.", InputState.rows)
            + object("PresetState", "The state of a preset.", PresetState.rows)
            + object("Clock", "The times of both clocks at one moment.", ClockReading.rows)
            + object("Hello", "The first line on a connection: the state of everything.", Hello.rows)
            + object("Listing", "The state of all controls and inputs.", Listing.rows)
            + object("InputStatistics", "The counters of an input.", Statistics.Input.rows)
            + object("DisplayStatistics", "What a display shows its picture on.", Statistics.Display.rows)
            + object(
                "DefinitionStatistics", "What a client has defined.", Statistics.Definition.rows,
                types: ["controls": "int", "pages": "int", "ramps": "int", "presets": "int"])
            + object("ViewStatistics", "A client's view.", Statistics.View.rows)
            + object(
                "Statistics", "The daemon's counters since its start.", Statistics.rows,
                types: [
                    "inputs": "list[InputStatistics]", "displays": "list[DisplayStatistics]",
                    "definitions": "list[DefinitionStatistics]", "views": "list[ViewStatistics]",
                ])
    }

    private static func object(
        _ name: String, _ meaning: String, _ rows: [MemberRow], types: [String: String] = [:]
    ) -> [String] {
        ["", "class \(name)(TypedDict):", "    \"\"\"\(meaning)\"\"\"", ""]
            + rows.flatMap { row in
                let type = types[row.name] ?? type(of: row)
                let field = "    \(row.name): \(row.when.isEmpty ? type : "NotRequired[\(type)]")"
                return [field] + PythonText.docstring([PythonText.sentence(row.meaning)], indent: 4)
            } + [""]
    }

    // MARK: Answers.

    static func name(of kind: AnswerKind) -> String {
        switch kind {
        case .done: "None"
        case .listing: "Listing"
        case .control: "ControlState"
        case .statistics: "Statistics"
        case .clock: "Clock"
        default: members(of: kind).isEmpty ? "None" : answerName(kind)
        }
    }

    static var answerNames: [String] {
        var names: [String] = []
        for kind in kinds {
            let name = name(of: kind)
            if name != "None", !names.contains(name) { names.append(name) }
        }
        return names
    }

    private static func answerName(_ kind: AnswerKind) -> String {
        PythonText.className(String("\(kind)".prefix { $0.isLetter })) + "Answer"
    }

    private static var kinds: [AnswerKind] {
        var kinds: [AnswerKind] = []
        for form in Operation.allCases.flatMap(\.declaration.forms) where !kinds.contains(form.answer) {
            kinds.append(form.answer)
        }
        return kinds
    }

    private static func members(of kind: AnswerKind) -> [MemberRow] {
        // The operations with the answer `values` also have a form with another answer. The members of that answer do
        // not belong here.
        if kind == .values { return [AnswerMember.values.row] + SetOutcome.rows }
        let operations = Operation.allCases.filter { $0.declaration.forms.contains { $0.answer == kind } }
        let names = operations.map { "`\($0.rawValue)`" }
        let rows = AnswerMember.rows.filter { row in row.operations.contains { names.contains($0) } }.flatMap(\.members)
        var found: [MemberRow] = []
        for row in rows where !found.contains(where: { $0.name == row.name }) { found.append(row) }
        return found
    }

    private static var answers: [String] {
        kinds.filter { name(of: $0) == answerName($0) }.flatMap { kind in
            object(answerName(kind), "An answer.", members(of: kind))
        }
    }

    // MARK: Events.

    private static var events: [String] {
        let all = EventName.allCases.flatMap { event in
            [
                "", "@dataclass(frozen=True, kw_only=True, repr=False)",
                "class \(className(event))(Event):",
                "    \"\"\"\(PythonText.sentence(event.row.when.split(separator: ":")[0].description))\"\"\"", "",
                "    name: str = \"\(event.rawValue)\"",
            ] + event.row.members.flatMap { [$0] + $0.others }.flatMap(field) + [""]
        }
        let table = EventName.allCases.map { "    \"\($0.rawValue)\": \(className($0))," }
        return all + ["", "EVENTS: dict[str, type[Event]] = {"] + table + ["}", "\"\"\"Their classes, by name.\"\"\""]
    }

    private static func className(_ event: EventName) -> String { PythonText.className(event.rawValue) + "Event" }

    private static func field(_ row: MemberRow) -> [String] {
        let type = type(of: row)
        let optional = type == "Any" ? "Any = None" : "\(type) | None = None"
        return ["    \(PythonText.name(row.name)): \(row.when.isEmpty ? type : optional)"]
            + PythonText.docstring([PythonText.sentence(row.meaning)], indent: 4)
    }

    // MARK: Types.

    private static func type(of row: MemberRow) -> String {
        switch row.name {
        case "controls": return "list[ControlState]"
        case "inputs": return "list[InputState]"
        case "positions": return "list[PositionState]"
        case "presets": return "list[PresetState]"
        case "speed_labels": return "list[SpeedLabel]"
        case "clock": return "Clock"
        case "ramp" where row.kind == "an object": return "RampProgress"
        default: break
        }
        if row.kind.hasSuffix(" or `null`") { return type(named: String(row.kind.dropLast(10))) + " | None" }
        return type(named: row.kind)
    }

    private static func type(named kind: String) -> String {
        switch kind {
        case "a string", "a range", "base64": "str"
        case "true or false": "bool"
        case "a whole number": "int"
        case "a number", "a time in seconds": "float"
        case "an array of strings": "list[str]"
        case "an array of objects": "list[dict[str, Any]]"
        case "an object": "dict[str, Any]"
        default:
            if kind.hasPrefix("one of ") {
                "Literal[\(PythonText.quoted(kind.dropFirst(7).split(separator: ", ").map(String.init)))]"
            } else {
                // The type of a value depends on its control.
                "Any"
            }
        }
    }
}
