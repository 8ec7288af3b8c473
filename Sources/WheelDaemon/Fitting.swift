import WheelConfiguration
import WheelProtocol
import WheelSettings

/// The settings of the configuration with the definitions that fit it and one another.
struct Fitting {
    private(set) var settings: Settings
    /// Those that fit, in the order of the settings; then kept ones that are put aside.
    private(set) var definitions: [HeldDefinition]
    /// Those that fitted before and no longer do.
    private(set) var ended: [(owner: String, mistakes: [DefinitionMistake])] = []

    /// Leaves out definitions until the others fit.
    ///
    /// Those that are put aside are tried again only if `retries`: with another configuration, not by a client's request. They
    /// come last, so that none of them can take a name of one that fits.
    init(_ source: SettingsSource, _ candidates: [HeldDefinition], retries: Bool = false) {
        settings = source.own
        definitions = candidates.filter { !$0.isAside }
        if retries { definitions += candidates.filter(\.isAside) }
        while !definitions.isEmpty, let wrong = readSettings(source) { leaveOut(wrong) }
        putAside(candidates)
    }

    /// The same for a definition that must fit: that of `definer`. Throws its mistakes.
    init(_ source: SettingsSource, _ candidates: [HeldDefinition], definer: String) throws(RequestError) {
        settings = source.own
        definitions = candidates.filter { !$0.isAside }
        while !definitions.isEmpty, var wrong = readSettings(source) {
            if wrong[definer] == nil {
                // Of two definitions with the same name the later one has the mistake. The definer comes last to learn whether
                // the mistake is its own.
                var last = self
                last.definitions.removeAll { $0.definition.owner == definer }
                last.definitions += definitions.filter { $0.definition.owner == definer }
                wrong[definer] = last.readSettings(source)?[definer]
            }
            if let own = wrong[definer] { throw RequestError(own) }
            leaveOut(wrong)
        }
        putAside(candidates)
    }

    /// Reads the settings with these definitions. Returns the mistakes by owner if there are any.
    private mutating func readSettings(_ source: SettingsSource) -> [String: [DefinitionMistake]]? {
        do throws(ConfigurationMistakes) {
            settings = try source.settings(with: definitions.map(\.definition))
            return nil
        } catch {
            var found: [String: [DefinitionMistake]] = [:]
            for mistake in error.list {
                guard let place = mistake.defined else { continue }
                found[place.owner, default: []].append(DefinitionMistake(path: place.path, message: mistake.message))
            }
            guard found.isEmpty else { return found }
            // The file has been read without mistakes, so all definitions together cause these.
            let all = error.list.map { DefinitionMistake(path: "configuration", message: $0.description) }
            return Dictionary(
                definitions.map { ($0.definition.owner, all) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Leaves out what is wrong, but not one that shares a name with an earlier wrong one: it may fit without that.
    private mutating func leaveOut(_ wrong: [String: [DefinitionMistake]]) {
        var names: Set<String> = []
        definitions.removeAll { held in
            guard let mistakes = wrong[held.definition.owner] else { return false }
            let own = DefinedTables.Kind.allCases.flatMap { kind in
                held.definition.names(kind).map { "\(kind) \($0)" }
            }
            defer { names.formUnion(own) }
            guard names.isDisjoint(with: own) else { return false }
            if !held.isAside { ended.append((held.definition.owner, mistakes)) }
            return true
        }
    }

    /// Appends the kept definitions that have been left out.
    private mutating func putAside(_ candidates: [HeldDefinition]) {
        let fits = Set(definitions.map(\.definition.owner))
        definitions += candidates.filter { $0.definition.isKept && !fits.contains($0.definition.owner) }
        for index in definitions.indices {
            definitions[index].isAside = !fits.contains(definitions[index].definition.owner)
        }
    }
}
