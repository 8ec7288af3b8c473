/// A member of a line, declared once: the writer and the reader take its name and type from here, and docs/protocol.md
/// its row.
struct Member<Value: MemberValue>: Sendable {
    let name: StaticString
    let row: MemberRow

    /// `when`: where the member is not always there. `with`: members that come with some of its values.
    init(_ name: StaticString, when: String = "", with others: [MemberRow] = [], _ meaning: String) {
        self.name = name
        row = MemberRow(name: name.description, kind: Value.kind, when: when, meaning: meaning, others: others)
    }
}

/// What docs/protocol.md says of a member.
struct MemberRow: Equatable, Sendable {
    var name: String
    var kind: String
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

    /// A name that was made into JSON before.
    mutating func member(_ member: Member<String>, _ name: JSONText) {
        key(member.name)
        text(name)
    }
}

extension JSONObject {
    func read<Value>(_ member: Member<Value>) throws(MemberProblem) -> Value {
        try Value(member.name.description, of: self)
    }

    /// `nil` where the member is missing or `null`.
    func readIfAny<Value>(_ member: Member<Value>) throws(MemberProblem) -> Value? {
        try Value?(member.name.description, of: self)
    }
}
