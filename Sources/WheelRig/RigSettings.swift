import WheelBridge
import WheelCore

package struct RigSettings: Equatable, Sendable {
    /// Whose values are kept when the rig or the daemon reconnects.
    package enum Winner: String, CaseIterable, Sendable {
        case panel, rig
    }

    /// The machine with rigctld; `nil` if `wheel-rig` is only a server for programs.
    package var host: String?
    package var port = RigSettings.usualPort
    package var poll = Interval.milliseconds(200)
    package var interval = Interval.milliseconds(20)
    package var timeout = Interval.seconds(3)
    package var winner = Winner.panel
    /// The mapped controls; `nil` for the controls that `RigControl.usual` finds.
    package var controls: [RigControl]?
    package var server: RigServerSettings?

    package static let usualHost = "127.0.0.1"
    package static let usualPort: UInt16 = 4532

    package init() {}
}

package struct RigControl: Equatable, Sendable {
    package var control: String
    package var quantity: RigQuantity
    /// The factor from the control's value to the rig's value; `nil`: the control's unit decides.
    package var scale: Double?
    /// The number that is added to the values for the rig, and subtracted from the rig's values.
    package var offset = 0.0
    /// The rig's words or numbers for the positions of a choice, in their order.
    package var words: [String]?
    package var sends = true
    package var receives = true
}

/// The server for programs that control a rig.
package struct RigServerSettings: Equatable, Sendable {
    /// The port differs from rigctld's, because rigctld may run on the same machine.
    package static let usualPlace = ListeningPlace(port: 4533)

    package var listen = RigServerSettings.usualPlace
    /// `nil`: all.
    package var controls: [String]?

    package init() {}
}
