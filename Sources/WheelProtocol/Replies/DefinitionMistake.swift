/// A mistake in a client's definition.
public struct DefinitionMistake: Equatable, Sendable {
    /// `controls[2].range`
    public var path: String
    /// What is wrong, and how to correct it.
    public var message: String

    public init(path: String, message: String) {
        self.path = path
        self.message = message
    }
}

extension DefinitionMistake: DeclaredObject {
    static let blank = DefinitionMistake(path: "", message: "")

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("path", &path, "where in the request")
        visitor.visit("message", &message, "what is wrong, and what to do")
    }
}
