// Reads and writes requests as lines. The member `op` names the operation, whose declaration defines the other members
// and their types:
//
//     {"id":7,"op":"step","control":"gain","count":-2}
//
// A member that the operation does not have is ignored, and the reply names it. For a few of these members the request
// is refused instead, since a client that sends them wants to restrict the request. For any other mistake the whole
// request is refused, with a message about the first mistake: "step: 'count' is missing". Messages name the elements of
// arrays by their place: "feed: events[3]: 'button' needs 'down'".

import WheelCore

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

    /// The shortened names of the members that were sent but that this request does not have, such as `events[3].name`.
    /// Only the first sixteen are returned, since a line can contain thousands.
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

    /// Writes the line. A request without an `id` gets a reply only if it is refused.
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

    /// Reads a curve: its name, or the control points of a cubic Bézier.
    private func curve(_ name: String) throws(MemberProblem) -> AnimationCurve {
        let json = try value(name)
        if case .string(let text) = json, let curve = AnimationCurve(name: text) { return curve }
        if let numbers = try [Double](from: json), let curve = AnimationCurve(numbers: numbers) { return curve }
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
        case .curve(.bezier(let x1, let y1, let x2, let y2)): [x1, y1, x2, y2].write(to: &self)
        case .curve(let curve): string(curve.name ?? "")
        case .requests(let requests): array(of: requests) { $0.writeMembers(to: &$1) }
        case .contacts(let contacts): array(of: contacts) { $0.writeMembers(to: &$1) }
        case .size(let size): [size.width, size.height].write(to: &self)
        case .tables(let tables): tables.write(to: &self)
        }
    }

    private mutating func array<Element>(
        of elements: [Element], _ writeMembers: (Element, inout LineBuffer) -> Void
    ) {
        beginArray()
        for element in elements {
            separate()
            beginObject()
            writeMembers(element, &self)
            endObject()
        }
        endArray()
    }
}

/// The members of a `feed` that hold more than one value.
extension JSONObject {
    /// Reads an array of objects, each with the members of the form.
    fileprivate func requests(
        _ name: String, _ form: Form, of operation: Operation
    ) throws(MemberProblem) -> [Request] {
        try elements(name, 1...FedEvent.mostEvents) { object, _ throws(MemberProblem) in
            try Request(operation, form, object)
        }
    }

    /// Reads the array of all contacts that are down, whose `id`s must differ.
    fileprivate func contacts(_ name: String) throws(MemberProblem) -> [FedContact] {
        try elements(name, 0...FedEvent.mostContacts) { object, before throws(MemberProblem) in
            let contact = try FedContact(object)
            guard !before.contains(where: { $0.id == contact.id }) else {
                throw .wrong("id", mustBe: "another one than that of the contacts before")
            }
            return contact
        }
    }

    /// Reads the elements of an array of objects in their order. `before` contains the elements that precede the
    /// object.
    private func elements<Element>(
        _ name: String, _ count: ClosedRange<Int>,
        _ read: (JSONObject, _ before: [Element]) throws(MemberProblem) -> Element
    ) throws(MemberProblem) -> [Element] {
        var objects: [JSONObject] = []
        for element in try array(name) {
            guard case .object(let object) = element else { throw .wrong(name, mustBe: "an array of objects") }
            objects.append(object)
        }
        guard count.contains(objects.count) else {
            let least = count.lowerBound == 0 ? "at most" : "\(count.lowerBound) to"
            throw .wrong(name, mustBe: "an array of \(least) \(count.upperBound) objects")
        }
        var elements: [Element] = []
        elements.reserveCapacity(objects.count)
        for (index, object) in objects.enumerated() {
            do throws(MemberProblem) {
                elements.append(try read(object, elements))
            } catch {
                throw .inside("\(name)[\(index)]", error.message)
            }
        }
        return elements
    }

    fileprivate func size(_ name: String) throws(MemberProblem) -> Size {
        let limits = 1.0...100_000.0
        guard let sides = try [Double](from: try value(name)), sides.count == 2, sides.allSatisfy(limits.contains)
        else { throw .wrong(name, mustBe: "[width, height], each from 1 to 100000") }
        return Size(width: sides[0], height: sides[1])
    }
}

extension FedContact {
    fileprivate init(_ object: JSONObject) throws(MemberProblem) {
        let id: Int = try object.read("id")
        guard (0...Int(Int32.max)).contains(id) else { throw .wrong("id", mustBe: "0 to \(Int32.max)") }
        self.init(id: id, position: Point(x: try object.coordinate("x"), y: try object.coordinate("y")))
    }

    fileprivate func writeMembers(to line: inout LineBuffer) {
        line.key("id")
        line.integer(id)
        line.key("x")
        line.number(position.x)
        line.key("y")
        line.number(position.y)
    }
}

extension JSONObject {
    fileprivate func coordinate(_ name: String) throws(MemberProblem) -> Double {
        let coordinate: Double = try read(name)
        guard coordinate.magnitude <= 1_000_000 else { throw .wrong(name, mustBe: "-1000000 to 1000000") }
        return coordinate
    }
}
