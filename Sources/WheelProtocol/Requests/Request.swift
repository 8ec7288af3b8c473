import WheelModel
import WheelSettings

/// What a client asks for. Controls, inputs and so on go by the names that it gave; whether there are such, the daemon
/// finds out.
public enum Request: Equatable, Sendable {
    case list
    case get(control: String)
    case set(Assignment, Panel.SetManner)
    /// All of them or none, in one step.
    case setAll([Assignment], Panel.SetManner)
    /// As an encoder does, at the given or the current speed.
    case turn(control: String, detents: Double, speed: String?)
    case step(control: String, count: Int)
    case speed(control: String, SpeedChoice)
    case focus(input: String, control: String)
    case page(PageName)
    case lock(Bool)
    case reset(control: String)
    case commit(control: String)
    case toggle(control: String, position: String)
    case select(control: String, position: String)
    case ramp(control: String, RampMotion)
    /// A ramp of the configuration.
    case namedRamp(String)
    case pauseRamp(control: String)
    case resumeRamp(control: String)
    case cancelRamp(control: String)
    case scrubRamp(control: String, fraction: Double)
    case subscribe(Subscription)
    case screenshot
    case stats
    case logLevel(LogLevel)
    case ping
}

/// A control, and what it is to stand at.
public struct Assignment: Equatable, Sendable {
    public var control: String
    public var value: ControlValue

    public init(control: String, value: ControlValue) {
        self.control = control
        self.value = value
    }
}

/// Which page is asked for.
public enum PageName: Equatable, Sendable {
    case next
    case previous
    case named(String)
}

/// How much the daemon says in its log.
public enum LogLevel: String, CaseIterable, Sendable {
    case error
    case warning
    case info
    case debug
}

extension Request {
    public var operation: Operation {
        switch self {
        case .list: .list
        case .get: .get
        case .set, .setAll: .set
        case .turn: .turn
        case .step: .step
        case .speed: .speed
        case .focus: .focus
        case .page: .page
        case .lock: .lock
        case .reset: .reset
        case .commit: .commit
        case .toggle: .toggle
        case .select: .select
        case .ramp, .namedRamp: .ramp
        case .pauseRamp: .rampPause
        case .resumeRamp: .rampResume
        case .cancelRamp: .rampCancel
        case .scrubRamp: .rampScrub
        case .subscribe: .subscribe
        case .screenshot: .screenshot
        case .stats: .stats
        case .logLevel: .logLevel
        case .ping: .ping
        }
    }
}
