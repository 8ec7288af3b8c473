import WheelCore

/// Collects the mistakes and warnings of a file while it is read.
package final class MistakeList {
    private struct Finding: Hashable {
        let place: Place
        let message: String
    }

    private let file: String
    private let definitions: [Definition]
    private var mistakes: Set<Finding> = []
    private var warnings: Set<Finding> = []
    /// The places of the pages and the controls in the file and in definitions, by name.
    var places = NamedPlaces()
    /// The paths of each definition's nodes, by the definition's number. They are made when they are first needed.
    private var paths: [Int: DefinedPaths] = [:]
    /// The keys that the table being read has taken over by `like`.
    private(set) var inheritance: Inheritance?

    package init(file: String, definitions: [Definition] = []) {
        self.file = file
        self.definitions = definitions
    }

    /// The owner of the definition that contains the place; `nil` for a place in the file.
    func owner(of place: Place) -> String? {
        place.source > 0 ? definitions[place.source - 1].owner : nil
    }

    /// Where a place is. The text follows words such as "the first": "in line 5", "is controls[0].name of synth".
    package func text(of place: Place) -> String {
        guard place.source > 0 else { return "in line \(place.line)" }
        let defined = defined(place)
        return "is \(defined.path) of \(defined.owner)"
    }

    /// The owner and the path of a place in a definition.
    private func defined(_ place: Place) -> ConfigurationMistake.DefinedPlace {
        let definition = definitions[place.source - 1]
        let paths = paths[place.source] ?? DefinedPaths(of: definition)
        self.paths[place.source] = paths
        return ConfigurationMistake.DefinedPlace(
            owner: definition.owner, path: paths[place.line] ?? definition.owner)
    }

    package var isEmpty: Bool { mistakes.isEmpty }

    /// Adds a mistake. `message` is evaluated only if the list has room.
    package func add(_ place: Place, _ message: @autoclosure () -> String) {
        guard hasRoom(in: mistakes) else { return }
        if let mistake = finding(place, message(), besides: mistakes) { mistakes.insert(mistake) }
    }

    /// Runs `body`, which reads a table. `inheritance` contains the keys that the table has taken over by `like`; `nil`
    /// if there are none.
    func reading<Value>(_ inheritance: Inheritance?, _ body: () -> Value) -> Value {
        let outer = self.inheritance
        self.inheritance = inheritance
        defer { self.inheritance = outer }
        return body()
    }

    /// The mistake or warning to report, or `nil`. A finding at a key that was taken over is reported at the value of
    /// `like`, unless it has already been reported for the table that `like` names.
    private func finding(_ place: Place, _ message: String, besides findings: Set<Finding>) -> Finding? {
        let finding = Finding(place: place, message: message)
        guard let inheritance else { return finding }
        // `like` contains a mistake. The table that it should name may have the keys that are missing in this table, so
        // missing keys are not reported.
        if inheritance.original == nil, place == inheritance.table { return nil }
        guard !inheritance.isOwn(place) else { return finding }
        guard !findings.contains(finding), let original = inheritance.original else { return nil }
        return Finding(place: inheritance.place, message: "\(message) (taken over from \(quoted(original)))")
    }

    /// Adds a mistake, and returns `nil` in place of the value that could not be read.
    package func add<Value>(_ place: Place, _ message: @autoclosure () -> String) -> Value? {
        add(place, message())
        return nil
    }

    /// Adds a mistake for each name that occurs twice. `what` is a plural, such as `speeds`. Returns whether all names
    /// are different.
    package func areUnique(_ names: [Placed<String>], _ what: String) -> Bool {
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

    /// Adds a warning about something that is allowed but misleading, most often because it has no effect.
    package func warn(_ place: Place, _ message: @autoclosure () -> String) {
        guard hasRoom(in: warnings) else { return }
        if let warning = finding(place, message(), besides: warnings) { warnings.insert(warning) }
    }

    /// A definition of a megabyte could have a hundred thousand mistakes. Collecting all mistakes would block the
    /// daemon for seconds, so only the first `Budget.mistakes` are kept.
    private func hasRoom(in findings: Set<Finding>) -> Bool { definitions.isEmpty || findings.count < Budget.mistakes }

    /// The hint for an unknown name: the nearest of `names`, or else a list of them. After many mistakes the hint is
    /// empty, since the search takes time, and nobody reads so many hints.
    package func hint(_ written: String, in names: @autoclosure () -> [String], whereNone: String) -> String {
        // A definition may have two thousand names, and the daemon's event loop waits for the search. So definitions
        // get fewer hints than files.
        mistakes.count < (definitions.isEmpty ? 200 : 20)
            ? NearestName.hint(written, in: names(), whereNone: whereNone) : ""
    }

    package func sortedMistakes() -> [ConfigurationMistake] { sorted(mistakes) }

    package func sortedWarnings() -> [ConfigurationMistake] { sorted(warnings) }

    private func sorted(_ findings: Set<Finding>) -> [ConfigurationMistake] {
        findings.sorted { ($0.place, $0.message) < ($1.place, $1.message) }.map { finding in
            ConfigurationMistake(
                file: file, line: finding.place.line, column: finding.place.column, message: finding.message,
                defined: finding.place.source > 0 ? defined(finding.place) : nil)
        }
    }
}

struct NamedPlaces: Equatable, Sendable {
    var pages: [String: Place] = [:]
    var controls: [String: Place] = [:]
}

extension NearestName {
    /// ` (did you mean 'taper'?)`, or nothing.
    package static func suggestion(_ written: String, in names: [String]) -> String {
        of(written, in: names).map { " (did you mean \(quoted($0))?)" } ?? ""
    }

    /// ` (did you mean 'taper'?)`, or a list of the names if none is near, or `whereNone` if there are no names.
    static func hint(_ written: String, in names: [String], whereNone: String) -> String {
        let nearest = suggestion(written, in: names)
        guard nearest.isEmpty else { return nearest }
        guard !names.isEmpty else { return " (\(whereNone))" }
        let shown = names.prefix(12).map { visible($0, most: 40) }.joined(separator: ", ")
        return " (there are: \(shown)\(names.count > 12 ? ", …" : ""))"
    }
}
