import WheelCore

/// Says that the daemon does not have what a name of the file means. `kind` is a control or an input.
package func unknownName(_ name: String, of kind: String = "control", in known: some Sequence<String>) -> String {
    let hint = NearestName.of(name, in: known.sorted()).map { " (did you mean '\($0)'?)" } ?? ""
    return "the daemon has no \(kind) named '\(name)'\(hint)"
}
