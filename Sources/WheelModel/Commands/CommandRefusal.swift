import WheelSettings

/// The reason for which a command is refused. A refused command changes nothing.
public enum CommandRefusal: Error, Equatable, Sendable {
    public enum Kind: String, Sendable {
        case control, input, page, position, speed, ramp
    }

    /// No such name. `of` names the control whose positions or speeds were searched.
    case unknown(Kind, String, of: String? = nil, among: [String])
    case noPages
    /// A position was given for a control that has no positions.
    case noPositions(ControlSettings)
    case refused(PanelRefusal, ControlSettings)
}
