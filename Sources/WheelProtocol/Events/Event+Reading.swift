import WheelModel

extension Event {
    /// `nil` for an event that this version does not know.
    init?(named name: String, _ members: JSONObject) throws(MemberProblem) {
        guard let name = EventName(rawValue: name) else { return nil }
        seq = try members.integer("seq")
        time = try members.instant("time")
        content = try Content(name, members)
    }
}

extension Event.Content {
    fileprivate init(_ name: EventName, _ members: JSONObject) throws(MemberProblem) {
        switch name {
        case .value: self = .value(try ValueEvent(members))
        case .commit:
            self = .commit(
                control: try members.string("control"), try members.controlValue("value"),
                cursor: try members.optionalString("cursor"), try EventSource(members))
        case .speed: self = .speed(control: try members.string("control"), speed: try members.string("speed"))
        case .limit: self = .limit(control: try members.string("control"), try members.choice("edge"))
        case .press:
            self = .press(
                input: try members.string("input"), button: try members.optionalString("button"),
                try members.choice("gesture"))
        case .focus: self = .focus(input: try members.string("input"), control: try members.string("control"))
        case .page: self = .page(try members.string("page"))
        case .lock: self = .lock(try members.bool("locked"))
        case .ramp: self = .ramp(control: try members.string("control"), try RampProgress(members))
        case .device:
            let state: DeviceState = try members.choice("state")
            let detail = try members.string("detail")
            if let display = try members.optionalString("display") {
                self = .display(display, state, detail: detail)
            } else {
                self = .inputDevice(input: try members.string("input"), state, detail: detail)
            }
        case .dropped:
            self = .dropped(
                input: try members.string("input"), count: try members.integer("count"),
                total: try members.integer("total"))
        case .controls: self = .controls(try Listing(members))
        case .missed: self = .missed(try members.integer("count"))
        case .raw:
            self = .raw(
                input: try members.string("input"), code: try members.string("code"),
                value: try members.integer("value"))
        }
    }
}

extension ValueEvent {
    fileprivate init(_ members: JSONObject) throws(MemberProblem) {
        control = try members.string("control")
        value = try members.controlValue("value")
        cursor = try members.optionalString("cursor")
        speed = try members.string("speed")
        source = try EventSource(members)
        delta = try members.number("delta")
        isEditing = try members.bool("editing")
        rotations = try members.optionalInteger("rotations")
        text = try members.optionalString("text")
        skipped = try members.optionalInteger("skipped") ?? 0
    }
}

extension EventSource {
    private enum Kind: String, CaseIterable {
        case input
        case client
        case ramp
        case restore
    }

    fileprivate init(_ members: JSONObject) throws(MemberProblem) {
        switch try members.choice("source", of: Kind.self) {
        case .input: self = .input(try members.string("input"))
        case .client: self = .client(try members.integer("client"))
        case .ramp: self = .ramp
        case .restore: self = .restore
        }
    }
}
