import WheelCore

/// Requests as lines, as their declarations say.
extension Request {
    init(_ operation: Operation, _ object: JSONObject) throws(MemberProblem) {
        try self.init(operation, operation.form { object[$0] != nil }, object)
    }

    init(_ operation: Operation, _ form: Form, _ object: JSONObject) throws(MemberProblem) {
        self.init(operation)
        for (name, reason) in form.refuses.sorted(by: { $0.key < $1.key }) where object[name] != nil {
            throw .notTaken(name, because: reason)
        }
        for other in form.excludes where object[other] != nil { throw .together(form.members[0].name, other) }
        for member in form.members where member.isNeeded || object[member.name] != nil {
            self[member.name] = try object.value(of: member, in: operation)
        }
        for (name, other) in form.requires where self[name] != nil && self[other] == nil {
            throw .needs(name, other: other)
        }
        guard !form.oneOf.isEmpty else { return }
        let given = form.oneOf.filter { self[$0] != nil }
        guard given.count < 2 else { throw .together(given[0], given[1]) }
        guard given.count == 1 || !form.isOneNeeded else { throw .missingAll(form.oneOf) }
    }

    /// The names of the members that were sent and that this request does not have, shortened; the first sixteen, since a
    /// line can hold thousands. Those of an element are written `events[3].name`.
    func ignored(of object: JSONObject) -> [String] {
        var ignored = form.unknown(in: object).filter { $0 != "op" && $0 != "id" }.prefix(16).map(\.clipped)
        for member in form.members {
            guard case .requests(let form) = member.kind, case .array(let elements)? = object[member.name] else {
                continue
            }
            for (index, element) in elements.enumerated() where ignored.count < 16 {
                guard case .object(let members) = element else { continue }
                ignored += form.unknown(in: members).map { "\(member.name)[\(index)].\($0.clipped)" }
            }
        }
        return Array(ignored.prefix(16))
    }

    /// Writes the request as a line; without an `id` only an error is answered.
    public func write(id: RequestID? = nil, to line: inout LineBuffer) {
        line.beginObject()
        if let id {
            line.key("id")
            line.id(id)
        }
        line.key("op")
        line.string(operation.rawValue)
        writeMembers(to: &line)
        line.endLine()
    }

    func writeMembers(to line: inout LineBuffer) {
        for member in members {
            line.key(named: member.name)
            line.value(member.value)
        }
    }
}

extension Form {
    /// The members of an object that this form does not have.
    fileprivate func unknown(in object: JSONObject) -> [String] {
        object.members.filter { member in
            member.value != .null && !members.contains { $0.name == member.name }
        }.map(\.name)
    }
}

extension JSONObject {
    fileprivate func value(of member: CommandMember, in operation: Operation) throws(MemberProblem) -> CommandValue {
        let name = member.name
        switch member.kind {
        case .control, .input, .page, .position, .speed, .ramp, .preset, .button, .display, .view:
            return .text(try read(name))
        case .number: return .number(try read(name))
        case .limited(let limits):
            let number: Double = try read(name)
            guard limits.contains(number) else {
                throw .wrong(name, mustBe: "\(Int(limits.lowerBound)) to \(Int(limits.upperBound))")
            }
            return .number(number)
        case .integer: return .integer(try read(name))
        case .whole(let limits):
            guard let number = Int(exactly: try read(name) as Double), limits.contains(number) else {
                throw .wrong(name, mustBe: "a whole number, \(limits.lowerBound) to \(limits.upperBound)")
            }
            return .integer(number)
        case .flag: return .flag(try read(name))
        case .word(let words):
            let word: String = try read(name)
            guard words.contains(word) else { throw .wrong(name, mustBe: oneOf(words)) }
            return .text(word)
        case .curve: return .curve(try curve(name))
        case .value: return .value(try read(name))
        case .values: return .values((try read(name) as AssignedValues).assignments)
        case .controls: return .texts(try read(name))
        case .events:
            let events: [String] = try read(name)
            if let unknown = events.first(where: { EventName(rawValue: $0) == nil }) {
                let known = EventName.allCases.map(\.rawValue).joined(separator: ", ")
                throw .wrong(name, mustBe: "of \(known), not '\(unknown.clipped)'")
            }
            return .texts(events)
        case .requests(let form): return .requests(try requests(name, form, of: operation))
        case .contacts: return .contacts(try contacts(name))
        case .size: return .size(try size(name))
        case .tables: return .tables(try read(name))
        case .newName:
            let text: String = try read(name)
            guard (1...64).contains(text.utf8.count) else { throw .wrong(name, mustBe: "a name of 1 to 64 bytes") }
            return .text(text)
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
        case .text(let text): text.write(to: &self)
        case .texts(let texts): texts.write(to: &self)
        case .number(let number): number.write(to: &self)
        case .integer(let integer): integer.write(to: &self)
        case .flag(let flag): flag.write(to: &self)
        case .value(let value): value.write(to: &self)
        case .values(let assignments): AssignedValues(assignments).write(to: &self)
        case .curve(let curve): self.curve(curve)
        case .requests(let requests): array(of: requests) { $0.writeMembers(to: &$1) }
        case .contacts(let contacts): array(of: contacts) { $0.writeMembers(to: &$1) }
        case .size(let size): numbers([size.width, size.height])
        case .tables(let tables): tables.write(to: &self)
        }
    }

    private mutating func curve(_ curve: AnimationCurve) {
        switch curve {
        case .linear, .easeIn, .easeOut, .easeInOut: string(curve.name ?? "")
        case .bezier(let x1, let y1, let x2, let y2):
            numbers([x1, y1, x2, y2])
        }
    }
}
