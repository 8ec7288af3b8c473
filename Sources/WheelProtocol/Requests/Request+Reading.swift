import WheelModel
import WheelSettings

extension Request {
    init(_ operation: Operation, _ members: JSONObject) throws(MemberProblem) {
        switch operation {
        case .list: self = .list
        case .get: self = .get(control: try members.string("control"))
        case .set: self = try Self.set(members)
        case .turn:
            self = .turn(
                control: try members.string("control"), detents: try members.number("detents"),
                speed: try members.optionalString("speed"))
        case .step: self = .step(control: try members.string("control"), count: try members.integer("count"))
        case .speed:
            self = .speed(control: try members.string("control"), SpeedChoice(name: try members.string("speed")))
        case .focus: self = .focus(input: try members.string("input"), control: try members.string("control"))
        case .page: self = .page(PageName(name: try members.string("page")))
        case .lock:
            // Passed over, it would lock far more than was asked for.
            try members.refuse("control", because: "the lock holds for every control")
            self = .lock(try members.bool("locked"))
        case .reset: self = .reset(control: try members.string("control"))
        case .commit: self = .commit(control: try members.string("control"))
        case .toggle:
            self = .toggle(control: try members.string("control"), position: try members.string("position"))
        case .select:
            self = .select(control: try members.string("control"), position: try members.string("position"))
        case .ramp: self = try Self.ramp(members)
        case .rampPause: self = .pauseRamp(control: try members.string("control"))
        case .rampResume: self = .resumeRamp(control: try members.string("control"))
        case .rampCancel: self = .cancelRamp(control: try members.string("control"))
        case .rampScrub:
            self = .scrubRamp(control: try members.string("control"), fraction: try members.number("fraction"))
        case .subscribe:
            try members.refuse("control", because: "'controls' takes an array of names")
            try members.refuse("event", because: "'events' takes an array of names")
            self = .subscribe(try Subscription(members))
        case .screenshot: self = .screenshot
        case .stats: self = .stats
        case .logLevel: self = .logLevel(try members.choice("level"))
        case .ping: self = .ping
        }
    }

    private static func set(_ members: JSONObject) throws(MemberProblem) -> Request {
        let manner = try Panel.SetManner(members)
        guard members["values"] != nil else {
            guard members["value"] != nil || members["control"] != nil else { throw .missing("control") }
            let control = try members.string("control")
            return .set(Assignment(control: control, value: try members.controlValue("value")), manner)
        }
        for other in ["control", "value"] where members[other] != nil { throw .together("values", other) }
        let values = try members.object("values")
        var assignments: [Assignment] = []
        for member in values.members {
            assignments.append(Assignment(control: member.name, value: try values.controlValue(member.name)))
        }
        return .setAll(assignments, manner)
    }

    private static func ramp(_ members: JSONObject) throws(MemberProblem) -> Request {
        guard let name = try members.optionalString("ramp") else {
            return .ramp(control: try members.string("control"), try RampMotion(members))
        }
        for other in ["to", "by"] where members[other] != nil { throw .together("ramp", other) }
        return .namedRamp(name)
    }
}

extension JSONObject {
    fileprivate func refuse(_ name: String, because reason: String) throws(MemberProblem) {
        if self[name] != nil { throw .notTaken(name, because: reason) }
    }
}

extension Panel.SetManner {
    private enum Condition: String, CaseIterable {
        case editing
    }

    fileprivate init(_ members: JSONObject) throws(MemberProblem) {
        self.init(commits: try members.bool("commit", default: true))
        if members["unless"] != nil { unlessEditing = try members.choice("unless", of: Condition.self) == .editing }
    }
}

extension SpeedChoice {
    fileprivate init(name: String) {
        switch name {
        case "next": self = .next
        case "previous": self = .previous
        default: self = .named(name)
        }
    }
}

extension PageName {
    fileprivate init(name: String) {
        switch name {
        case "next": self = .next
        case "previous": self = .previous
        default: self = .named(name)
        }
    }
}
