/// Why a request is refused, by the name that programs go by.
public enum ProtocolErrorCode: String, CaseIterable, Sendable {
    case badJSON = "bad-json"
    /// A member is missing or of the wrong type.
    case badRequest = "bad-request"
    case unknownOperation = "unknown-op"
    case unknownControl = "unknown-control"
    case unknownInput = "unknown-input"
    case unknownPage = "unknown-page"
    case unknownPosition = "unknown-position"
    case unknownSpeed = "unknown-speed"
    case unknownRamp = "unknown-ramp"
    case noDisplay = "no-display"
    /// A value that this kind of control cannot hold.
    case outOfKind = "out-of-kind"
    case editing
    case noRamp = "no-ramp"
    case forbidden
    case tooLong = "too-long"
    case tooManyClients = "too-many-clients"
}
