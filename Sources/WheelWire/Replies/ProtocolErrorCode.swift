/// The reason for a refused request, for programs.
public enum ProtocolErrorCode: String, CaseIterable, Sendable {
    case badJSON = "bad-json"
    case badRequest = "bad-request"
    case unknownOperation = "unknown-op"
    case unknownControl = "unknown-control"
    case unknownInput = "unknown-input"
    case unknownPage = "unknown-page"
    case unknownPosition = "unknown-position"
    case unknownSpeed = "unknown-speed"
    case unknownRamp = "unknown-ramp"
    case unknownPreset = "unknown-preset"
    case unknownButton = "unknown-button"
    case busy
    case unknownDisplay = "unknown-display"
    case readOnlyPreset = "read-only-preset"
    case badDefinition = "bad-definition"
    case badConfiguration = "bad-configuration"
    case unknownOwner = "unknown-owner"
    case noDisplay = "no-display"
    case unknownView = "unknown-view"
    case tooManyViews = "too-many-views"
    case locked
    case outOfKind = "out-of-kind"
    case outOfRange = "out-of-range"
    case editing
    case noRamp = "no-ramp"
    case forbidden
    case tooLong = "too-long"
    case tooManyClients = "too-many-clients"

    /// The condition for this code, as in its row of docs/protocol.md.
    var when: String {
        switch self {
        case .badJSON: "the line is not one JSON object in UTF-8, or has a key twice"
        case .badRequest: "a member is missing, is of the wrong type, or is one that this operation refuses"
        case .unknownOperation: "there is no such operation"
        case .unknownControl: "there is no control of that name"
        case .unknownInput: "there is no input of that name"
        case .unknownPage: "there is no page of that name"
        case .unknownPosition: "the control has no position of that name"
        case .unknownSpeed: "the control has no speed of that name"
        case .unknownRamp: "there is no ramp of that name"
        case .unknownPreset: "there is no preset of that name"
        case .unknownButton: "the input has no button of that name, or has several and the request names none"
        case .badDefinition:
            "the definition has mistakes, of which `mistakes` lists at most 1000, each with its `path` and `message`"
        case .badConfiguration:
            "a `reload` was refused: `mistakes` lists the mistakes of the configuration, each with its `path` and `message`"
        case .unknownOwner: "no client has defined anything under this name"
        case .busy: "another client feeds the input"
        case .unknownDisplay:
            "there is no display of that name; for `watch-display` and `unwatch-display`, no remote display"
        case .readOnlyPreset: "the preset is not `writable`"
        case .noDisplay: "there is no display of which a picture could be taken"
        case .unknownView: "this client has no view of that name"
        case .tooManyViews: "the views of all clients have [as many pictures or pixels as they may](#limits)"
        case .locked: "a lock, or `hands = false`, keeps the hand of this view from it"
        case .outOfKind:
            "this kind of control cannot hold the value; a control that wraps would turn more than 1000000000 times; or "
                + "no double holds the number"
        case .outOfRange: "the value lies outside the range of a control with `beyond = \"refuse\"`"
        case .editing: "a hand is on the control, and the request has `\"unless\":\"editing\"`"
        case .noRamp: "there is no ramp to pause, resume, cancel or scrub"
        case .forbidden: "this user may not do this: [`write` and `define`](configuration.md) in `[socket]` say who may"
        case .tooLong:
            "a line is longer than \(WireProtocol.longestRequest >> 10) KiB, or than "
                + "\(WireProtocol.longestDefinition >> 20) MiB from a client that may define controls; the connection is closed"
        case .tooManyClients:
            "`[socket] max_clients` are connected already, clients that may only read have all of [their places](#limits), "
                + "or the daemon may not open more files; the connection is closed"
        }
    }
}
