import WheelCore

extension ControlValue: MemberValue {
    static let kind = "a number, a position's name or an array of names"

    init?(from json: JSONValue) throws(MemberProblem) {
        switch json {
        case .number(let number): self = .number(number)
        case .string(let name): self = .position(name)
        case .array:
            guard let names = try [String](from: json) else { return nil }
            self = .positions(names)
        case .null, .bool, .object: return nil
        }
    }

    func write(to line: inout LineBuffer) {
        switch self {
        case .number(let number): line.number(number)
        case .position(let name): line.string(name)
        case .positions(let names): names.write(to: &line)
        }
    }

    /// The value as the socket writes it.
    public var json: String {
        var line = LineBuffer(capacity: 64)
        write(to: &line)
        return line.text
    }

    /// Reads a number, a string or an array of strings; `nil` for anything else.
    public init?(json text: String) {
        let object = Array("{\"value\":\(text)}".utf8)
        let members = try? object.withUnsafeBytes { try JSONParser.object(in: $0) }
        guard let members, members.members.count == 1, let value = try? members.read("value") as Self else {
            return nil
        }
        self = value
    }
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
