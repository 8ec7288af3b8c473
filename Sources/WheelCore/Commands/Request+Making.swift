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

    public static func set(_ assignment: Assignment, _ manner: SetManner = SetManner()) -> Request {
        Request(.set, control: assignment.control, ["value": .value(assignment.value)]).with(manner)
    }

    /// Sets all of the controls or none, in one step.
    public static func setAll(_ assignments: [Assignment], _ manner: SetManner) -> Request {
        Request(.set, ["values": .values(assignments)]).with(manner)
    }

    private func with(_ manner: SetManner) -> Request {
        var request = self
        if !manner.commits { request["commit"] = .flag(false) }
        if manner.unlessEditing { request["unless"] = .text("editing") }
        return request
    }

    /// Turns a control as an encoder does, at the given speed, else at the current one.
    public static func turn(control: String, detents: Double, speed: String?) -> Request {
        Request(.turn, control: control, ["detents": .number(detents), "speed": speed.map(CommandValue.text)])
    }

    public static func step(control: String, count: Int) -> Request {
        Request(.step, control: control, ["count": .integer(count)])
    }

    public static func speed(control: String? = nil, _ choice: NameChoice) -> Request {
        Request(.speed, control: control, ["speed": .text(choice.text)])
    }

    public static func focus(input: String, control: String) -> Request {
        Request(.focus, ["input": .text(input), "control": .text(control)])
    }

    public static func page(_ page: NameChoice) -> Request { Request(.page, ["page": .text(page.text)]) }

    /// Locks or unlocks the panel.
    public static func lock(_ isLocked: Bool) -> Request { Request(.lock, ["locked": .flag(isLocked)]) }

    /// Locks or unlocks these controls alone.
    public static func lock(_ isLocked: Bool, controls: [String]) -> Request {
        Request(.lock, ["controls": .texts(controls), "locked": .flag(isLocked)])
    }

    public static func reset(control: String) -> Request { Request(.reset, control: control) }

    public static func commit(control: String) -> Request { Request(.commit, control: control) }

    public static func apply(control: String) -> Request { Request(.apply, control: control) }

    public static func revert(control: String) -> Request { Request(.revert, control: control) }

    public static func toggle(control: String, position: String) -> Request {
        Request(.toggle, control: control, ["position": .text(position)])
    }

    public static func select(control: String, position: String) -> Request {
        Request(.select, control: control, ["position": .text(position)])
    }

    public static func ramp(control: String, _ motion: RampMotion) -> Request {
        var to: CommandValue?
        var by: CommandValue?
        switch motion.target {
        case .to(let value): to = .number(value)
        case .by(let distance): by = .number(distance)
        }
        return Request(
            .ramp, control: control,
            [
                "to": to, "by": by, "from": motion.from.map(CommandValue.number),
                "duration_s": .number(motion.duration.seconds), "curve": .curve(motion.curve),
                "hold": .flag(motion.holds),
            ])
    }

    /// Starts a ramp of the configuration.
    public static func namedRamp(_ name: String) -> Request { Request(.ramp, ["ramp": .text(name)]) }

    public static func pauseRamp(control: String) -> Request { Request(.rampPause, control: control) }

    public static func resumeRamp(control: String) -> Request { Request(.rampResume, control: control) }

    public static func cancelRamp(control: String) -> Request { Request(.rampCancel, control: control) }

    public static func restartRamp(control: String) -> Request { Request(.rampRestart, control: control) }

    public static func reverseRamp(control: String) -> Request { Request(.rampReverse, control: control) }

    public static func scrubRamp(control: String, fraction: Double) -> Request {
        Request(.rampScrub, control: control, ["fraction": .number(fraction)])
    }

    public static func recall(preset: String) -> Request { Request(.recall, ["preset": .text(preset)]) }

    public static func store(preset: String) -> Request { Request(.store, ["preset": .text(preset)]) }

    public static let reload = Request(.reload)
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
