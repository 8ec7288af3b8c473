enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

/// The members of a JSON object in their order, read by name and type. An optional member may also be `null`.
struct JSONObject: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
        var name: String
        var value: JSONValue
    }

    var members: [Entry] = []

    /// A member's value; `nil` if the member is missing or `null`.
    subscript(name: String) -> JSONValue? {
        guard let value = members.first(where: { $0.name == name })?.value, value != .null else { return nil }
        return value
    }

    func value(_ name: String) throws(MemberProblem) -> JSONValue {
        guard let member = members.first(where: { $0.name == name }) else { throw .missing(name) }
        return member.value
    }

    func read<Value: MemberValue>(_ name: String) throws(MemberProblem) -> Value {
        if let absent = Value.absent, self[name] == nil { return absent }
        guard let value = try Value(from: try value(name)) else { throw .wrong(name, mustBe: Value.kind) }
        return value
    }

    func read<Value>(_ member: Member<Value>) throws(MemberProblem) -> Value { try read(member.name.description) }

    /// Reads an optional member; `nil` if the member is missing or `null`.
    func readIfAny<Value: MemberValue>(_ name: String) throws(MemberProblem) -> Value? {
        self[name] == nil ? nil : try read(name) as Value
    }

    func readIfAny<Value>(_ member: Member<Value>) throws(MemberProblem) -> Value? {
        try readIfAny(member.name.description)
    }

    func array(_ name: String) throws(MemberProblem) -> [JSONValue] {
        guard case .array(let array) = try value(name) else { throw .wrong(name, mustBe: "an array") }
        return array
    }
}
