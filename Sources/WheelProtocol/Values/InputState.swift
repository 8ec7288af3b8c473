import WheelModel

/// What the socket says of an input.
public struct InputState: Equatable, Sendable {
    public var name: String
    /// `gpio`, `evdev`, `touch`, `terminal`.
    public var type: String
    public var state: DeviceState
    /// The control that it turns.
    public var focus: String?

    public init(name: String, type: String, state: DeviceState, focus: String?) {
        self.name = name
        self.type = type
        self.state = state
        self.focus = focus
    }
}

extension InputState {
    init(_ members: JSONObject) throws(MemberProblem) {
        name = try members.string("input")
        type = try members.string("type")
        state = try members.choice("state")
        focus = try members.optionalString("focus")
    }
}

extension LineBuffer {
    mutating func object(of input: InputState) {
        beginObject()
        key("input")
        string(input.name)
        key("type")
        string(input.type)
        key("state")
        string(input.state.rawValue)
        key("focus")
        optionalString(input.focus)
        endObject()
    }
}
