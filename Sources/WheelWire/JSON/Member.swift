/// A member of a line, declared once: the writer and the reader take its name and type from here, and docs/protocol.md
/// its row. It is made of constants, so that the use of a declaration costs nothing.
struct Member<Value: MemberValue>: Sendable {
    let name: StaticString
    private let when: StaticString
    private let meaning: StaticString

    /// `when`: the condition for a member that is not always there.
    init(_ name: StaticString, when: StaticString = "", _ meaning: StaticString) {
        self.name = name
        self.when = when
        self.meaning = meaning
    }

    var row: MemberRow {
        MemberRow(
            name: name.description, kind: Value.kind, when: when.description, meaning: meaning.description)
    }
}

/// What docs/protocol.md says of a member.
struct MemberRow: Equatable, Sendable {
    var name: String
    var kind: String
    /// Empty for a member that is always there.
    var when: String
    var meaning: String
    /// Members that come with some of this member's values.
    var others: [MemberRow] = []
}

extension LineBuffer {
    mutating func member<Value>(_ member: Member<Value>, _ value: Value) {
        key(member.name)
        value.write(to: &self)
    }
}
