// Each member of an object in a line is declared once.
//
// An object visits its members in the order in which they are written:
//
//     mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
//         visitor.visit("ramp", &name, "the name on the socket")
//         visitor.visit("unit", ifAny: &unit, when: "if it has one", "the unit of its values")
//     }
//
// There are three visitors. A `LineBuffer` writes `"ramp":"sweep","unit":"dB"`. A `MemberReader` reads these members:
// it starts with the object `blank` and replaces its properties. `MemberRows` collects the rows of docs/protocol.md.
//
// Reading fails if a member is missing or its value has the wrong type. The reader then leaves the property unchanged,
// records the problem and continues. A line with such an object is refused, and the first problem is the reason. In the
// state file only the parts with a problem are left out.
//
// A declaration is a function and not a list of key paths, because the first use of a key path loads half a megabyte of
// the Swift runtime into memory.

/// An object whose members are declared once.
protocol DeclaredObject: MemberElement {
    /// The value whose properties the reader replaces.
    static var blank: Self { get }

    /// Passes each member, with its property, to the visitor. This function is the declaration.
    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable)
}

extension DeclaredObject {
    static var kind: String { "an object" }
    static var plural: String { "objects" }

    /// The rows of docs/protocol.md about the members.
    static var rows: [MemberRow] {
        var object = blank
        var rows = MemberRows()
        object.visitMembers(&rows)
        return rows.rows
    }

    init(_ members: JSONObject) throws(MemberProblem) {
        self = .blank
        var reader = MemberReader(members)
        visitMembers(&reader)
        if let found = reader.problems.first { throw found.problem }
    }

    init?(from json: JSONValue) throws(MemberProblem) {
        guard case .object(let members) = json else { return nil }
        try self.init(members)
    }

    /// Writes the members without braces.
    func writeMembers(to line: inout LineBuffer) {
        var object = self
        object.visitMembers(&line)
    }

    func write(to line: inout LineBuffer) {
        line.beginObject()
        writeMembers(to: &line)
        line.endObject()
    }

    /// The end of a line whose last members are those of this object: `,"page":"main",…}`. Lines for many clients share
    /// this end, which can be made on any thread.
    func lineEnd(capacity: Int) -> [UInt8] {
        var line = LineBuffer(capacity: capacity)
        // A member begins with a comma only if a byte precedes it, so a space is written first, and dropped at the end.
        line.append(" ")
        writeMembers(to: &line)
        line.endLine()
        return line.withUnsafeBytes { Array($0.dropFirst()) }
    }
}

/// A member's name, type and meaning. A `Member` consists of constants, so that declarations allocate nothing.
struct Member<Value: MemberValue>: Sendable {
    let name: StaticString
    private let when: StaticString
    private let meaning: StaticString

    /// `when` is the condition under which an optional member is written.
    init(_ name: StaticString, when: StaticString = "", _ meaning: StaticString) {
        self.name = name
        self.when = when
        self.meaning = meaning
    }

    var row: MemberRow {
        MemberRow(
            name: name.description, kind: Value.kind, when: when.description, meaning: meaning.description)
    }
}

/// The row of docs/protocol.md about a member.
struct MemberRow: Equatable, Sendable {
    var name: String
    var kind: String
    /// Empty for a member that is always written.
    var when: String
    var meaning: String
    /// Members that follow if this member has certain values.
    var others: [MemberRow] = []
}

/// Writes, reads or describes the members of an object.
protocol MemberVisitor: ~Copyable {
    /// Visits a member that is always written.
    mutating func visit<Value: MemberValue>(_ member: Member<Value>, _ value: inout Value)

    /// Visits a member that is left out where the value is `nil`.
    mutating func visit<Value: MemberValue>(_ member: Member<Value>, ifAny value: inout Value?)

    /// Visits a member that is always written. `others` are the members that follow if this member has certain values.
    mutating func visit<Value: MemberValue>(
        _ member: Member<Value>, _ value: inout Value, with others: @autoclosure () -> [MemberRow])
}

