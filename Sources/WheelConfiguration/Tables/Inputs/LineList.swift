import WheelSettings

/// The GPIO lines that inputs use. The kernel grants each line only once.
struct LineList {
    private struct Line: Hashable {
        let chip: String?
        let line: GPIOLine
    }

    private var owners: [Line: (user: String, place: Place)] = [:]

    /// Records that `user`, such as `'a' of 'knob'`, uses a line. Adds a mistake if the line is in use already.
    mutating func take(
        _ line: GPIOLine, of chip: String?, for user: String, at place: Place, mistakes: MistakeList
    ) -> Bool {
        let key = Line(chip: chip, line: line)
        if let owner = owners[key] {
            mistakes.add(
                place, "the GPIO line \(line.text) is taken: \(owner.user) in line \(owner.place.line) uses it")
            return false
        }
        owners[key] = (user, place)
        return true
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
