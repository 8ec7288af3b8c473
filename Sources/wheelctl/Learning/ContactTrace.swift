import WheelCore

/// The edges of one contact during a step.
struct ContactTrace: Equatable {
    struct Edge: Equatable {
        var time: Instant
        var isClosed: Bool
    }

    /// The state at the beginning of the step.
    var wasClosed: Bool
    private(set) var edges: [Edge] = []

    var isClosed: Bool { edges.last?.isClosed ?? wasClosed }

    mutating func append(isClosed: Bool, at time: Instant) {
        edges.append(Edge(time: time, isClosed: isClosed))
    }
}
