import WheelGeometry
import WheelModel
import WheelSettings

/// A type that a member of a line can have: how it is written, how it is read back, and what it is called.
protocol MemberValue: Sendable {
    /// "a string": for messages about a wrong value, and for docs/protocol.md.
    static var kind: String { get }
    /// Reads the member `name`.
    init(_ name: String, of members: JSONObject) throws(MemberProblem)
    func write(to line: inout LineBuffer)
}

/// A value that can also be an element of an array.
protocol MemberElement: MemberValue {
    static var kindOfArray: String { get }
    static func elements(_ name: String, of members: JSONObject) throws(MemberProblem) -> [Self]
}

/// One of a fixed list of names.
protocol MemberChoice: MemberValue, RawRepresentable<String>, CaseIterable {}

extension Bool: MemberValue {
    static let kind = "true or false"
    init(_ name: String, of members: JSONObject) throws(MemberProblem) { self = try members.bool(name) }
    func write(to line: inout LineBuffer) { line.bool(self) }
}

extension Int: MemberValue {
    static let kind = "a whole number"
    init(_ name: String, of members: JSONObject) throws(MemberProblem) { self = try members.integer(name) }
    func write(to line: inout LineBuffer) { line.integer(self) }
}

extension Double: MemberValue {
    static let kind = "a number"
    init(_ name: String, of members: JSONObject) throws(MemberProblem) { self = try members.number(name) }
    func write(to line: inout LineBuffer) { line.number(self) }
}

extension String: MemberElement {
    static let kind = "a string"
    static let kindOfArray = "an array of strings"
    init(_ name: String, of members: JSONObject) throws(MemberProblem) { self = try members.string(name) }
    func write(to line: inout LineBuffer) { line.string(self) }

    static func elements(_ name: String, of members: JSONObject) throws(MemberProblem) -> [String] {
        try members.strings(name)
    }
}

extension Instant: MemberValue {
    static let kind = "a time in seconds"
    func write(to line: inout LineBuffer) { line.seconds(microseconds: microseconds) }

    init(_ name: String, of members: JSONObject) throws(MemberProblem) {
        let microseconds = (try members.number(name) * 1e6).rounded()
        guard let exact = Int64(exactly: microseconds) else { throw .wrong(name, mustBe: Self.kind) }
        self.init(microseconds: exact)
    }
}

extension ValueRange: MemberValue {
    static let kind = "a range"

    init(_ name: String, of members: JSONObject) throws(MemberProblem) {
        let text = try members.string(name)
        guard let range = try? ValueRange(text: text) else { throw .wrong(name, mustBe: Self.kind) }
        self = range
    }

    /// Writes the range as the configuration does: `"[0, inf)"`.
    func write(to line: inout LineBuffer) {
        line.append(includesLower ? "\"[" : "\"(")
        line.end(ofRange: lower)
        line.append(", ")
        line.end(ofRange: upper)
        line.append(includesUpper ? "]\"" : ")\"")
    }
}

extension LineBuffer {
    fileprivate mutating func end(ofRange value: Double) {
        if value.isFinite { number(value) } else { append(value < 0 ? "-inf" : "inf") }
    }
}

extension MemberChoice {
    static var kind: String { oneOf(Self.self) }

    init(_ name: String, of members: JSONObject) throws(MemberProblem) { self = try members.choice(name) }
    func write(to line: inout LineBuffer) { line.constant(rawValue) }
}

extension ControlKind: MemberChoice {}
extension Taper: MemberChoice {}
extension RampState: MemberChoice {}
extension RangeEnd: MemberChoice {}
extension ButtonGesture: MemberChoice {}
extension DeviceState: MemberChoice {}

/// A member that is always there and may be `null`. One that is missing is read as `null`.
extension Optional: MemberValue where Wrapped: MemberValue {
    static var kind: String { "\(Wrapped.kind) or `null`" }

    init(_ name: String, of members: JSONObject) throws(MemberProblem) {
        self = members[name] == nil ? nil : try Wrapped(name, of: members)
    }

    func write(to line: inout LineBuffer) {
        if let self { self.write(to: &line) } else { line.null() }
    }
}

extension Array: MemberValue where Element: MemberElement {
    static var kind: String { Element.kindOfArray }

    init(_ name: String, of members: JSONObject) throws(MemberProblem) {
        self = try Element.elements(name, of: members)
    }

    func write(to line: inout LineBuffer) {
        line.beginArray()
        for element in self {
            line.separate()
            element.write(to: &line)
        }
        line.endArray()
    }
}
