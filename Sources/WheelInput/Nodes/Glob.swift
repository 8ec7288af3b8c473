/// A pattern of `*` (any text), `?` (any one character) and `[abc]`, `[a-z]`, `[!a]`, over the whole text.
struct Glob: Equatable {
    private enum Part: Equatable {
        case anyText
        case anyOne
        case one(Character)
        case set([ClosedRange<Character>], isInverted: Bool)

        func takes(_ character: Character) -> Bool {
            switch self {
            case .anyText, .anyOne: true
            case .one(let own): own == character
            case .set(let ranges, let isInverted): ranges.contains { $0.contains(character) } != isInverted
            }
        }
    }

    private let parts: [Part]

    init(_ pattern: String) {
        var parts: [Part] = []
        var rest = Substring(pattern)
        while let first = rest.first {
            if first == "[", let (set, after) = Self.set(rest.dropFirst()) {
                parts.append(set)
                rest = after
                continue
            }
            rest = rest.dropFirst()
            switch first {
            case "*": parts.append(.anyText)
            case "?": parts.append(.anyOne)
            default: parts.append(.one(first))
            }
        }
        self.parts = parts
    }

    func matches(_ text: String) -> Bool {
        let text = Array(text)
        var (place, part) = (0, 0)
        // Where to go on when what follows the last `*` does not fit: one character further.
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

    /// What stands between brackets; `nil` where there is no closing one, so that the bracket means itself.
    private static func set(_ text: Substring) -> (Part, Substring)? {
        var rest = text
        let isInverted = rest.first == "!" || rest.first == "^"
        if isInverted { rest = rest.dropFirst() }
        var ranges: [ClosedRange<Character>] = []
        // A bracket at the beginning means itself.
        while let first = rest.first, first != "]" || ranges.isEmpty {
            rest = rest.dropFirst()
            if rest.first == "-", let last = rest.dropFirst().first, last != "]" {
                rest = rest.dropFirst(2)
                if first <= last { ranges.append(first...last) }
            } else {
                ranges.append(first...first)
            }
        }
        guard rest.first == "]" else { return nil }
        return (.set(ranges, isInverted: isInverted), rest.dropFirst())
    }
}
