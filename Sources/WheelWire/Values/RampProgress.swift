import WheelCore

/// A ramp's state, and how much of its time is over.
public struct RampProgress: Equatable, Sendable {
    public var state: RampState
    /// The fraction of its time, 0…1.
    public var fraction: Double

    package init(state: RampState, fraction: Double) {
        self.state = state
        self.fraction = fraction
    }
}

extension RampProgress: DeclaredObject {
    static let blank = RampProgress(state: .ended, fraction: 0)

    static let state = Member<RampState>("state", "the ramp's state")
    static let fraction = Member<Double>("fraction", "the fraction of the ramp's time that is over, 0 to 1")

    mutating func visitMembers(_ visitor: inout some MemberVisitor & ~Copyable) {
        visitor.visit(Self.state, &state)
        visitor.visit(Self.fraction, &fraction)
    }
}
