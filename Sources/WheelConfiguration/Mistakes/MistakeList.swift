import WheelModel
import WheelSettings

/// Collects the mistakes and warnings of a file while it is read.
final class MistakeList {
    private struct Finding: Hashable {
        let place: Place
        let message: String
    }

    /// A definition of a megabyte could have a hundred thousand mistakes. Their list would keep the daemon for seconds.
    static let most = 1000

    private let file: String
    private let definitions: [Definition]
    private var mistakes: [Finding] = []
    private var warnings: [Finding] = []

    init(file: String, definitions: [Definition] = []) {
        self.file = file
        self.definitions = definitions
    }

    /// "in line 5", "is controls[0].name of synth"
    func text(of place: Place) -> String {
        guard place.source > 0 else { return "in line \(place.line)" }
        let definition = definitions[place.source - 1]
        let path = DefinedNodes.paths(to: [place.line], in: definition)[place.line] ?? definition.owner
        return "is \(path) of \(definition.owner)"
    }

    /// The paths of these places, found in one walk through each definition.
    private func paths(of findings: [Finding]) -> [Place: ConfigurationMistake.DefinedPlace] {
        var paths: [Place: ConfigurationMistake.DefinedPlace] = [:]
        for (source, found) in Dictionary(grouping: findings, by: \.place.source) where source > 0 {
            let definition = definitions[source - 1]
            let own = DefinedNodes.paths(to: Set(found.map(\.place.line)), in: definition)
            for finding in found {
                paths[finding.place] = ConfigurationMistake.DefinedPlace(
                    owner: definition.owner, path: own[finding.place.line] ?? definition.owner)
            }
        }
        return paths
    }

    var isEmpty: Bool { mistakes.isEmpty }

    func add(_ place: Place, _ message: String) {
        guard mistakes.count < MistakeList.most || definitions.isEmpty else { return }
        mistakes.append(Finding(place: place, message: message))
    }

    /// Adds a mistake and returns `nil`, for the value that could not be read.
    func add<Value>(_ place: Place, _ message: String) -> Value? {
        add(place, message)
        return nil
    }

    /// Adds a mistake for each name that occurs twice. `what` is in the plural. Returns whether there is none.
    func areUnique(_ names: [Placed<String>], _ what: String) -> Bool {
        var places: [String: Place] = [:]
        for name in names {
            if let first = places[name.value] {
                add(name.place, "there are two \(what) named \(quoted(name.value)) (the first \(text(of: first)))")
            } else {
                places[name.value] = name.place
            }
        }
        return places.count == names.count
    }

    /// Adds a warning about something that is allowed but has no effect.
    func warn(_ place: Place, _ message: String) {
        warnings.append(Finding(place: place, message: message))
    }

    /// The nearest of `names`, or the list of them. After 200 mistakes the hint is empty: the search takes time, and
    /// nobody reads that many.
    func hint(_ written: String, in names: [String], whereNone: String) -> String {
        mistakes.count < 200 ? NearestName.hint(written, in: names, whereNone: whereNone) : ""
    }

    func sortedMistakes() -> [ConfigurationMistake] { sorted(mistakes) }

    func sortedWarnings() -> [ConfigurationMistake] { sorted(warnings) }

    private func sorted(_ findings: [Finding]) -> [ConfigurationMistake] {
        let paths = paths(of: findings)
        return findings.sorted { ($0.place, $0.message) < ($1.place, $1.message) }.map { finding in
            ConfigurationMistake(
                file: file, line: finding.place.line, column: finding.place.column, message: finding.message,
                defined: paths[finding.place])
        }
    }
}

extension NearestName {
    /// ` (did you mean 'taper'?)`, or a list of the names if none is near.
    static func hint(_ written: String, in names: [String], whereNone: String) -> String {
        if let nearest = of(written, in: names) { return " (did you mean \(quoted(nearest))?)" }
        guard !names.isEmpty else { return " (\(whereNone))" }
        let shown = names.prefix(12).map { visible($0, most: 40) }.joined(separator: ", ")
        return " (there are: \(shown)\(names.count > 12 ? ", …" : ""))"
    }
}
