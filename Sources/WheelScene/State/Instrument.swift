public import WheelModel

/// What never changes between two configurations, held once for all states of a display.
public final class Instrument: Sendable {
    public let settings: PanelSettings

    public init(_ settings: PanelSettings) {
        self.settings = settings
    }
}
