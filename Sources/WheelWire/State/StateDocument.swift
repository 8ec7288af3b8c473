// The state file contains the state that outlives the daemon: one JSON object with a line for each control, input,
// preset and definition.
//
//     {"version":1,
//     "controls":[
//     {"control":"gain","value":-6,"speed":"fine"}],
//     "inputs":[
//     {"input":"knob","focus":"gain"}],
//     "page":"main"}
//
// The configuration may change between two runs, and another program may have damaged the file. So all entries are
// found by name, and an entry that cannot be read is left out and reported. The other entries keep their values. The
// whole file is refused only if it is not a JSON object, or does not have a version that this program knows.

import WheelCore

public struct StateDocument: Equatable, Sendable {
    public static let version = 1

    public var controls: [SavedControl]
    public var inputs: [SavedInput]
    public var page: String?
    public var presets: [SavedPreset]
    /// The definitions that outlive their clients.
    public var definitions: [SavedDefinition] = []
    /// The values of controls that clients define or have defined, the oldest first.
    public var remembered: [SavedControl] = []
    /// The inputs whose focus is on a remembered control, or was when that control was removed, with this control.
    public var rememberedFocus: [SavedInput] = []

    public init(
        controls: [SavedControl] = [], inputs: [SavedInput] = [], page: String? = nil, presets: [SavedPreset] = []
    ) {
        self.controls = controls
        self.inputs = inputs
        self.page = page
        self.presets = presets
    }

    /// Removes the definitions of clients, and the remembered and stored values that belong to them.
    public mutating func leaveOutDefinitions() {
        let defined = Set(definitions.flatMap { $0.definition[.presets] ?? [] }.compactMap(\.name))
        presets.removeAll { defined.contains($0.name) }
        definitions = []
        remembered = []
        rememberedFocus = []
    }

    /// Removes everything except the kept definitions: they belong to the panel and not to its state.
    public mutating func keepDefinitionsAlone() {
        let definitions = definitions
        self = StateDocument()
        self.definitions = definitions
    }
}

public struct SavedDefinition: Equatable, Sendable {
    public private(set) var definition: Definition

    /// The values of the definition are left out, since the values of its controls are saved separately.
    public init(_ definition: Definition) {
        self.definition = Definition(owner: definition.owner, tables: definition.tables, isKept: true)
    }
}

extension PlainValue {
    fileprivate var name: String? {
        guard case .table(let entries) = self,
            case .string(let name)? = entries.first(where: { $0.key == "name" })?.value
        else { return nil }
        return name
    }
}

public struct SavedControl: Equatable, Sendable {
    public var name: String
    public var value: ControlValue
    /// `nil` if the file does not contain the speed.
    public var speed: String?
    /// The position under a selection's cursor.
    public var cursor: String?
    /// How often the value has wrapped, upwards minus downwards; `nil` unless the control wraps.
    public var rotations: Int?

    package init(
        name: String, value: ControlValue, speed: String? = nil, cursor: String? = nil, rotations: Int? = nil
    ) {
        self.name = name
        self.value = value
        self.speed = speed
        self.cursor = cursor
        self.rotations = rotations
    }
}

/// The control that an input turned.
public struct SavedInput: Equatable, Sendable {
    public var name: String
    public var focus: String

    public init(name: String, focus: String) {
        self.name = name
        self.focus = focus
    }
}

/// The values that were stored in a preset.
public struct SavedPreset: Equatable, Sendable {
    public var name: String
    public var values: [Assignment]

    public init(name: String, values: [Assignment]) {
        self.name = name
        self.values = values
    }
}

/// A line of the state file.
protocol SavedEntry: DeclaredObject {
    var name: String { get }
}

extension SavedControl {
    /// The length of the control's line in the file, in bytes.
    public var byteCount: Int { length }
}

extension SavedPreset {
    public var byteCount: Int { length }
}

extension SavedDefinition {
    public var byteCount: Int { length }
}

extension SavedEntry {
    fileprivate var length: Int {
        var line = LineBuffer(capacity: 4096)
        write(to: &line)
        return line.count
    }
}

extension SavedControl: SavedEntry {
    static let blank = SavedControl(name: "", value: .number(0))

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("control", &name)
        visitor.visit("value", &value)
        visitor.visit("speed", ifAny: &speed)
        visitor.visit("cursor", ifAny: &cursor)
        visitor.visit("rotations", ifAny: &rotations)
    }
}

extension SavedInput: SavedEntry {
    static let blank = SavedInput(name: "", focus: "")
    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("input", &name)
        visitor.visit("focus", &focus)
    }
}

extension SavedPreset: SavedEntry {
    static let blank = SavedPreset(name: "", values: [])

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("preset", &name)
        visitor.visit("values", byControl: &values)
    }
}

extension SavedDefinition: SavedEntry {
    static let blank = SavedDefinition(Definition(owner: ""))
    var name: String { definition.owner }

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("owner", &definition.owner)
        visitor.visit("controls", ifAny: &definition[.controls])
        visitor.visit("pages", ifAny: &definition[.pages])
        visitor.visit("ramps", ifAny: &definition[.ramps])
        visitor.visit("presets", ifAny: &definition[.presets])
    }
}

/// The reason why a file cannot be read as a state.
public enum StateProblem: Error, Equatable, Sendable {
    /// The file is not JSON, or not a state.
    case damaged(String)
    /// The state has a version that this program does not know.
    case version(Int)

