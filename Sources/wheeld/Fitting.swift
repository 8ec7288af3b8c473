import WheelConfiguration
import WheelCore
import WheelModel
import WheelWire

/// The settings of the configuration with the definitions that fit it and one another.
///
/// The configuration's reader finds all mistakes of the file and the definitions together. Leaving out every definition
/// with a mistake would drop more than necessary. For example: two definitions have a control `x`, and the later one
/// has the mistake that the name is taken. If the earlier one is left out because of another mistake, the later one
/// fits. So each round leaves out the wrong definitions that share no name with an earlier wrong one, and reads the
/// rest again. If all definitions share one name, each round removes only one of them. Reading takes long, so after
/// some rounds all wrong definitions are left out together. A definition whose pages, ramps or presets name a removed
/// control is removed in the same round.
struct Fitting {
    private(set) var settings: Settings
    /// The definitions that fit, in the order of the settings, then the kept ones that are put aside.
    private(set) var definitions: [HeldDefinition]
    /// The definitions that no longer fit.
    private(set) var ended: [(owner: String, mistakes: [DefinitionMistake])] = []
    /// The definitions that were put aside before, and still do not fit, but for a new reason.
    private(set) var aside: [(owner: String, mistakes: [DefinitionMistake])] = []
    /// The mistakes of each definition that is left out, by owner.
    private var misfits: [String: [DefinitionMistake]] = [:]
    /// The number of times that all definitions have been read.
    private(set) var readings = 0

    /// After this many readings all wrong definitions are left out at once. Before, a wrong definition that shares a
    /// name with an earlier wrong one stays until the next round.
    private static let patience = 8

    /// Leaves out definitions until the remaining ones fit.
    ///
    /// Definitions that are put aside are tried again only if `retries` is set: at the start and at a reload, not for a
    /// client's request. They are read last, so that they cannot take the names of fitting definitions.
    init(_ source: SettingsSource, _ candidates: [HeldDefinition], retries: Bool = false) {
        settings = source.own
        definitions = candidates.filter { !$0.isAside }
        if retries { definitions += candidates.filter(\.isAside) }
        fit(source)
        if retries { keepBound(source) }
        putAside(candidates)
    }

    /// Throws the mistakes of the definition of `definer` if it does not fit.
    init(_ source: SettingsSource, _ candidates: [HeldDefinition], definer: String) throws(RequestError) {
        settings = source.own
        definitions = candidates.filter { !$0.isAside }
        while !definitions.isEmpty, var wrong = readSettings(source) {
            if wrong[definer] == nil {
                // Of two definitions that share a name, the later one is reported as wrong. So the definitions are read
                // again with the definer's definition at the end.
                var last = self
                last.definitions.removeAll { $0.definition.owner == definer }
                last.definitions += definitions.filter { $0.definition.owner == definer }
                wrong[definer] = last.readSettings(source)?[definer]
            }
            if let own = wrong[definer] { throw RequestError(own) }
            leaveOut(wrong, source)
            // The new definition may have made another one wrong, and may itself name a control of that definition.
            if let own = ended.first(where: { $0.owner == definer }) { throw RequestError(own.mistakes) }
        }
        putAside(candidates)
    }

    private mutating func fit(_ source: SettingsSource) {
        settings = source.own
        while !definitions.isEmpty, let wrong = readSettings(source) { leaveOut(wrong, source) }
    }

    /// Leaves out the definitions that would make the state of all definitions too long. They may have been accepted
    /// while other definitions were put aside, or may use settings of the file that have become longer since then.
    private mutating func keepBound(_ source: SettingsSource) {
        var sum = 0
        var wrong: [String: [DefinitionMistake]] = [:]
        for (held, bytes) in zip(definitions, bound) {
            if sum + bytes <= Budget.listingBytes {
                sum += bytes
            } else {
                wrong[held.definition.owner] = [ListingBound.mistake(sum + bytes)]
            }
        }
        guard !wrong.isEmpty else { return }
        leaveOut(wrong, source)
        fit(source)
    }

    private var bound: [Int] { ListingBound(of: Instrument(settings.panel), definitions.map(\.definition)).bytes }

