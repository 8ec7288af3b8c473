/// Hamlib's error codes, as in `RPRT -1`.
enum RigError: Int {
    case invalid = -1
    case inputOutput = -6
    case rejected = -9
    case notAvailable = -11

    /// The meaning of a code that a rig has sent.
    static func text(_ code: Int) -> String {
        switch code {
        case -1: "it is invalid (RPRT -1)"
        case -4, -11: "the rig does not have this (RPRT \(code))"
        case -5: "the rig does not answer rigctld (RPRT -5)"
        case -6: "rigctld has no connection with the rig (RPRT -6)"
        case -9: "the rig rejects it (RPRT -9)"
        default: "RPRT \(code)"
        }
    }
}
