public import WheelModel

/// What never changes between two configurations, held once for all states of a display.
public final class Instrument: Sendable {
    public let settings: PanelSettings

    public init(_ settings: PanelSettings) {
        self.settings = settings
        var ramps = [Int?](repeating: nil, count: settings.controls.count)
        for (index, ramp) in settings.ramps.enumerated() where ramps[ramp.control] == nil {
            ramps[ramp.control] = index
        }
        self.ramps = ramps
    }

    /// Of each control.
    private let ramps: [Int?]

    /// The first of the named ramps that move a control.
    func ramp(of control: Int) -> Int? { ramps[control] }
}