    public var message: String {
        switch self {
        case .damaged(let reason): reason
        case .version(let version): "version \(version) is not \(StateDocument.version)"
        }
    }
}

extension StateDocument {
    /// Reads a state file. Parts that cannot be read are left out and reported to `leftOut`.
    public init(
        reading file: UnsafeRawBufferPointer, leftOut: (String) -> Void = { _ in }
    ) throws(StateProblem) {
        let members: JSONObject
        do {
            members = try JSONParser.object(in: file)
        } catch {
            throw .damaged(error.message)
        }
        let version: Int
        do {
            version = try members.read("version")
        } catch {
            throw .damaged(error.message)
        }
        guard version == Self.version else { throw .version(version) }
        let others = ["version", "controls", "inputs", "page", "presets"]
        let clients = [Self.definitions, Self.remembered, Self.rememberedFocus]
        members.reportUnknown(besides: others + clients, leftOut)
        self.init(
            controls: members.entries("controls", each: "control", leftOut),
            inputs: members.entries("inputs", each: "input", leftOut))
        // The file has this member only if a preset has been stored, so its absence is not reported.
        if members["presets"] != nil { presets = members.entries("presets", each: "preset", leftOut) }
        do throws(MemberProblem) { page = try members.readIfAny("page") } catch { leftOut(error.message) }
        definitions = members.entries(ifAny: Self.definitions, each: "definition", leftOut)
        remembered = members.entries(ifAny: Self.remembered, each: "control", leftOut)
        rememberedFocus = members.entries(ifAny: Self.rememberedFocus, each: "input", leftOut)
    }

    // These members occur only if clients define something now or have defined controls before.
    static let definitions = "definitions"
    static let remembered = "remembered"
    static let rememberedFocus = "remembered_focus"
}

extension SavedEntry {
    /// Reads an entry. Throws if a required member cannot be read. Optional members that cannot be read are left out.
    fileprivate init(_ members: JSONObject, each kind: String, _ leftOut: (String) -> Void) throws(MemberProblem) {
        self = .blank
        var reader = MemberReader(members)
        visitMembers(&reader)
        if let found = reader.problems.first(where: \.isNeeded) { throw found.problem }
        let name = name.clipped
        func report(_ problem: String) { leftOut("\(kind) '\(name)': \(problem)") }
        members.reportUnknown(besides: Self.rows.map(\.name), report)
        for found in reader.problems { report(found.problem.message) }
    }
}

extension JSONObject {
    /// Reads the entries of an array. An entry that cannot be read, or has the same name as an earlier entry, is left
    /// out.
    fileprivate func entries<Entry: SavedEntry>(
        _ array: String, each kind: String, _ leftOut: (String) -> Void
    ) -> [Entry] {
        var entries: [Entry] = []
        var names: Set<String> = []
        for (number, element) in elements(array, leftOut).enumerated() {
            do throws(MemberProblem) {
                guard case .object(let members) = element else { throw .notAnObject }
                let entry = try Entry(members, each: kind, leftOut)
                if names.insert(entry.name).inserted {
                    entries.append(entry)
                } else {
                    leftOut("\(kind) '\(entry.name.clipped)' is there twice; the first counts")
                }
            } catch {
                leftOut("'\(array)', entry \(number + 1): \(error.message)")
            }
        }
        return entries
    }

    /// Reads the entries of an array that may be missing.
    fileprivate func entries<Entry: SavedEntry>(
        ifAny array: String, each kind: String, _ leftOut: (String) -> Void
    ) -> [Entry] {
        self[array] == nil ? [] : entries(array, each: kind, leftOut)
    }

    private func elements(_ name: String, _ leftOut: (String) -> Void) -> [JSONValue] {
        do throws(MemberProblem) {
            return try array(name)
        } catch {
            leftOut(error.message)
            return []
        }
    }

    fileprivate func reportUnknown(besides known: [String], _ leftOut: (String) -> Void) {
        for member in members where !known.contains(member.name) {
            leftOut(MemberProblem.unknown(member.name).message)
        }
    }
}

extension StateDocument {
    /// Writes the file. Equal states produce equal bytes.
    public func write(to file: inout LineBuffer) {
        file.append("{\"version\":")
        file.integer(Self.version)
        file.append(",\n\"controls\":[")
        file.lines(of: controls)
        file.append("],\n\"inputs\":[")
        file.lines(of: inputs)
        file.append("],\n\"page\":")
        page.write(to: &file)
        file.lines(of: presets, ifAnyAs: "presets")
        file.lines(of: definitions, ifAnyAs: Self.definitions)
        file.lines(of: remembered, ifAnyAs: Self.remembered)
        file.lines(of: rememberedFocus, ifAnyAs: Self.rememberedFocus)
        file.endLine()
    }
}

extension LineBuffer {
    fileprivate mutating func lines(of entries: [some SavedEntry]) {
        for entry in entries {
            separate()
            append("\n")
            entry.write(to: &self)
        }
    }

    fileprivate mutating func lines(of entries: [some SavedEntry], ifAnyAs name: String) {
        guard !entries.isEmpty else { return }
        append(Array(",\n\"\(name)\":[".utf8))
        lines(of: entries)
        append("]")
    }
}
