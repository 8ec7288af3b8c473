import WheelSettings

/// Tables of a configuration, as JSON has them.
extension PlainValue {
    /// `nil` for a null, which no table has.
    init?(_ json: JSONValue) {
        switch json {
        case .null: return nil
        case .bool(let flag): self = .flag(flag)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .list(elements.compactMap { PlainValue($0) })
        case .object(let object): self = PlainValue(object)
        }
    }

    /// A member that is null is left out, as if it were not there.
    private init(_ object: JSONObject) {
        self = .table(
            object.members.compactMap { member in PlainValue(member.value).map { PlainValue.Entry(member.name, $0) } })
    }
}

extension PlainValue: MemberElement {
    static var kind: String { "a value" }
    static var plural: String { "objects" }

    init?(from json: JSONValue) throws(MemberProblem) { self.init(json) }

    func write(to line: inout LineBuffer) {
        switch self {
        case .string(let text): text.write(to: &line)
        case .number(let number): number.write(to: &line)
        case .flag(let flag): flag.write(to: &line)
        case .list(let values):
            line.beginArray()
            for value in values {
                line.separate()
                value.write(to: &line)
            }
            line.endArray()
        case .table(let entries):
            line.beginObject()
            for entry in entries {
                line.key(named: entry.key)
                entry.value.write(to: &line)
            }
            line.endObject()
        }
    }
}
