/// An object whose members are declared once, in the order in which they are written.
protocol DeclaredObject: MemberElement {
    /// The value whose properties are replaced by what is read.
    static var blank: Self { get }

    /// The declaration: passes each member with its property to the visitor.
    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable)
}

extension DeclaredObject {
    static var kind: String { "an object" }
    static var plural: String { "objects" }

    /// The rows of docs/protocol.md.
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

    /// Writes the members alone, without braces.
    func writeMembers(to line: inout LineBuffer) {
        var object = self
        object.visitMembers(&line)
    }

    func write(to line: inout LineBuffer) {
        line.beginObject()
        writeMembers(to: &line)
        line.endObject()
    }
}
