// Turns the tables of a file into settings.
//
// Tables refer to one another by name, and may occur in any order. So the names of all tables are collected first. Then
// the tables are read, each kind after the kinds that it needs: controls, displays, pages, ramps, presets, inputs.
// Finally the requests that buttons are bound to are tried on a new instrument.
//
// A file often has several mistakes, and all of them are reported at once, each at its place. But a mistake must not
// cause further reports. `controls = ["gian"]` is reported only if the names of all controls could be read. Otherwise
// `gian` may be the name that could not be read. A setting with a mistake gets its default, and checks that depend on
// the setting report nothing.

import WheelCore

struct FileReading {
    private let tables: FileTables
    private let mistakes: MistakeList
    private let isKey: @Sendable (String) -> Bool
    private let base: Settings
    private let hasDefinitions: Bool

    init(
        _ file: TOMLTable, base: Settings, with definitions: [Definition], mistakes: MistakeList,
        isKey: @escaping @Sendable (String) -> Bool
    ) {
        tables = FileTables(file, with: definitions, mistakes: mistakes)
        self.base = base
        hasDefinitions = !definitions.isEmpty
        self.mistakes = mistakes
        self.isKey = isKey
    }

    /// The settings, which are incomplete if a mistake was added.
    func settings() -> Settings {
        var scope = scope()
        mistakes.places = NamedPlaces(pages: scope.pages.places, controls: scope.controls.places)
        var settings = Settings()
        for single in SingleTables.all {
            if let table = tables.table(single.schema.name) { single.fill(&settings, with: table, mistakes) }
        }
        settings.panel.controls = controls(&scope)
        settings.displays =
            tables.list("display").map { DisplayTable.readAll($0, mistakes: mistakes) } ?? base.displays
        // Pages are read before inputs, since a page can give an input further controls, and the input's actions may
        // name the speeds of these controls.
        settings.panel.pages = tables.list("page") == nil ? base.panel.pages : []
        settings.panel.pages += tables.all("page").map { PageTable.read($0, scope: &scope) }
        settings.panel.ramps = tables.all("ramp").map { RampTable.read($0, scope: scope) }
        settings.panel.presets = presets(scope)
        readInputs(scope, into: &settings)
        // If there are definitions, the bindings were checked before, when the file was read without them. With
        // definitions a valid binding could be refused: a new panel shows its first page, which may belong to a
        // definition, with controls that the file does not contain.
        if mistakes.isEmpty, !hasDefinitions { scope.boundRequests.check(on: settings.panel, mistakes) }
        return settings
    }

    private func controls(_ scope: inout Scope) -> [ControlSettings] {
        if tables.list("control") == nil {
            scope.drafts = base.panel.controls.enumerated().map(ControlDraft.init)
        }
        for table in tables.all("control") {
            let draft = mistakes.reading(table.inheritance) {
                ControlTable.read(table, index: scope.drafts.count, mistakes: mistakes)
            }
            scope.drafts.append(draft)
        }
        return scope.drafts.map(\.settings)
    }

    private func presets(_ scope: Scope) -> [PresetSettings] {
        // The names are read only to report mistakes in the names. `BoundRequests` checks actions that name presets.
        _ = names("preset")
        return tables.all("preset").map { PresetTable.read($0, scope: scope) }
    }

    private func readInputs(_ scope: Scope, into settings: inout Settings) {
        guard let list = tables.list("input") else {
            settings.panel.inputs = base.panel.inputs.map { input in
                var input = input
                input.controls = Array(settings.panel.controls.indices)
                return input
            }
            return
        }
        var taken = TakenSources()
        for (index, table) in list.enumerated() {
            settings.panel.inputs.append(
                mistakes.reading(table.inheritance) {
                    InputTable.read(table, index: index, taken: &taken, scope: scope)
                })
        }
    }

    private func scope() -> Scope {
        Scope(
            mistakes: mistakes, controls: names("control", implied: base.panel.controls.map(\.name)),
            ramps: names("ramp"), inputs: names("input", implied: base.panel.inputs.map(\.name)),
            displays: names("display", implied: base.displays.map(\.name)),
            pages: names("page", implied: base.panel.pages.map(\.name), reserved: ["next", "previous"]),
            inputTypes: inputTypes, scrubbing: scrubbing, isKey: isKey)
    }

    private var inputTypes: [String?] {
        tables.list("input")?.map { table in
            if case .string(let type)? = table["type"]?.value { type } else { nil }
        } ?? base.panel.inputs.map(\.source.type)
    }

    private var scrubbing: Set<Int> {
        let inputs = tables.list("input") ?? []
        return Set(inputs.indices.filter { inputs[$0]["ramp"] != nil })
    }

    private func names(_ what: String, implied: [String] = [], reserved: [String] = []) -> NameList {
        var list = NameList(
            what, implied: tables.list(what) == nil ? implied : [], of: tables.all(what), reserved: reserved,
            mistakes: mistakes)
        if !tables.isComplete(what) { list.isComplete = false }
        return list
    }
}
