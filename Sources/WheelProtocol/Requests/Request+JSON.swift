import WheelModel
import WheelSettings

/// Requests as lines, as their declarations say.
extension Request {
    init(_ operation: Operation, _ object: JSONObject) throws(MemberProblem) {
        self.init(operation)
        let forms = operation.declaration.forms
        let form =
            forms.first { form in form.members.first.map { object[$0.name] != nil } ?? true } ?? forms[forms.count - 1]
        for (name, reason) in form.refuses.sorted(by: { $0.key < $1.key }) where object[name] != nil {
            throw .notTaken(name, because: reason)
        }
        for other in form.excludes where object[other] != nil { throw .together(form.members[0].name, other) }
        for member in form.members where member.isNeeded || object[member.name] != nil {
            self[member.name] = try object.value(of: member)
        }
        guard !form.oneOf.isEmpty else { return }
        let given = form.oneOf.filter { self[$0] != nil }
        guard given.count < 2 else { throw .together(given[0], given[1]) }
        guard given.count == 1 else { throw .missing(form.oneOf.joined(separator: "' or '")) }
    }

    /// The names of the members that were sent and that this request does not have, shortened; the first sixteen, since a
    /// line can hold thousands.
    func ignored(of object: JSONObject) -> [String] {
        let known = form.members.map(\.name)
        let unknown = object.members.lazy.filter { member in
            member.value != .null && member.name != "op" && member.name != "id" && !known.contains(member.name)
        }
        return unknown.prefix(16).map(\.name.clipped)
    }

    /// Writes the request as a line; without an `id` only an error is answered.
    public func write(id: RequestID? = nil, to line: inout LineBuffer) {
        line.beginObject()
        if let id {
            line.key("id")
            line.id(id)
        }
        line.member("op", operation.rawValue)
        for member in members {
            line.key(named: member.name)
            line.value(member.value)
        }
        line.endLine()
    }
}

extension JSONObject {
    fileprivate func value(of member: CommandMember) throws(MemberProblem) -> CommandValue {
        let name = member.name
        switch member.kind {
        case .control, .input, .page, .position, .speed, .ramp, .display: return .text(try string(name))
        case .number: return .number(try number(name))
        case .limited(let limits):
            let number = try number(name)
            guard limits.contains(number) else {
                throw .wrong(name, mustBe: "\(Int(limits.lowerBound)) to \(Int(limits.upperBound))")
            }
            return .number(number)
        case .integer: return .integer(try integer(name))
        case .flag: return .flag(try bool(name))
        case .word(let words):
            let word = try string(name)
            guard words.contains(word) else {
                let known = words.count == 1 ? "'\(words[0])'" : "one of \(words.joined(separator: ", "))"
                throw .wrong(name, mustBe: known)
            }
            return .text(word)
        case .curve: return .curve(try curve(name))
        case .value: return .value(try controlValue(name))
        case .values:
            let values = try object(name)
            var assignments: [Assignment] = []
            for value in values.members {
                assignments.append(Assignment(control: value.name, value: try values.controlValue(value.name)))
            }
            return .values(assignments)
        case .controls: return .texts(try strings(name))
        case .events:
            let events = try strings(name)
            if let unknown = events.first(where: { EventName(rawValue: $0) == nil }) {
                let known = EventName.allCases.map(\.rawValue).joined(separator: ", ")
                throw .wrong(name, mustBe: "of \(known), not '\(unknown.clipped)'")
            }
            return .texts(events)
        }
    }

    /// A name, or the control points of a cubic Bézier.
    private func curve(_ name: String) throws(MemberProblem) -> AnimationCurve {
        switch try value(name) {
        case .string(let text):
            if let curve = AnimationCurve(name: text) { return curve }
        case .array(let elements):
            let numbers = elements.compactMap { if case .number(let number) = $0 { number } else { nil } }
            if numbers.count == elements.count, let curve = AnimationCurve(numbers: numbers) { return curve }
        case .null, .bool, .number, .object: break
        }
        let names = AnimationCurve.named.compactMap(\.name).joined(separator: ", ")
        throw .wrong(
            name,
            mustBe: "one of \(names), or [x1, y1, x2, y2] with x1 and x2 in 0 to 1, y1 and y2 in -1000 to 1000")
    }
}

extension LineBuffer {
    fileprivate mutating func value(_ value: CommandValue) {
        switch value {
        case .text(let text): string(text)
        case .texts(let texts): strings(texts)
        case .number(let number): self.number(number)
        case .integer(let integer): self.integer(integer)
        case .flag(let flag): bool(flag)
        case .value(let value): self.value(value)
        case .values(let assignments): object(of: assignments)
        case .curve(let curve): self.curve(curve)
        }
    }

    private mutating func curve(_ curve: AnimationCurve) {
        switch curve {
        case .linear, .easeIn, .easeOut, .easeInOut: string(curve.name ?? "")
        case .bezier(let x1, let y1, let x2, let y2):
            beginArray()
            for number in [x1, y1, x2, y2] {
                separate()
                self.number(number)
            }
            endArray()
        }
    }

    mutating func member(_ name: StaticString, _ string: String) {
        key(name)
        self.string(string)
    }

    /// Values by the names of their controls.
    mutating func object(of assignments: [Assignment]) {
        beginObject()
        for assignment in assignments {
            key(named: assignment.control)
            value(assignment.value)
        }
        endObject()
    }
}
