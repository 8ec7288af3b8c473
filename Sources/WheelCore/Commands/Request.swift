/// An operation with its members by name. A client sends a request, or a button is bound to one.
public struct Request: Equatable, Sendable {
    public let operation: Operation
    /// The members, in the order in which they were added. Each member occurs at most once.
    public private(set) var members: [Entry]

    public struct Entry: Equatable, Sendable {
        public var name: String
        public var value: CommandValue
    }

    /// Members whose value is `nil` are left out.
    public init(_ operation: Operation, control: String? = nil, _ members: KeyValuePairs<String, CommandValue?> = [:]) {
        self.operation = operation
        self.members = control.map { [Entry(name: "control", value: .text($0))] } ?? []
        for (name, value) in members { self[name] = value }
    }

    public subscript(name: String) -> CommandValue? {
        get { members.first { $0.name == name }?.value }
        set {
            let index = members.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Entry(name: name, value: value))
            case (nil, nil): break
            }
        }
    }

    /// The one of the operation's forms that this request has.
    public var form: Form { operation.form { self[$0] != nil } }
}

/// Access to members by their type. The declaration defines which members a request has, and their types. The code that
/// reads a request from outside checks the members and their types. So a member with a wrong type, or a missing
/// required member, is a programmer's error and traps.
extension Request {
    public func neededText(_ name: String) -> String { needed(name, text(name)) }

    public func neededNumber(_ name: String) -> Double { needed(name, number(name)) }

    public func neededInteger(_ name: String) -> Int { needed(name, integer(name)) }

    func needed<Value>(_ name: String, _ value: Value?) -> Value {
        guard let value else { preconditionFailure("\(operation) has no '\(name)'") }
        return value
    }

    public func text(_ name: String) -> String? { payload(name) { if case .text(let text) = $0 { text } else { nil } } }

    public func texts(_ name: String) -> [String]? {
        payload(name) { if case .texts(let texts) = $0 { texts } else { nil } }
    }

    public func number(_ name: String) -> Double? {
        payload(name) { if case .number(let number) = $0 { number } else { nil } }
    }

    public func integer(_ name: String) -> Int? {
        payload(name) { if case .integer(let integer) = $0 { integer } else { nil } }
    }

    public func flag(_ name: String, default absent: Bool = false) -> Bool {
        payload(name) { if case .flag(let flag) = $0 { flag } else { nil } } ?? absent
    }

    public var curve: AnimationCurve? {
        payload("curve") { if case .curve(let curve) = $0 { curve } else { nil } }
    }

    private func payload<Payload>(_ name: String, _ extract: (CommandValue) -> Payload?) -> Payload? {
        guard let value = self[name] else { return nil }
        guard let payload = extract(value) else { preconditionFailure("'\(name)' of \(operation) is \(value)") }
        return payload
    }

    /// The motion that a `ramp` request without a ramp's name describes.
    public var motion: RampMotion {
        let target = number("to").map(RampTarget.to) ?? .by(neededNumber("by"))
        var motion = RampMotion(from: number("from"), target: target, holds: flag("hold"))
        if let seconds = number("duration_s") { motion.duration = .seconds(seconds) }
        if let curve { motion.curve = curve }
        return motion
    }

    public func choice(_ name: String) -> NameChoice { NameChoice(neededText(name)) }

    public var setManner: SetManner {
        SetManner(commits: flag("commit", default: true), unlessEditing: text("unless") == "editing")
    }
}

public enum CommandValue: Equatable, Sendable {
    case text(String)
    case texts([String])
    case number(Double)
    case integer(Int)
    case flag(Bool)
    case value(ControlValue)
    case values([Assignment])
    case curve(AnimationCurve)
    case requests([Request])
    case contacts([FedContact])
    case size(Size)
    case tables([PlainValue])
}

/// Functions that make requests from typed Swift values.
extension Request {
    public static let list = Request(.list)
    public static let screenshot = Request(.screenshot)
    public static let stats = Request(.stats)
    public static let ping = Request(.ping)

    public static func screenshot(of display: String) -> Request { Request(.screenshot, display: display) }

    /// Without a name the request means the first remote display.
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

    /// Turns a control as an encoder does, at the given speed or else at the current speed.
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

    public static func lock(_ isLocked: Bool) -> Request { Request(.lock, ["locked": .flag(isLocked)]) }

    /// Locks or unlocks only these controls.
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

/// The options of a `set`.
public struct SetManner: Equatable, Sendable {
    public var commits: Bool
    /// Whether the request is refused while somebody moves the control by hand, or a pending value waits.
    public var unlessEditing: Bool

    public init(commits: Bool = true, unlessEditing: Bool = false) {
        self.commits = commits
        self.unlessEditing = unlessEditing
    }
}

/// Requests that buttons and keys can make, but clients cannot. These requests refer to the state of the panel at the
/// time when they are performed.
///
/// A hand may omit three members: `control` is then the control that its input moves, `input` its own input, and
/// `position` the position under the cursor. Clients cannot send `toggles`, nor the `by` of `focus` and `set`, because
/// these members are in no declaration. In a `focus` that names a view, clients can send a `by` with another meaning:
/// it counts places on the page.
extension Request {
    /// Moves the input's focus by `count` places in its list of controls, and wraps around at the ends.
    public static func moveFocus(by count: Int) -> Request { Request(.focus, ["by": .integer(count)]) }

    public static func focus(control: String) -> Request { Request(.focus, control: control) }

    /// Starts, pauses or resumes a ramp of the configuration. Restarts a ramp that is held at its end.
    public static func toggleRamp(_ name: String) -> Request {
        Request(.ramp, ["ramp": .text(name), "toggles": .flag(true)])
    }

    public static let toggleLock = Request(.lock, ["toggles": .flag(true)])

    /// Locks or unlocks a control, or without a name the panel.
    public static func toggleLock(control: String?) -> Request {
        Request(.lock, control: control, ["toggles": .flag(true)])
    }
}
