import WheelSettings

/// The GPIO lines that are taken, and by whom: the kernel gives each only once.
struct LineList {
    private struct Line: Hashable {
        let chip: String?
        let line: GPIOLine
    }

    private var owners: [Line: (user: String, place: Place)] = [:]

    /// Takes a line for `user`, as `'a' of 'knob'`; complains where it is taken.
    mutating func take(
        _ line: GPIOLine, of chip: String?, for user: String, at place: Place, mistakes: MistakeList
    ) -> Bool {
        let key = Line(chip: chip, line: line)
        if let owner = owners[key] {
            mistakes.add(
                place, "the line \(line.text) is taken: it is \(owner.user) in line \(owner.place.line)")
            return false
        }
        owners[key] = (user, place)
        return true
    }
}

extension GPIOLine {
    /// As the file writes it.
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
