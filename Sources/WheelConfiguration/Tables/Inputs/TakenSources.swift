/// What the inputs before have taken, of which there is no second.
struct TakenSources {
    var lines = LineList()
    private var terminal: Place?
    /// The inputs that take every device of a kind.
    private var all: [String: Place] = [:]

    mutating func takeTerminal(_ reader: TableReader) {
        if let terminal {
            reader.mistakes.add(
                reader.place, "there is only one terminal, and the input in line \(terminal.line) has it")
        }
        terminal = terminal ?? reader.place
    }

    /// Takes every `device` where there is no `match`; a second one gets what is left, which is nothing.
    mutating func takeAll(_ device: String, _ reader: TableReader) {
        guard !reader.has(EvdevKeys.match.name) else { return }
        if let first = all[device] {
            reader.mistakes.warn(
                reader.place,
                "without 'match' this is every \(device), which the input in line \(first.line) is already")
        }
        all[device] = all[device] ?? reader.place
    }
}