    /// Reads the settings with these definitions. Returns the mistakes of the definitions by owner, or `nil` without
    /// mistakes.
    private mutating func readSettings(_ source: SettingsSource) -> [String: [DefinitionMistake]]? {
        readings += 1
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
            // The file alone is without mistakes, so all definitions together cause the mistakes found here.
            let all = error.list.map { DefinitionMistake(path: "configuration", message: $0.description) }
            return Dictionary(
                definitions.map { ($0.definition.owner, all) }, uniquingKeysWith: { first, _ in first })
        }
    }

    private mutating func leaveOut(_ wrong: [String: [DefinitionMistake]], _ source: SettingsSource) {
        var names: Set<String> = []
        var gone: Set<String> = []
        definitions.removeAll { held in
            guard let mistakes = wrong[held.definition.owner] else { return false }
            let own = DefinedTables.Kind.allCases.flatMap { kind in
                held.definition.names(kind).map { "\(kind) \($0)" }
            }
            defer { names.formUnion(own) }
            guard readings >= Self.patience || names.isDisjoint(with: own) else { return false }
            misfits[held.definition.owner] = mistakes
            if !held.isAside { ended.append((held.definition.owner, mistakes)) }
            gone.formUnion(held.definition.names(.controls))
            return true
        }
        leaveOut(naming: gone, source)
    }

    /// Leaves out definitions that name removed controls, then definitions that name controls of definitions left out
    /// before, and so on. Each reading would find only one link of such a chain.
    private mutating func leaveOut(naming gone: Set<String>, _ source: SettingsSource) {
        var gone = gone
        while !gone.isEmpty {
            gone.subtract(source.own.panel.controls.map(\.name))
            for held in definitions { gone.subtract(held.definition.names(.controls)) }
            var next: Set<String> = []
            definitions.removeAll { held in
                let mistakes = held.definition.mentions.filter { gone.contains($0.control) }.map { path, control in
                    DefinitionMistake(path: path, message: "there is no control named '\(control)' any more")
                }
                guard !mistakes.isEmpty else { return false }
                misfits[held.definition.owner] = mistakes
                if !held.isAside { ended.append((held.definition.owner, mistakes)) }
                next.formUnion(held.definition.names(.controls))
                return true
            }
            gone = next
        }
    }

    /// Appends the kept definitions that have been left out.
    private mutating func putAside(_ candidates: [HeldDefinition]) {
        let fits = Set(definitions.map(\.definition.owner))
        definitions += candidates.filter { $0.definition.isKept && !fits.contains($0.definition.owner) }
        for index in definitions.indices {
            let held = definitions[index]
            let owner = held.definition.owner
            definitions[index].isAside = !fits.contains(owner)
            if fits.contains(owner) {
                definitions[index].misfit = []
            } else if let mistakes = misfits[owner] {
                definitions[index].misfit = Array(mistakes.prefix(HeldDefinition.mostMistakes))
                if held.isAside, held.misfit != definitions[index].misfit { aside.append((owner, mistakes)) }
            }
        }
    }
}

extension Definition {
    /// The controls that the definition's pages, ramps and presets name, with the paths of these names.
    fileprivate var mentions: [(path: String, control: String)] {
        var found: [(path: String, control: String)] = []
        for list in tables {
            let key: String
            switch list.kind {
            case .controls: continue
            case .pages: key = "controls"
            case .ramps: key = "control"
            case .presets: key = "values"
            }
            for (index, table) in list.tables.enumerated() {
                guard case .table(let entries) = table, let value = entries.first(where: { $0.key == key })?.value
                else { continue }
                let path = "\(list.kind.rawValue)[\(index)].\(key)"
                switch value {
                case .string(let name): found.append((path, name))
                case .list(let names):
                    for (place, name) in names.enumerated() {
                        if case .string(let name) = name { found.append(("\(path)[\(place)]", name)) }
                    }
                case .table(let values): for value in values { found.append(("\(path).\(value.key)", value.key)) }
                case .number, .flag: break
                }
            }
        }
        return found
    }
}
