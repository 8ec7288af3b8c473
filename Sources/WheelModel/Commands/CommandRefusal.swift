import WheelSettings

/// Why a command is refused. Nothing has changed then.
public enum CommandRefusal: Error, Equatable, Sendable {
    public enum Kind: String, Sendable {
        case control, input, page, position, speed, ramp
    }

    /// There is none of this name; a position or a speed is looked for among those `of` a control.
    case unknown(Kind, String, of: String? = nil, among: [String])
    case noPages
    /// A position of a control that has none.
    case noPositions(ControlSettings)
    case refused(PanelRefusal, ControlSettings)
}
