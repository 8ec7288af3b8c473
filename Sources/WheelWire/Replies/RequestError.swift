import WheelCore

/// The reason for a refused request: a code for programs and a sentence for people.
public struct RequestError: Error, Equatable, Sendable {
    /// The code's name, which this version may not know.
    public let name: String
    public let message: String
    /// All mistakes of a configuration, or at most `Budget.mistakes` mistakes of a definition.
    public let mistakes: [DefinitionMistake]

    init(name: String, message: String, mistakes: [DefinitionMistake] = []) {
        self.name = name
        self.message = message
        self.mistakes = mistakes
    }

    public var code: ProtocolErrorCode? { ProtocolErrorCode(rawValue: name) }

    /// Writes the reply to a request that is refused. `id` is `nil` if the request had none.
    public func write(to id: RequestID?, _ line: inout LineBuffer) {
        line.beginReply(to: id, ok: false)
        line.member(AnswerMember.error, name)
        line.member(AnswerMember.message, message)
        if !mistakes.isEmpty { line.member(AnswerMember.mistakes, mistakes) }
        line.endLine()
    }
}

extension RequestError {
    public init(_ code: ProtocolErrorCode, _ message: String) {
        self.init(name: code.rawValue, message: message)
    }

    /// The error for a definition or a configuration with mistakes.
    public init(_ mistakes: [DefinitionMistake], _ code: ProtocolErrorCode = .badDefinition) {
        let atLeast = mistakes.count == Budget.mistakes ? "at least " : ""
        let rest = mistakes.count > 1 ? ", and \(atLeast)\(mistakes.count - 1) more" : ""
        let first = mistakes.first.map { "\($0.sentence)\(rest)" } ?? ""
        self.init(name: code.rawValue, message: first, mistakes: mistakes)
    }

    public static func unknownOwner(_ name: String, among owners: [String]) -> RequestError {
        RequestError(.unknownOwner, "no client has defined anything as '\(name.clipped)'; \(hint(name, owners))")
    }

    static func unknownOperation(_ name: String) -> RequestError {
        unknown(.unknownOperation, "operation", name, among: Operation.allCases.map(\.rawValue))
    }

    /// The error for an unknown name. `owner` is the control whose positions or speeds were searched, or the input whose
    /// buttons were searched.
    public static func unknown(
        _ code: ProtocolErrorCode, _ kind: String, _ name: String, of owner: String? = nil, among names: [String]
    ) -> RequestError {
        let whose = owner.map { "\($0) has no" } ?? "no"
        return RequestError(code, "\(whose) \(kind) named '\(name.clipped)'; \(hint(name, names))")
    }

    public static func unknownControl(_ name: String, among names: [String]) -> RequestError {
        unknown(.unknownControl, "control", name, among: names)
    }

    public static func unknownDisplay(_ name: String, among names: [String]) -> RequestError {
        unknown(.unknownDisplay, "display", name, among: names)
    }

    public static func unknownView(_ name: String, among names: [String]) -> RequestError {
        RequestError(.unknownView, "this client has no view named '\(name.clipped)'; \(there(are: names))")
    }

    /// The error for a name that no remote display has. If the request names no display, `name` is `nil`, and the error
    /// says that no display is remote.
    public static func unknownRemoteDisplay(_ name: String?, among names: [String]) -> RequestError {
        guard let name else { return RequestError(.unknownDisplay, "no display has output = \"remote\"") }
        return unknown(.unknownDisplay, "remote display", name, among: names)
    }

    /// The error for a display without a picture. `why` states what the display lacks, or that no display exists.
    public static func noDisplay(_ why: String) -> RequestError {
        RequestError(.noDisplay, "there is no picture: \(why)")
    }

    public static let forbidden = RequestError(
        .forbidden, "this client may only read: see 'write' in [socket]")

    public static let mayNotDefine = RequestError(
        .forbidden, "this client may not define controls: see 'define' in [socket]")

    public static func tooLong(limit: Int) -> RequestError {
        RequestError(.tooLong, "a line is longer than \(limit) bytes, and the connection is closed")
    }

    public static func tooManyClients(limit: Int) -> RequestError {
        RequestError(.tooManyClients, "\(limit) clients are connected already ([socket] max_clients)")
    }

    /// The error for a client that may only read, if all places for such clients are taken.
    public static func tooManyReaders(limit: Int) -> RequestError {
        RequestError(
            .tooManyClients,
            "clients that may only read have all of their places: some of the \(limit) are kept for those that may write, "
                + "and one user has no more than half ([socket] max_clients, write)")
    }

    public static func cannotWatch(_ reason: String) -> RequestError {
        RequestError(.tooManyClients, "wheeld cannot take in more clients now: \(reason)")
    }

    public static func tooManyFiles(limit: Int) -> RequestError {
        RequestError(
            .tooManyClients,
            "wheeld may have \(limit) files open, and cannot take in more clients (ulimit -n, LimitNOFILE)")
    }

    /// The nearest name, else the list of known names.
    private static func hint(_ name: String, _ names: [String]) -> String {
        NearestName.of(name, in: names).map { "did you mean '\($0)'?" } ?? there(are: names)
    }

    package static func there(are names: [String]) -> String {
        guard !names.isEmpty else { return "there are none" }
        let listed = 32
        let rest = names.count > listed ? " and \(names.count - listed) more" : ""
        return "there are: \(names.prefix(listed).joined(separator: ", "))\(rest)"
    }
}
