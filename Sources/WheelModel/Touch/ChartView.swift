import WheelGeometry

/// How a chart of positions is seen: zoomed, panned and turned.
public struct ChartView: Equatable, Sendable {
    /// From the chart as it is laid out to the chart as it is seen.
    public internal(set) var transform = AffineTransform.identity
}
