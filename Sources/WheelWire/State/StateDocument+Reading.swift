extension StateDocument {
    /// Reads a state file. A part that cannot be read is left out and reported to `leftOut`, so that one damaged control
    /// does not cost the other controls their values.
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
        // The file has the member only where a preset has been stored.
        if members["presets"] != nil { presets = members.entries("presets", each: "preset", leftOut) }
        do throws(MemberProblem) { page = try members.readIfAny("page") } catch { leftOut(error.message) }
        definitions = members.entries(ifAny: Self.definitions, each: "definition", leftOut)
        remembered = members.entries(ifAny: Self.remembered, each: "control", leftOut)
        rememberedFocus = members.entries(ifAny: Self.rememberedFocus, each: "input", leftOut)
    }

    // The members that only a state with definitions has.
    static let definitions = "definitions"
    static let remembered = "remembered"
    static let rememberedFocus = "remembered_focus"
}

extension SavedEntry {
    /// Members that are always there are needed. Of the others, those that cannot be read are left out.
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
    /// Reads the entries of an array. An entry that cannot be read, or has the name of an earlier one, is left out.
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

    /// The same of an array that may be missing.
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
