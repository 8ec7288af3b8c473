public import WheelGeometry

/// What one contact did while somebody turned a knob.
public struct ContactTrace: Equatable, Sendable {
    public struct Edge: Equatable, Sendable {
        public var time: Instant
        public var isClosed: Bool
    }

    public var wasClosed: Bool
    public private(set) var edges: [Edge] = []

    public init(wasClosed: Bool) {
        self.wasClosed = wasClosed
    }

    public var isClosed: Bool { edges.last?.isClosed ?? wasClosed }

    public mutating func append(isClosed: Bool, at time: Instant) {
        edges.append(Edge(time: time, isClosed: isClosed))
    }
}
