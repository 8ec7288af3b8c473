import WheelModel

/// Why a request is refused: a code for programs and a sentence for people.
public struct RequestError: Error, Equatable, Sendable {
    /// The code's name. It may be one that this version does not know.
    public let name: String
    public let message: String

    public init(_ code: ProtocolErrorCode, _ message: String) {
        name = code.rawValue
        self.message = message
    }

    init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    public var code: ProtocolErrorCode? { ProtocolErrorCode(rawValue: name) }
}

/// The refusals, each with its sentence.
extension RequestError {
    static func unknownOperation(_ name: String) -> RequestError {
        let names = Operation.allCases.map(\.rawValue)
        let hint = NearestName.of(name, in: names).map { "did you mean '\($0)'?" } ?? there(are: names)
        return RequestError(.unknownOperation, "no operation named '\(name.clipped)'; \(hint)")
    }

    public static func unknownControl(_ name: String, among names: [String]) -> RequestError {
        RequestError(.unknownControl, "no control named '\(name.clipped)'; \(there(are: names))")
    }

    public static func unknownInput(_ name: String, among names: [String]) -> RequestError {
        RequestError(.unknownInput, "no input named '\(name.clipped)'; \(there(are: names))")
    }

    public static func unknownPage(_ name: String, among names: [String]) -> RequestError {
        RequestError(.unknownPage, "no page named '\(name.clipped)'; \(there(are: names))")
    }

    public static func unknownRamp(_ name: String, among names: [String]) -> RequestError {
        RequestError(.unknownRamp, "no ramp named '\(name.clipped)'; \(there(are: names))")
    }

    public static func unknownPosition(_ name: String, of control: String, among names: [String]) -> RequestError {
        RequestError(.unknownPosition, "\(control) has no position named '\(name.clipped)'; \(there(are: names))")
    }

    public static func unknownSpeed(_ name: String, of control: String, among names: [String]) -> RequestError {
        RequestError(.unknownSpeed, "\(control) has no speed named '\(name.clipped)'; \(there(are: names))")
    }

    public static let noDisplay = RequestError(.noDisplay, "no display shows anything now")

    public static func editing(_ control: String) -> RequestError {
        RequestError(.editing, "a hand is on \(control)")
    }

    public static func noRamp(_ control: String) -> RequestError {
        RequestError(.noRamp, "no ramp is on \(control)")
    }

    public static let forbidden = RequestError(
        .forbidden, "this client may only read: see 'write' in [socket]")

    public static let tooLong = RequestError(
        .tooLong, "a line is longer than \(WireProtocol.longestRequest) bytes, and the connection is closed")

    public static func tooManyClients(limit: Int) -> RequestError {
        RequestError(.tooManyClients, "\(limit) clients are connected already ([socket] max_clients)")
    }

    public static func tooManyFiles(limit: Int) -> RequestError {
        RequestError(
            .tooManyClients,
            "wheeld may have \(limit) files open, and cannot take in more clients (ulimit -n, LimitNOFILE)")
    }

    package static func there(are names: [String]) -> String {
        guard !names.isEmpty else { return "there are none" }
        let listed = 32
        let rest = names.count > listed ? " and \(names.count - listed) more" : ""
        return "there are: \(names.prefix(listed).joined(separator: ", "))\(rest)"
    }
}
