import WheelConfiguration
import WheelProtocol
import WheelSettings

/// The settings of the configuration with the definitions that fit it and one another.
struct Fitting {
    var settings: Settings
    /// Those that fit, and kept ones that are put aside.
    var definitions: [HeldDefinition]
    /// Those that fitted before and no longer do.
    var ended: [(owner: String, mistakes: [DefinitionMistake])] = []
}

extension Fitting {
    /// Leaves out definitions until the others fit. `definer` is the owner of one that must fit.
    ///
    /// Throws the mistakes of that one.
    init(
        _ source: SettingsSource, _ candidates: [HeldDefinition], definer: String? = nil
    ) throws(RequestError) {
        var fitting = candidates
        var ended: [(owner: String, mistakes: [DefinitionMistake])] = []
        // A definition that is put aside is tried again with another configuration, not by another client's request.
        if definer != nil { fitting.removeAll(where: \.isAside) }
        while true {
            do throws(ConfigurationMistakes) {
                settings = try source.settings(with: fitting.map(\.definition))
                break
            } catch {
                var mistakes = error.byOwner
                if let definer, mistakes[definer] == nil {
                    // Of two definitions with the same name the later one has the mistake. The definer comes last to learn
                    // whether the mistake is its own.
                    mistakes[definer] = Fitting.mistakes(of: definer, last: fitting, source)
                }
                if let definer, let own = mistakes[definer] { throw RequestError(own) }
                let wrong = fitting.filter { mistakes[$0.definition.owner] != nil }
                // Mistakes of the file alone would have been found when it was loaded.
                guard !wrong.isEmpty else {
                    throw RequestError(
                        error.list.map { DefinitionMistake(path: "configuration", message: $0.description) })
                }
                for held in wrong where !held.isAside {
                    ended.append((held.definition.owner, mistakes[held.definition.owner] ?? []))
                }
                fitting.removeAll { mistakes[$0.definition.owner] != nil }
            }
        }
        self.ended = ended
        let fits = Set(fitting.map(\.definition.owner))
        definitions = candidates.compactMap { held in
            var held = held
            held.isAside = !fits.contains(held.definition.owner)
            return held.isAside && !held.definition.isKept ? nil : held
        }
    }

    private static func mistakes(
        of owner: String, last definitions: [HeldDefinition], _ source: SettingsSource
    ) -> [DefinitionMistake]? {
        let order =
            definitions.filter { $0.definition.owner != owner } + definitions.filter { $0.definition.owner == owner }
        do throws(ConfigurationMistakes) {
            _ = try source.settings(with: order.map(\.definition))
            return nil
        } catch {
            return error.byOwner[owner]
        }
    }
}

extension ConfigurationMistakes {
    fileprivate var byOwner: [String: [DefinitionMistake]] {
        var found: [String: [DefinitionMistake]] = [:]
        for mistake in list {
            guard let place = mistake.defined else { continue }
            found[place.owner, default: []].append(DefinitionMistake(path: place.path, message: mistake.message))
        }
        return found
    }
}
