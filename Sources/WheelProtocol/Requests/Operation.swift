/// What a client can ask for, by its name.
public enum Operation: String, CaseIterable, Sendable {
    case list
    case get
    case set
    case turn
    case step
    case speed
    case focus
    case page
    case lock
    case reset
    case commit
    case toggle
    case select
    case ramp
    case rampPause = "ramp-pause"
    case rampResume = "ramp-resume"
    case rampCancel = "ramp-cancel"
    case rampScrub = "ramp-scrub"
    case subscribe
    case screenshot
    case stats
    case logLevel = "log-level"
    case ping
}
