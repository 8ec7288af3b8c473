import WheelCore

/// `[[preset]]`
enum PresetTable {
    struct Draft: Sendable {
        var settings = PresetSettings(name: "", values: [])
        var values: [TOMLEntry] = []
    }

    static let table = Table(
        "[[preset]]",
        "Values of several controls under one name. A button or a client can set all these values in one step.",
        Draft()
    ) {
        Setting(
            required: "name", .name, as: "\"night\"", { ($0.settings.name, $0.settings.label) = ($1, $1) },
            "The name that bindings and clients use.")
        Setting("label", .text(1...100), otherwise: "the name", { $0.settings.label = $1 }, "The text for people.")
        Setting(
            required: "values", .table, as: "{ gain = -6 }", { $0.values = $1.entries },
            "The value of each control, by the control's name: a number, a position's name, or a list of positions' names."
        )
        Setting(
            "writable", .flag, default: false, { $0.settings.isWritable = $1 },
            "Whether `store` may replace the values by the present values of the same controls. Stored values are kept "
                + "in the state file, and replace the values of this table after a restart and after a reload.")
    }

    static func read(_ table: TOMLTable, scope: Scope) -> PresetSettings {
        var (preset, reader) = self.table.read(table, scope.mistakes)
        if preset.values.isEmpty, reader.isGiven("values") {
            reader.complain(at: "values", "'values' must not be empty")
        }
        preset.settings.values = preset.values.compactMap { PresetValue(entry: $0, scope: scope).assignment }
        return preset.settings
    }
}

/// Reads the value of one control in a preset, and checks that the control can hold it.
private struct PresetValue {
    let entry: TOMLEntry
    let scope: Scope

    private var mistakes: MistakeList { scope.mistakes }
    private var subject: Subject { Subject(name: quoted(entry.key), mistakes: mistakes) }

    /// The control's name and its value, or `nil` if a mistake was added here or in the control.
    var assignment: Assignment? {
        guard let draft = scope.control(Placed(value: entry.key, place: entry.place)), let kind = draft.kind else {
            return nil
        }
        let value: ControlValue? =
            switch kind {
            case .float, .int: number(of: draft).map { .number($0) }
            case .choice: position(entry.node, of: draft, subject).map { .position($0) }
            case .selection: positions(of: draft).map { .positions($0) }
            }
        return value.map { Assignment(control: entry.key, value: $0) }
    }

    private func number(of draft: ControlDraft) -> Double? {
        guard let number = ValueType<Double>.number().read(entry.node, subject) else { return nil }
        if draft.kind == .int, number != number.rounded() {
            return subject.complain(entry.node.place, "is an int and takes a whole number, not \(decimal(number))")
        }
        guard let range = draft.range else { return nil }
        guard range.contains(number) else {
            return subject.complain(entry.node.place, "must lie in \(range.text), but is \(decimal(number))")
        }
        return number
    }

    private func position(_ node: TOMLNode, of draft: ControlDraft, _ subject: Subject) -> String? {
        guard let name = ValueType<Placed<String>>.positionName.read(node, subject)?.value,
            let known = draft.positions
        else { return nil }
        if known.contains(name) { return name }
        let hint = mistakes.hint(name, in: known, whereNone: "there are none")
        return mistakes.add(
            node.place, "\(quoted(entry.key)) has no position named \(quoted(name))\(hint)")
    }

    private func positions(of draft: ControlDraft) -> [String]? {
        guard case .list(let nodes) = entry.node.value else {
            return subject.mustBe("a list of positions' names", entry.node)
        }
        let read = nodes.map { position($0, of: draft, subject.entry) }
        let names = read.compactMap { $0 }
        guard names.count == nodes.count else { return nil }
        let placed = zip(names, nodes).map { Placed(value: $0, place: $1.place) }
        var earlier: Set<String> = []
        if let twice = placed.first(where: { !earlier.insert($0.value).inserted }) {
            return mistakes.add(twice.place, "\(quoted(entry.key)) names the position \(quoted(twice.value)) twice")
        }
        if let most = draft.mostSelected, names.count > most {
            return subject.complain(entry.node.place, "has \(names.count) positions, but 'max_selected' is \(most)")
        }
        return names
    }
}
