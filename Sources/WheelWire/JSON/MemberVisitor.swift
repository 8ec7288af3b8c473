/// Writes, reads or describes the members of an object, one after another.
///
/// A declaration is a function and not a list of key paths: the first key path makes half a megabyte of the Swift runtime
/// resident.
protocol MemberVisitor: ~Copyable {
    /// A member that is always there.
    mutating func visit<Value: MemberValue>(_ member: Member<Value>, _ value: inout Value)

    /// A member that is left out where the value is `nil`.
    mutating func visit<Value: MemberValue>(_ member: Member<Value>, ifAny value: inout Value?)

    /// A member that is always there. `others`: the members that follow some of its values.
    mutating func visit<Value: MemberValue>(
        _ member: Member<Value>, _ value: inout Value, with others: @autoclosure () -> [MemberRow])
}

extension MemberVisitor where Self: ~Copyable {
    mutating func visit<Value: MemberValue>(
        _ member: Member<Value>, _ value: inout Value, with others: @autoclosure () -> [MemberRow]
    ) {
        visit(member, &value)
    }

    /// A member that is always there. Without a `meaning` it is in no document.
    mutating func visit(_ name: StaticString, _ value: inout some MemberValue, _ meaning: StaticString = "") {
        visit(Member(name, meaning), &value)
    }

    /// A member that is left out where the value is `nil`.
    mutating func visit<Value: MemberValue>(
        _ name: StaticString, ifAny value: inout Value?, when: StaticString = "if known", _ meaning: StaticString = ""
    ) {
        visit(Member(name, when: when, meaning), ifAny: &value)
    }

    /// A member that is left out where the value is false.
    mutating func visit(
        _ name: StaticString, ifTrue value: inout Bool, when: StaticString, _ meaning: StaticString
    ) {
        var flag: Bool? = value ? true : nil
        visit(Member(name, when: when, meaning), ifAny: &flag)
        value = flag ?? false
    }
}

extension LineBuffer: MemberVisitor {
    mutating func visit<Value: MemberValue>(_ member: Member<Value>, _ value: inout Value) {
        self.member(member, value)
    }

    mutating func visit<Value: MemberValue>(_ member: Member<Value>, ifAny value: inout Value?) {
        if let value { self.member(member, value) }
    }
}

/// Replaces each value that can be read.
struct MemberReader: MemberVisitor {
    private let members: JSONObject
    /// The members that cannot be read. `isNeeded`: it is always there.
    private(set) var problems: [(problem: MemberProblem, isNeeded: Bool)] = []

    init(_ members: JSONObject) { self.members = members }

    mutating func visit<Value: MemberValue>(_ member: Member<Value>, _ value: inout Value) {
        do throws(MemberProblem) { value = try members.read(member) } catch { problems.append((error, true)) }
    }

    mutating func visit<Value: MemberValue>(_ member: Member<Value>, ifAny value: inout Value?) {
        do throws(MemberProblem) { value = try members.readIfAny(member) } catch { problems.append((error, false)) }
    }
}

/// Collects the rows of docs/protocol.md.
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
