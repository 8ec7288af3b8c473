import WheelCore

/// What tells a client which of its requests is answered: a JSON number or string, kept as it was written.
public struct RequestID: Hashable, Sendable {
    /// The number or string as JSON.
    public let json: String

}

extension RequestID {
    public init(_ number: Int) { json = String(number) }

    public init(_ name: String) {
        var line = LineBuffer(capacity: 64)
        line.string(name)
        json = line.text
    }

    /// The member `name` of a line that was read, in its own words; `nil` where there is none.
    init?(_ name: StaticString, _ members: JSONObject, in line: UnsafeRawBufferPointer) throws(MemberProblem) {
        switch members[name.description] {
        case nil: return nil
        case .number(let number):
            self = Self(written: name, in: line) ?? Self(json: ControlValue.number(number).json)
        case .string(let string): self = Self(written: name, in: line) ?? Self(string)
        case .null, .bool, .array, .object: throw .wrong(name.description, mustBe: "a number or a string")
        }
    }

    /// As it stands in the line, which may be no good otherwise.
    init?(written name: StaticString, in line: UnsafeRawBufferPointer) {
        guard let place = MemberScanner.scalar(named: name, in: line) else { return nil }
        let text = UnsafeRawBufferPointer(rebasing: line[place])
        guard JSONParser.isScalar(text) else { return nil }
        json = String(decoding: text, as: UTF8.self)
    }
}

extension LineBuffer {
    mutating func id(_ id: RequestID?) { append(json: id?.json ?? "null") }
}
