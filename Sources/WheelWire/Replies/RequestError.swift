import WheelCore
import WheelModel

/// Why a request is refused: a code for programs and a sentence for people.
public struct RequestError: Error, Equatable, Sendable {
    /// The code's name. It may be one that this version does not know.
    public let name: String
    public let message: String
    /// The mistakes: of a configuration all, and of a definition at most `Budget.mistakes`.
    public let mistakes: [DefinitionMistake]

    init(name: String, message: String, mistakes: [DefinitionMistake] = []) {
        self.name = name
        self.message = message
        self.mistakes = mistakes
    }

    public var code: ProtocolErrorCode? { ProtocolErrorCode(rawValue: name) }
}

/// The refusals, each with its sentence.
extension RequestError {
    public init(_ code: ProtocolErrorCode, _ message: String) {
        self.init(name: code.rawValue, message: message)
    }

    /// A definition, or a configuration, that is refused because of its mistakes.
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
        let names = Operation.allCases.map(\.rawValue)
        return RequestError(.unknownOperation, "no operation named '\(name.clipped)'; \(hint(name, names))")
    }

    /// The model's refusal in the protocol's words.
    public init(_ refusal: CommandRefusal) {
        switch refusal {
        case .unknown(let kind, let name, let owner, let names):
            let whose = owner.map { "\($0) has no" } ?? "no"
            self.init(
                ProtocolErrorCode(unknown: kind),
                "\(whose) \(kind.rawValue) named '\(name.clipped)'; \(Self.hint(name, names))")
        case .noPages: self.init(.unknownPage, "there are no pages")
        case .noPositions(let control):
            self.init(.outOfKind, "\(control.name) is \(control.kind.withArticle) and has no positions")
        case .notTurned(let control, let input, let names):
            self.init(.badRequest, "\(control) is none of the controls of \(input); \(Self.there(are: names))")
        case .notFed(let input, let type):
            self.init(.badRequest, "\(input) is an input of type \(type), and clients feed those of type client")
        case .needsButton(let input, let names):
            self.init(
                .unknownButton, "\(input) has several buttons, and 'button' is missing; \(Self.there(are: names))")
        case .needsSize(let input):
            self.init(.badRequest, "\(input) is on no display, so contacts need the 'size' that they refer to")
        case .busy(let input, let client): self.init(.busy, "client \(client) feeds \(input)")
        case .needsConfirmation(let control):
            // Only hands are refused for this.
            self.init(.badRequest, "\(control.name) has 'confirm'")
        case .readOnlyPreset(let name): self.init(.readOnlyPreset, "the preset \(name) is not writable")
        case .refused(.editing, let control): self.init(.editing, "a hand is on \(control.name)")
        case .refused(.outOfRange(let value), let control): self.init(.outOfRange, control.refusal(of: value))
        case .refused(.noRamp, let control): self.init(.noRamp, "no ramp is on \(control.name)")
        case .refused(.outOfKind(let reason), let control): self.init(.outOfKind, reason.sentence(about: control))
        }
    }

    public static func unknownControl(_ name: String, among names: [String]) -> RequestError {
        RequestError(.unknown(.control, name, among: names))
    }

    public static func unknownDisplay(_ name: String, among names: [String]) -> RequestError {
        RequestError(.unknownDisplay, "no display named '\(name.clipped)'; \(hint(name, names))")
    }

    /// `name` is `nil` if the request names no display.
    public static func unknownRemoteDisplay(_ name: String?, among names: [String]) -> RequestError {
        guard let name else { return RequestError(.unknownDisplay, "no display has output = \"remote\"") }
        return RequestError(.unknownDisplay, "no remote display named '\(name.clipped)'; \(hint(name, names))")
    }

    /// `why` says what the display lacks, or that there is none.
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

    /// For a client that may only read.
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

    /// The name that was meant, else those that there are.
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

extension ProtocolErrorCode {
    fileprivate init(unknown kind: CommandRefusal.Kind) {
        self =
            switch kind {
            case .control: .unknownControl
            case .input: .unknownInput
            case .page: .unknownPage
            case .position: .unknownPosition
            case .speed: .unknownSpeed
            case .ramp: .unknownRamp
            case .preset: .unknownPreset
            case .button: .unknownButton
            }
    }
}
