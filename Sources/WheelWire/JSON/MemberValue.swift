import WheelCore

/// A type that a member of a line can have.
protocol MemberValue: Sendable {
    /// A text such as "a string", for messages about a wrong value and for docs/protocol.md.
    static var kind: String { get }
    /// The value of a missing member; `nil` if a missing member is a mistake.
    static var absent: Self? { get }
    /// Reads a value; `nil` for JSON of another kind.
    init?(from json: JSONValue) throws(MemberProblem)
    func write(to line: inout LineBuffer)
}

extension MemberValue {
    static var absent: Self? { nil }
}

/// A value that can also be an element of an array.
protocol MemberElement: MemberValue {
    /// The plural of `kind`, such as "strings".
    static var plural: String { get }
}

/// One of a fixed list of names.
protocol MemberChoice: MemberValue, RawRepresentable<String>, CaseIterable {}

extension Bool: MemberValue {
    static let kind = "true or false"

    init?(from json: JSONValue) {
        guard case .bool(let bool) = json else { return nil }
        self = bool
    }

    func write(to line: inout LineBuffer) { line.append(self ? "true" : "false") }
}

extension Int: MemberValue {
    static let kind = "a whole number"

    init?(from json: JSONValue) {
        // Numbers are read as Doubles. Beyond 2^53 a Double may differ from the whole number in the line, so such
        // numbers are refused.
        guard case .number(let number) = json, let whole = Int(exactly: number), whole.magnitude <= 1 << 53 else {
            return nil
        }
        self = whole
    }

    func write(to line: inout LineBuffer) { line.integer(self) }
}

extension Double: MemberElement {
    static let kind = "a number"
    static let plural = "numbers"

    init?(from json: JSONValue) {
        guard case .number(let number) = json else { return nil }
        self = number
    }

    func write(to line: inout LineBuffer) { line.number(self) }
}

extension String: MemberElement {
    static let kind = "a string"
    static let plural = "strings"

    init?(from json: JSONValue) {
        guard case .string(let string) = json else { return nil }
        self = string
    }

    func write(to line: inout LineBuffer) { line.string(self) }
}

extension Instant: MemberValue {
    static let kind = "a time in seconds"

    init?(from json: JSONValue) {
        guard case .number(let seconds) = json, let microseconds = Int64(exactly: (seconds * 1e6).rounded()) else {
            return nil
        }
        self.init(microseconds: microseconds)
    }

    func write(to line: inout LineBuffer) { line.seconds(microseconds: microseconds) }
}

extension ValueRange: MemberValue {
    static let kind = "a range"

    init?(from json: JSONValue) {
        guard case .string(let text) = json, let range = try? ValueRange(text: text) else { return nil }
        self = range
    }

    /// Writes the range as in the configuration: `"[0, inf)"`.
    func write(to line: inout LineBuffer) {
        line.append(includesLower ? "\"[" : "\"(")
        line.end(ofRange: lower)
        line.append(", ")
        line.end(ofRange: upper)
        line.append(includesUpper ? "]\"" : ")\"")
    }
}

extension LineBuffer {
    mutating func element(_ value: some MemberValue) {
        separate()
        value.write(to: &self)
    }

    fileprivate mutating func end(ofRange value: Double) {
        if value.isFinite { number(value) } else { append(value < 0 ? "-inf" : "inf") }
    }
}

extension MemberChoice {
    static var kind: String { oneOf(allCases.map(\.rawValue)) }

    init?(from json: JSONValue) {
        guard case .string(let name) = json else { return nil }
        self.init(rawValue: name)
    }

    func write(to line: inout LineBuffer) { line.constant(rawValue) }
}

/// A text such as "one of lower, upper".
func oneOf(_ names: [String]) -> String {
    names.count == 1 ? "'\(names[0])'" : "one of \(names.joined(separator: ", "))"
}

extension ControlKind: MemberChoice {}
extension Taper: MemberChoice {}
extension RampState: MemberChoice {}
extension PresetUse: MemberChoice {}
extension RangeEnd: MemberChoice {}
extension ButtonGesture: MemberChoice {}
extension DeviceState: MemberChoice {}
extension DefinitionState: MemberChoice {}

/// A member that is always written and may be `null`. A missing member is read as `null`.
extension Optional: MemberValue where Wrapped: MemberValue {
    static var kind: String { "\(Wrapped.kind) or `null`" }
    static var absent: Wrapped?? { .some(nil) }

    init?(from json: JSONValue) throws(MemberProblem) {
        guard let value = try Wrapped(from: json) else { return nil }
        self = value
    }

    func write(to line: inout LineBuffer) {
        if let self { self.write(to: &line) } else { line.append("null") }
    }
}

extension Array: MemberValue where Element: MemberElement {
    static var kind: String { "an array of \(Element.plural)" }

    init?(from json: JSONValue) throws(MemberProblem) {
        guard case .array(let values) = json else { return nil }
        self = []
        reserveCapacity(values.count)
        for value in values {
            guard let element = try Element(from: value) else { return nil }
            append(element)
        }
    }

    func write(to line: inout LineBuffer) {
        line.beginArray()
        for element in self { line.element(element) }
        line.endArray()
    }
}
