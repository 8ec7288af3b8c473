import WheelModel

/// How far a ramp is, as the socket says it.
public struct RampProgress: Equatable, Sendable {
    public var state: RampState
    /// The fraction of its time, 0…1.
    public var fraction: Double

    public init(state: RampState, fraction: Double) {
        self.state = state
        self.fraction = fraction
    }
}

extension RampProgress {
    init(_ members: JSONObject) throws(MemberProblem) {
        state = try members.choice("state")
        fraction = try members.number("fraction")
    }
}

extension LineBuffer {
    mutating func members(of ramp: RampProgress) {
        key("state")
        string(ramp.state.rawValue)
        key("fraction")
        number(ramp.fraction)
    }
}
