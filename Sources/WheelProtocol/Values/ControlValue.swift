import WheelSettings

extension ControlValue {
    /// `nil` if no kind of control has such a value.
    init?(_ json: JSONValue) {
        switch json {
        case .number(let number): self = .number(number)
        case .string(let name): self = .position(name)
        case .array:
            guard let names = json.strings else { return nil }
            self = .positions(names)
        case .null, .bool, .object: return nil
        }
    }
}

extension ControlValue: MemberValue {
    static let kind = "a number, a position's name or an array of names"

    init(_ name: String, of members: JSONObject) throws(MemberProblem) {
        guard let value = ControlValue(try members.value(name)) else { throw .wrong(name, mustBe: Self.kind) }
        self = value
    }

    func write(to line: inout LineBuffer) {
        switch self {
        case .number(let number): line.number(number)
        case .position(let name): line.string(name)
        case .positions(let names): line.strings(names)
        }
    }
}

extension JSONObject {
    func controlValue(_ name: String) throws(MemberProblem) -> ControlValue { try ControlValue(name, of: self) }
}

extension LineBuffer {
    mutating func value(_ value: ControlValue) { value.write(to: &self) }
}

/// Values as Swift literals: `14.1`, `"low-pass"`, `["2", "9"]`.
extension ControlValue: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
    ExpressibleByArrayLiteral
{
    public init(floatLiteral value: Double) { self = .number(value) }

    public init(integerLiteral value: Int) { self = .number(Double(value)) }

    public init(stringLiteral value: String) { self = .position(value) }

    public init(arrayLiteral elements: String...) { self = .positions(elements) }
}
