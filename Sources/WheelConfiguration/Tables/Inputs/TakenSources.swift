import WheelSettings

/// The devices that earlier inputs of the file use and that no second input can use.
struct TakenSources {
    private struct Line: Hashable {
        let chip: String?
        let line: GPIOLine
    }

    private var lines: [Line: (user: String, place: Place)] = [:]
    private var terminal: Place?
    /// The places of the inputs that use every device of a kind, by kind.
    private var all: [String: Place] = [:]

    /// Records that `user`, such as `'a' of 'knob'`, uses a line. The kernel grants each line only once.
    mutating func take(
        _ line: GPIOLine, of chip: String?, for user: String, at place: Place, _ mistakes: MistakeList
    ) {
        let line = Line(chip: chip, line: line)
        if let owner = lines[line] {
            mistakes.add(
                place, "the GPIO line \(line.line.text) is taken: \(owner.user) in line \(owner.place.line) uses it")
        } else {
            lines[line] = (user, place)
        }
    }

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

extension GPIOLine {
    /// The line in the syntax of the file.
    fileprivate var text: String {
        switch self {
        case .named(let name): quoted(name)
        case .offset(let offset): "\(offset)"
        }
    }

    var isNamed: Bool {
        switch self {
        case .named: true
        case .offset: false
        }
    }
}
