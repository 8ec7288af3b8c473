import WheelCore

/// Tables of a configuration in JSON.
extension PlainValue: MemberElement {
    static var kind: String { "a value" }
    static var plural: String { "objects" }

    /// Reads a value; `nil` for `null` and for a list that contains `null`, since tables cannot contain it.
    init?(from json: JSONValue) throws(MemberProblem) {
        switch json {
        case .null: return nil
        case .bool(let flag): self = .flag(flag)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .array:
            guard let values = try [PlainValue](from: json) else { return nil }
            self = .list(values)
        case .object(let object):
            var entries: [Entry] = []
            // A member that is `null` counts as missing.
            for member in object.members where member.value != .null {
                guard let value = try PlainValue(from: member.value) else { return nil }
                entries.append(Entry(member.name, value))
            }
            self = .table(entries)
        }
    }

    func write(to line: inout LineBuffer) {
        switch self {
        case .string(let text): text.write(to: &line)
        case .number(let number): number.write(to: &line)
        case .flag(let flag): flag.write(to: &line)
        case .list(let values): values.write(to: &line)
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
