/// A JSON value that was read.
enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

/// The members of a JSON object in their order, read by name and type.
///
/// A member that may be missing may also be `null`.
struct JSONObject: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
        var name: String
        var value: JSONValue
    }

    var members: [Entry] = []

    /// A member's value; `nil` where it is missing or `null`.
    subscript(name: String) -> JSONValue? {
        guard let value = members.first(where: { $0.name == name })?.value, value != .null else { return nil }
        return value
    }

    func value(_ name: String) throws(MemberProblem) -> JSONValue {
        guard let member = members.first(where: { $0.name == name }) else { throw .missing(name) }
        return member.value
    }

    func string(_ name: String) throws(MemberProblem) -> String {
        guard case .string(let string) = try value(name) else { throw .wrong(name, mustBe: "a string") }
        return string
    }

    func optionalString(_ name: String) throws(MemberProblem) -> String? {
        self[name] == nil ? nil : try string(name)
    }

    func number(_ name: String) throws(MemberProblem) -> Double {
        guard case .number(let number) = try value(name) else { throw .wrong(name, mustBe: "a number") }
        return number
    }

    func optionalNumber(_ name: String) throws(MemberProblem) -> Double? {
        self[name] == nil ? nil : try number(name)
    }

    /// A whole number that a Double holds exactly.
    func integer(_ name: String) throws(MemberProblem) -> Int {
        guard case .number(let number) = try value(name), let whole = Int(exactly: number),
            whole.magnitude <= 1 << 53
        else { throw .wrong(name, mustBe: "a whole number") }
        return whole
    }

    func bool(_ name: String) throws(MemberProblem) -> Bool {
        guard case .bool(let bool) = try value(name) else { throw .wrong(name, mustBe: "true or false") }
        return bool
    }

    func bool(_ name: String, default absent: Bool) throws(MemberProblem) -> Bool {
        self[name] == nil ? absent : try bool(name)
    }

    func object(_ name: String) throws(MemberProblem) -> JSONObject {
        guard case .object(let object) = try value(name) else { throw .wrong(name, mustBe: "an object") }
        return object
    }

    func array(_ name: String) throws(MemberProblem) -> [JSONValue] {
        guard case .array(let array) = try value(name) else { throw .wrong(name, mustBe: "an array") }
        return array
    }

    func objects(_ name: String) throws(MemberProblem) -> [JSONObject] {
        var objects: [JSONObject] = []
        for element in try array(name) {
            guard case .object(let object) = element else { throw .wrong(name, mustBe: "an array of objects") }
            objects.append(object)
        }
        return objects
    }

    func strings(_ name: String) throws(MemberProblem) -> [String] {
        guard let strings = try value(name).strings else { throw .wrong(name, mustBe: "an array of strings") }
        return strings
    }

    func optionalStrings(_ name: String) throws(MemberProblem) -> [String]? {
        self[name] == nil ? nil : try strings(name)
    }

    /// One name of a fixed list.
    func choice<Choice>(_ name: String, of type: Choice.Type = Choice.self) throws(MemberProblem) -> Choice
    where Choice: RawRepresentable<String> & CaseIterable {
        guard let choice = Choice(rawValue: try string(name)) else {
            throw .wrong(name, mustBe: oneOf(Choice.self))
        }
        return choice
    }
}

extension JSONValue {
    /// The elements of an array of strings; `nil` for anything else.
    var strings: [String]? {
        guard case .array(let elements) = self else { return nil }
        var strings: [String] = []
        strings.reserveCapacity(elements.count)
        for element in elements {
            guard case .string(let string) = element else { return nil }
            strings.append(string)
        }
        return strings
    }
}

/// "one of lower, upper"
func oneOf<Choice: RawRepresentable<String> & CaseIterable>(_ type: Choice.Type) -> String {
    let names = Choice.allCases.map(\.rawValue)
    return names.count == 1 ? "'\(names[0])'" : "one of \(names.joined(separator: ", "))"
}
