import WheelCore

public struct RampProgress: Equatable, Sendable {
    public var state: RampState
    /// The elapsed fraction of the ramp's time, 0…1.
    public var fraction: Double

    package init(state: RampState, fraction: Double) {
        self.state = state
        self.fraction = fraction
    }
}

extension RampProgress: DeclaredObject {
    static let blank = RampProgress(state: .ended, fraction: 0)

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit("state", &state, "the ramp's state")
        visitor.visit("fraction", &fraction, "the fraction of the ramp's time that has passed, 0 to 1")
    }
}
