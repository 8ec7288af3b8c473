/// A mistake in a client's definition, or in a configuration that the daemon reloads.
public struct DefinitionMistake: Equatable, Sendable {
    /// The place in a definition as `controls[2].range`, or in a configuration as `FILE:LINE:COLUMN`. The path is only
    /// `FILE` if the file is unreadable, missing or empty, and empty for a mistake in an option of the command line.
    public var path: String
    /// What is wrong, and how to correct it.
    public var message: String

    public init(path: String, message: String) {
        self.path = path
        self.message = message
    }

    public var sentence: String { path.isEmpty ? message : "\(path): \(message)" }
}

extension DefinitionMistake: DeclaredObject {
    static let blank = DefinitionMistake(path: "", message: "")

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("path", &path, "where in the request; in a configuration `FILE:LINE:COLUMN`")
        visitor.visit("message", &message, "what is wrong, and what to do")
    }
}
