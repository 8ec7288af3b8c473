import WheelModel

extension Event {
    /// `nil` for an event that this version does not know.
    init?(named name: String, _ members: JSONObject) throws(MemberProblem) {
        guard let name = EventName(rawValue: name) else { return nil }
        seq = try members.read(EventMember.seq)
        time = try members.read(EventMember.time)
        content = try Content(name, members)
        hasMore = try members.readIfAny(EventMember.more) ?? false
    }
}

extension Event.Content {
    private typealias M = EventMember

    fileprivate init(_ name: EventName, _ members: JSONObject) throws(MemberProblem) {
        switch name {
        case .value: self = .value(try ValueEvent(members))
        case .commit:
            self = .commit(
                control: try members.read(M.control), try members.read(M.value),
                cursor: try members.readIfAny(M.cursor), try EventSource(members))
        case .pending:
            self = .pending(
                control: try members.read(M.control), try members.read(M.pendingValue), try EventSource(members),
                text: try members.readIfAny(M.pendingText))
        case .speed: self = .speed(control: try members.read(M.control), speed: try members.read(M.speed))
        case .limit: self = .limit(control: try members.read(M.control), try members.read(M.edge))
        case .press:
            self = .press(
                input: try members.read(M.input), button: try members.readIfAny(M.button), try members.read(M.gesture),
                isInitial: try members.readIfAny(M.initial) ?? false)
        case .focus: self = .focus(input: try members.read(M.input), control: try members.read(M.focus))
        case .page: self = .page(try members.read(M.page))
        case .lock: self = .lock(try members.read(M.locked), control: try members.readIfAny(M.lockedControl))
        case .ramp: self = .ramp(control: try members.read(M.control), try RampProgress(members))
        case .preset: self = .preset(try members.read(M.preset), try members.read(M.presetUse))
        case .device:
            let state = try members.read(M.deviceState)
            let detail = try members.read(M.detail)
            if let display = try members.readIfAny(M.display) {
                self = .display(display, state, detail: detail)
            } else {
                self = .inputDevice(input: try members.read(M.deviceInput), state, detail: detail)
            }
        case .frame: self = .frame(try PictureFrame(members))
        case .dropped:
            self = .dropped(
                input: try members.read(M.input), count: try members.read(M.dropped), total: try members.read(M.total))
        case .controls: self = .controls(try Listing(members))
        case .definition:
            self = .definition(
                owner: try members.read(M.owner), try members.read(M.definitionState), try members.read(M.mistakes))
        case .missed: self = .missed(try members.read(M.missed))
        case .raw:
            self = .raw(
                input: try members.read(M.input), code: try members.read(M.code), value: try members.read(M.raw))
        }
    }
}

extension ValueEvent {
    private typealias M = EventMember

    fileprivate init(_ members: JSONObject) throws(MemberProblem) {
        control = try members.read(M.control)
        value = try members.read(M.value)
        cursor = try members.readIfAny(M.cursor)
        speed = try members.read(M.speed)
        source = try EventSource(members)
        delta = try members.read(M.delta)
        isEditing = try members.read(M.editing)
        rotations = try members.readIfAny(M.rotations)
        text = try members.readIfAny(M.text)
        skipped = try members.readIfAny(M.skipped) ?? 0
    }
}

extension EventSource {
    enum Kind: String, MemberChoice {
        case input
        case client
        case ramp
        case restore
    }

    fileprivate init(_ members: JSONObject) throws(MemberProblem) {
        switch try members.read(EventMember.source) {
        case .input: self = .input(try members.read(EventMember.sourceInput))
        case .client: self = .client(try members.read(EventMember.sourceClient))
        case .ramp: self = .ramp
        case .restore: self = .restore
        }
    }
}
