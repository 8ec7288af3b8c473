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

    /// The value as the protocol writes it.
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

/// Values by the names of their controls: `{"gain":-6,"filter":"hp"}`.
struct AssignedValues: MemberValue {
    static let kind = "an object"
    var assignments: [Assignment]

    init(_ assignments: [Assignment]) { self.assignments = assignments }

    init?(from json: JSONValue) throws(MemberProblem) {
        guard case .object(let values) = json else { return nil }
        assignments = []
        for value in values.members {
            // Each value is read from an object of its own, since searching all names for each of ten thousand values
            // would take seconds.
            let own = JSONObject(members: [value])
            assignments.append(Assignment(control: value.name, value: try own.read(value.name)))
        }
    }

    func write(to line: inout LineBuffer) {
        line.beginObject()
        for assignment in assignments {
            line.key(named: assignment.control)
            assignment.value.write(to: &line)
        }
        line.endObject()
    }
}

extension MemberVisitor where Self: ~Copyable {
    /// Visits a required member: an object of values.
    mutating func visit(_ name: StaticString, byControl values: inout [Assignment], _ meaning: StaticString = "") {
        var assigned = AssignedValues(values)
        visit(Member(name, meaning), &assigned)
        values = assigned.assignments
    }
}
