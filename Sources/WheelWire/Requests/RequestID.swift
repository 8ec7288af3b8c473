import WheelCore

/// Identifies a request in its reply. The `id` is a JSON number or string, and is kept as it was written.
public struct RequestID: Hashable, Sendable {
    public let json: String

    private init(json: String) { self.json = json }

    public init(_ number: Int) { json = String(number) }

    public init(_ name: String) {
        var line = LineBuffer(capacity: 64)
        line.string(name)
        json = line.text
    }

    /// The member `name` of a line that was parsed; `nil` if the line has no such member.
    init?(_ name: StaticString, _ members: JSONObject, in line: UnsafeRawBufferPointer) throws(MemberProblem) {
        switch members[name.description] {
        case nil: return nil
        case .number(let number):
            self = Self(written: name, in: line) ?? Self(json: ControlValue.number(number).json)
        case .string(let string): self = Self(written: name, in: line) ?? Self(string)
        case .null, .bool, .array, .object: throw .wrong(name.description, mustBe: "a number or a string")
        }
    }

    /// The member `name` of a line that need not be well-formed JSON.
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