extension MemberVisitor where Self: ~Copyable {
    mutating func visit<Value: MemberValue>(
        _ member: Member<Value>, _ value: inout Value, with others: @autoclosure () -> [MemberRow]
    ) {
        visit(member, &value)
    }

    /// Visits a member that is always written. The members of the state file have no `meaning`, because
    /// docs/protocol.md does not list them.
    mutating func visit(_ name: StaticString, _ value: inout some MemberValue, _ meaning: StaticString = "") {
        visit(Member(name, meaning), &value)
    }

    /// Visits a member that is always written, except by an older daemon. A missing member is read as `older`.
    mutating func visit<Value: MemberValue>(
        _ name: StaticString, _ value: inout Value, without older: Value, _ meaning: StaticString
    ) {
        var sent: Value? = value
        visit(Member(name, meaning), ifAny: &sent)
        value = sent ?? older
    }

    /// Visits a member that is left out where the value is `nil`.
    mutating func visit<Value: MemberValue>(
        _ name: StaticString, ifAny value: inout Value?, when: StaticString = "if known", _ meaning: StaticString = ""
    ) {
        visit(Member(name, when: when, meaning), ifAny: &value)
    }

    /// Visits a member that is left out where the value is false.
    mutating func visit(
        _ name: StaticString, ifTrue value: inout Bool, when: StaticString, _ meaning: StaticString
    ) {
        var flag: Bool? = value ? true : nil
        visit(Member(name, when: when, meaning), ifAny: &flag)
        value = flag ?? false
    }

    /// Visits a member that is left out where the value is empty.
    mutating func visit<Value: MemberValue & RangeReplaceableCollection>(
        _ name: StaticString, unlessEmpty value: inout Value, when: StaticString = "if known", _ meaning: StaticString
    ) {
        var sent = value.isEmpty ? nil : value
        visit(Member(name, when: when, meaning), ifAny: &sent)
        value = sent ?? Value()
    }

    /// Visits a member that is left out where the value is 0.
    mutating func visit(_ member: Member<Int>, unlessZero value: inout Int) {
        var sent = value > 0 ? value : nil
        visit(member, ifAny: &sent)
        value = sent ?? 0
    }
}

extension LineBuffer: MemberVisitor {
    mutating func member<Value>(_ member: Member<Value>, _ value: Value) {
        key(member.name)
        value.write(to: &self)
    }

    mutating func visit<Value: MemberValue>(_ member: Member<Value>, _ value: inout Value) {
        self.member(member, value)
    }

    mutating func visit<Value: MemberValue>(_ member: Member<Value>, ifAny value: inout Value?) {
        if let value { self.member(member, value) }
    }
}

struct MemberReader: MemberVisitor {
    private let members: JSONObject
    /// The members that could not be read. `isNeeded` is true for members that are always written.
    private(set) var problems: [(problem: MemberProblem, isNeeded: Bool)] = []

    init(_ members: JSONObject) { self.members = members }

    mutating func visit<Value: MemberValue>(_ member: Member<Value>, _ value: inout Value) {
        do throws(MemberProblem) { value = try members.read(member) } catch { problems.append((error, true)) }
    }

    mutating func visit<Value: MemberValue>(_ member: Member<Value>, ifAny value: inout Value?) {
        do throws(MemberProblem) { value = try members.readIfAny(member) } catch { problems.append((error, false)) }
    }
}

struct MemberRows: MemberVisitor {
    private(set) var rows: [MemberRow] = []

    mutating func visit<Value: MemberValue>(_ member: Member<Value>, _ value: inout Value) { rows.append(member.row) }

    mutating func visit<Value: MemberValue>(_ member: Member<Value>, ifAny value: inout Value?) {
        rows.append(member.row)
    }

    mutating func visit<Value: MemberValue>(
        _ member: Member<Value>, _ value: inout Value, with others: @autoclosure () -> [MemberRow]
    ) {
        var row = member.row
        row.others = others()
        rows.append(row)
    }
}
