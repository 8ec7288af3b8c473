/// The devices that earlier inputs of the file use and that no second input can use.
struct TakenSources {
    var lines = LineList()
    private var terminal: Place?
    /// The places of the inputs that use every device of a kind, by kind.
    private var all: [String: Place] = [:]

    mutating func takeTerminal(_ reader: TableReader) {
        if let terminal {
            reader.mistakes.add(
                reader.place, "there is only one terminal, and the input in line \(terminal.line) uses it already")
        }
        terminal = terminal ?? reader.place
    }

    /// Records an input without `match`, which uses every `device`. Warns about a second one, which gets no device.
    mutating func takeAll(_ device: String, _ reader: TableReader) {
        guard !reader.has(EvdevKeys.match.name) else { return }
        if let first = all[device] {
            reader.mistakes.warn(
                reader.place,
                "without 'match' this input uses every \(device), but the input in line \(first.line) "
                    + "uses them all already")
        }
        all[device] = all[device] ?? reader.place
    }
}
