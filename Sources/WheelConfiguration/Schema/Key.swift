/// A key of a table: its type and limits, what holds without it, what it means. All that is said of a key is said
/// here once; the parser, its hints and the documentation read it from here.
struct Key<Value: Sendable>: Sendable {
    let row: KeyRow
    let standard: Value
    /// How it can be given, where it must be.
    let example: String?
    let read: @Sendable (TOMLNode, Subject) -> Value?

    var name: String { row.name }

    private init<Written>(
        _ name: String, _ type: ValueType<Written>, fallback: String, standard: Value, example: String? = nil,
        owners: [String], meaning: String, _ read: @escaping @Sendable (TOMLNode, Subject) -> Value?
    ) {
        row = KeyRow(
            name: name, type: type.name, limits: type.limits, fallback: fallback, meaning: meaning, owners: owners)
        self.standard = standard
        self.example = example
        self.read = read
    }
}

extension Key {
    /// A key that has a value even where the file gives none.
    init(
        _ name: String, _ type: ValueType<Value>, default standard: Value, of owners: [String] = [], _ meaning: String
    ) {
        self.init(
            name, type, fallback: "`\(type.write(standard))`", standard: standard, owners: owners,
            meaning: meaning, type.read)
    }

    /// A key without which something else holds, told by `otherwise`.
    init<Written>(
        _ name: String, _ type: ValueType<Written>, otherwise: String, of owners: [String] = [], _ meaning: String
    ) where Value == Written? {
        self.init(
            name, type, fallback: otherwise, standard: nil, owners: owners, meaning: meaning
        ) { node, subject in type.read(node, subject).map(Optional.some) }
    }

    /// A key that must be given, as `example`.
    init<Written>(
        required name: String, _ type: ValueType<Written>, as example: String, of owners: [String] = [],
        _ meaning: String
    ) where Value == Written? {
        self.init(
            name, type, fallback: "required", standard: nil, example: "\(name) = \(example)", owners: owners,
            meaning: meaning
        ) { node, subject in type.read(node, subject).map(Optional.some) }
    }
}

/// What came of reading a key.
struct Read<Value: Sendable>: Sendable {
    enum State: Sendable {
        case absent
        case mistaken
        case given
    }

    /// What the file says, or what holds without it.
    let value: Value
    /// Where the value stands; the table's place where there is none.
    let place: Place
    let state: State

    var isGiven: Bool { state == .given }
    var isMistaken: Bool { state == .mistaken }
}
