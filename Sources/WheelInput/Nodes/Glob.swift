/// A pattern for a whole text: `*` matches any text, and `?` any one character. All other characters are literal, since
/// users copy names into patterns.
struct Glob: Equatable {
    private enum Part: Equatable {
        case anyText
        case anyOne
        case one(Character)

        func takes(_ character: Character) -> Bool {
            switch self {
            case .anyText, .anyOne: true
            case .one(let own): own == character
            }
        }
    }

    private let parts: [Part]

    init(_ pattern: String) {
        parts = pattern.map { character in
            switch character {
            case "*": .anyText
            case "?": .anyOne
            default: .one(character)
            }
        }
    }

    func matches(_ text: String) -> Bool {
        let text = Array(text)
        var (place, part) = (0, 0)
        // Where to continue after a mismatch: the last `*` then matches one character more.
        var retry: (place: Int, part: Int)?
        while place < text.count {
            if part < parts.count, parts[part] == .anyText {
                retry = (place, part)
                part += 1
            } else if part < parts.count, parts[part].takes(text[place]) {
                place += 1
                part += 1
            } else if let last = retry {
                place = last.place + 1
                part = last.part + 1
                retry = (place, last.part)
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { $0 == .anyText }
    }
}
