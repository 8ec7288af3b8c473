/// An object whose members are declared once, in the order in which they are written.
protocol DeclaredObject: MemberElement {
    /// The value whose properties are replaced by what is read.
    static var blank: Self { get }
    static var members: [Field<Self>] { get }
}

/// A member of an object, with the property that holds its value.
struct Field<Object: Sendable>: Sendable {
    let row: MemberRow
    let write: @Sendable (Object, inout LineBuffer) -> Void
    let read: @Sendable (inout Object, JSONObject) throws(MemberProblem) -> Void

    var isAlwaysThere: Bool { row.when.isEmpty }

    /// A member that is always there. Without a `meaning` it is in no document.
    init<Value: MemberValue>(
        _ name: StaticString, _ property: WritableKeyPath<Object, Value> & Sendable, _ meaning: StaticString = ""
    ) {
        self.init(Member(name, meaning), property)
    }

    init<Value: MemberValue>(_ member: Member<Value>, _ property: WritableKeyPath<Object, Value> & Sendable) {
        row = member.row
        write = { object, line in line.member(member, object[keyPath: property]) }
        read = { object, members throws(MemberProblem) in object[keyPath: property] = try members.read(member) }
    }

    /// A member that is left out where the property is `nil`.
    init<Value: MemberValue>(
        _ name: StaticString, ifAny property: WritableKeyPath<Object, Value?> & Sendable,
        when: StaticString = "if known", _ meaning: StaticString = ""
    ) {
        let member = Member<Value>(name, when: when, meaning)
        row = member.row
        write = { object, line in
            if let value = object[keyPath: property] { line.member(member, value) }
        }
        read = { object, members throws(MemberProblem) in object[keyPath: property] = try members.readIfAny(member) }
    }

    /// A member that is left out where the property is false.
    init(
        _ name: StaticString, ifTrue property: WritableKeyPath<Object, Bool> & Sendable, when: StaticString,
        _ meaning: StaticString
    ) {
        let member = Member<Bool>(name, when: when, meaning)
        row = member.row
        write = { object, line in
            if object[keyPath: property] { line.member(member, true) }
        }
        read = { object, members throws(MemberProblem) in
            object[keyPath: property] = try members.readIfAny(member) ?? false
        }
    }

    /// A member of one of the object's properties, written among the object's own.
    init<Part>(_ field: Field<Part>, of part: WritableKeyPath<Object, Part> & Sendable) {
        row = field.row
        write = { object, line in field.write(object[keyPath: part], &line) }
        read = { object, members throws(MemberProblem) in try field.read(&object[keyPath: part], members) }
    }
}

extension DeclaredObject {
    static var kind: String { "an object" }
    static var kindOfArray: String { "an array of objects" }

    init(_ members: JSONObject) throws(MemberProblem) {
        self = .blank
        for member in Self.members { try member.read(&self, members) }
    }

    init(_ name: String, of members: JSONObject) throws(MemberProblem) { self = try Self(try members.object(name)) }

    static func elements(_ name: String, of members: JSONObject) throws(MemberProblem) -> [Self] {
        var elements: [Self] = []
        for element in try members.objects(name) { elements.append(try Self(element)) }
        return elements
    }

    /// Writes the members alone, without braces.
    func writeMembers(to line: inout LineBuffer) {
        for member in Self.members { member.write(self, &line) }
    }

    func write(to line: inout LineBuffer) {
        line.beginObject()
        writeMembers(to: &line)
        line.endObject()
    }
}
