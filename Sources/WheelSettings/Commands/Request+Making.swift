/// Requests from typed Swift values.
extension Request {
    public static let list = Request(.list)
    public static let screenshot = Request(.screenshot)
    public static let stats = Request(.stats)
    public static let ping = Request(.ping)

    /// The picture of this display.
    public static func screenshot(of display: String) -> Request { Request(.screenshot, display: display) }

    /// Without a name it is the first remote display.
    public static func watchDisplay(_ name: String?) -> Request { Request(.watchDisplay, display: name) }

    public static func unwatchDisplay(_ name: String?) -> Request { Request(.unwatchDisplay, display: name) }

    private init(_ operation: Operation, display: String?) {
        self.init(operation)
        self["display"] = display.map(CommandValue.text)
    }

    public static func get(control: String) -> Request { Request(.get, control: control) }

    public static func set(_ assignment: Assignment, _ manner: SetManner) -> Request {
        var request = Request(.set, control: assignment.control)
        request["value"] = .value(assignment.value)
        return request.with(manner)
    }

    /// Sets all of the controls or none, in one step.
    public static func setAll(_ assignments: [Assignment], _ manner: SetManner) -> Request {
        var request = Request(.set)
        request["values"] = .values(assignments)
        return request.with(manner)
    }

    private func with(_ manner: SetManner) -> Request {
        var request = self
        if !manner.commits { request["commit"] = .flag(false) }
        if manner.unlessEditing { request["unless"] = .text("editing") }
        return request
    }

    /// Turns a control as an encoder does, at the given speed, else at the current one.
    public static func turn(control: String, detents: Double, speed: String?) -> Request {
        var request = Request(.turn, control: control)
        request["detents"] = .number(detents)
        request["speed"] = speed.map(CommandValue.text)
        return request
    }

    public static func step(control: String, count: Int) -> Request {
        var request = Request(.step, control: control)
        request["count"] = .integer(count)
        return request
    }

    public static func speed(control: String, _ choice: SpeedChoice) -> Request {
        var request = Request(.speed, control: control)
        request["speed"] = .text(choice.name)
        return request
    }

    public static func focus(input: String, control: String) -> Request {
        var request = Request(.focus)
        request["input"] = .text(input)
        request["control"] = .text(control)
        return request
    }

    public static func page(_ page: PageName) -> Request {
        var request = Request(.page)
        request["page"] = .text(page.name)
        return request
    }

    public static func lock(_ isLocked: Bool) -> Request {
        var request = Request(.lock)
        request["locked"] = .flag(isLocked)
        return request
    }

    public static func reset(control: String) -> Request { Request(.reset, control: control) }

    public static func commit(control: String) -> Request { Request(.commit, control: control) }

    public static func toggle(control: String, position: String) -> Request {
        var request = Request(.toggle, control: control)
        request["position"] = .text(position)
        return request
    }

    public static func select(control: String, position: String) -> Request {
        var request = Request(.select, control: control)
        request["position"] = .text(position)
        return request
    }

    public static func ramp(control: String, _ motion: RampMotion) -> Request {
        var request = Request(.ramp, control: control)
        switch motion.target {
        case .to(let value): request["to"] = .number(value)
        case .by(let distance): request["by"] = .number(distance)
        }
        request["from"] = motion.from.map(CommandValue.number)
        request["duration_s"] = .number(motion.duration.seconds)
        request["curve"] = .curve(motion.curve)
        request["hold"] = .flag(motion.holds)
        return request
    }

    /// Starts a ramp of the configuration.
    public static func namedRamp(_ name: String) -> Request {
        var request = Request(.ramp)
        request["ramp"] = .text(name)
        return request
    }

    public static func pauseRamp(control: String) -> Request { Request(.rampPause, control: control) }

    public static func resumeRamp(control: String) -> Request { Request(.rampResume, control: control) }

    public static func cancelRamp(control: String) -> Request { Request(.rampCancel, control: control) }

    public static func scrubRamp(control: String, fraction: Double) -> Request {
        var request = Request(.rampScrub, control: control)
        request["fraction"] = .number(fraction)
        return request
    }

    public static func logLevel(_ level: LogLevel) -> Request {
        var request = Request(.logLevel)
        request["level"] = .text(level.rawValue)
        return request
    }
}

/// Options of a `set`.
public struct SetManner: Equatable, Sendable {
    public var commits: Bool
    /// Whether the request is refused while somebody moves the control by hand.
    public var unlessEditing: Bool

    public init(commits: Bool = true, unlessEditing: Bool = false) {
        self.commits = commits
        self.unlessEditing = unlessEditing
    }
}

/// The page that a request shows, by its name or relative to the current one.
public enum PageName: Equatable, Sendable {
    case next
    case previous
    case named(String)

    var name: String {
        switch self {
        case .next: "next"
        case .previous: "previous"
        case .named(let name): name
        }
    }
}

/// How much the daemon logs.
public enum LogLevel: String, CaseIterable, Sendable {
    case error
    case warning
    case info
    case debug
}

extension SpeedChoice {
    var name: String {
        switch self {
        case .next: "next"
        case .previous: "previous"
        case .named(let name): name
        }
    }
}
