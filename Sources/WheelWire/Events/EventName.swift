/// The names of the events. `hello` is not among them: it is the first line on every connection.
public enum EventName: String, CaseIterable, Sendable {
    case value
    case commit
    case pending
    case speed
    case limit
    case press
    case focus
    case page
    case lock
    case ramp
    case preset
    case device
    case frame
    case view
    case dropped
    case controls
    case definition
    case missed
    case raw
}
