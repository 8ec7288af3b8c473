import WheelConfiguration

/// `tables.py`: the configuration's tables that a client can define, with their keys.
enum PythonTables {
    /// The Python class of each table, with the table's title.
    private static let classes = [
        ("an entry of speeds", "Speed"), ("acceleration", "Acceleration"), ("shown", "Shown"),
        ("an entry of texts", "Text"), ("an entry of positions", "Position"), ("[[control]]", "Control"),
        ("[[ramp]]", "Ramp"), ("[[page]]", "Page"), ("[[preset]]", "Preset"),
    ]

    /// The Python types of keys whose values are or may be tables.
    private static let types = [
        "speeds": "Sequence[Speed]", "acceleration": "str | Acceleration", "shown": "Shown", "texts": "Sequence[Text]",
        "positions": "int | Sequence[str | Position]", "curve": "str | Sequence[float]",
        "values": "Mapping[str, Value]",
    ]

    static var names: [String] { classes.map(\.1) + ["Contact", "FedEvent"] }

    static var file: [String] {
        let tables = classes.flatMap { title, name in
            ConfigurationReference.tables.first { $0.title == title }.map { table($0, name) }
                ?? (name == "Preset" ? preset : [])
        }
        let usesAny = tables.contains { $0.contains(": Any") }
        return PythonText.header + [
            "from __future__ import annotations", "",
            "from collections.abc import Mapping, Sequence",
            "from dataclasses import dataclass",
            "from typing import \(usesAny ? "Any, " : "")Literal", "",
            "from .lines import Value", "",
        ] + PythonText.all(tables + fed) + tables + fed
    }

    /// The classes `Contact` and `FedEvent`, for the members `contacts` and `events` of the request `feed`.
    private static let fed = [
        "", "@dataclass(frozen=True, kw_only=True)", "class Contact:",
        #"    """A finger on a touch surface that a client feeds.""""#, "",
        "    id: int", #"    """Its number, which it keeps while it is down.""""#,
        "    x: float", #"    """Its place from the left, in pixels of `size`.""""#,
        "    y: float", #"    """Its place from the top, in pixels of `size`.""""#, "", "",
        "@dataclass(frozen=True, kw_only=True)", "class FedEvent:",
        #"    """One of several events of a `feed`: one of `detents`, `units`, `down` and `contacts`.""""#, "",
        "    detents: float | None = None", #"    """A turn.""""#,
        "    units: int | None = None", #"    """A turn, 120 to a detent.""""#,
        "    down: bool | None = None", #"    """A button is pressed or released.""""#,
        "    button: str | None = None", #"    """Which one, where the input has several.""""#,
        "    contacts: Sequence[Contact] | None = None", #"    """All fingers that are down.""""#,
        "    time: float | None = None",
        #"    """When it happened, in seconds of `time.monotonic()`. Without it: now.""""#, "",
    ]

    /// The class `Preset`, used if the schema has no table of presets.
    private static let preset = [
        "", "@dataclass(frozen=True, kw_only=True)", "class Preset:",
        #"    """Values that are set in one step.""""#, "",
        "    name: str", #"    """The name that bindings and clients use.""""#,
        "    label: str | None = None", #"    """The text on the display.""""#,
        "    values: Mapping[str, Value]", #"    """The values, by the names of their controls.""""#,
        "    writable: bool | None = None", #"    """Whether `store` can replace the values.""""#, "",
    ]

    private static func table(_ schema: TableSchema, _ name: String) -> [String] {
        // Several kinds of control can have keys of the same name, which become one field.
        var names: [String] = []
        for row in schema.rows where !names.contains(row.name) { names.append(row.name) }
        return [
            "", "@dataclass(frozen=True, kw_only=True)", "class \(name):",
        ] + PythonText.docstring([meaning(schema.meaning)], indent: 4) + [""]
            + names.flatMap { key in field(key, schema.rows.filter { $0.name == key }) } + [""]
    }

    private static func field(_ key: String, _ rows: [KeyRow]) -> [String] {
        var types: [String] = []
        for row in rows {
            let type = PythonTables.types[key] ?? type(of: row)
            if !types.contains(type) { types.append(type) }
        }
        if types.contains("Any") { types = ["Any"] }
        let type = types.joined(separator: " | ")
        let isNeeded = rows.allSatisfy { $0.fallback == "required" && $0.owners.isEmpty }
        let field =
            isNeeded ? type : type == "Any" ? "Any = None" : "\(type) | None = None"
        return ["    \(PythonText.name(key)): \(field)"]
            + PythonText.docstring(rows.map { PythonText.sentence(withoutPlace($0.meaning)) }, indent: 4)
    }

    /// The first sentence of a table's meaning. The other sentences are about configuration files.
    private static func meaning(_ text: String) -> String {
        PythonText.sentence(text.firstRange(of: ". ").map { String(text[..<$0.lowerBound]) } ?? text)
    }

    /// Removes a phrase that refers to another place of the page.
    private static func withoutPlace(_ text: String) -> String {
        text.replacing(", described below", with: "")
    }

    private static func type(of row: KeyRow) -> String {
        let words = row.type
        // A type such as `"a", "b" or "c"`.
        if words.hasPrefix("\""), words.hasSuffix("\"") {
            let names = words.split(separator: "\"").enumerated().filter { $0.offset % 2 == 0 }
            return "Literal[\(PythonText.quoted(names.map { String($0.element) }))]"
        }
        return switch words {
        case "true or false": "bool"
        case "whole number": "int"
        case "number": "float"
        case _ where words.hasPrefix("list of "): "Sequence[str]"
        case "name", "string", "range", "position's name", "control's name", "display's name", "ramp's name": "str"
        default: "Any"
        }
    }
}
