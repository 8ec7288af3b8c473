import WheelBridge
import WheelCore

/// The settings of `wheel-osc`.
package struct OSCSettings: Equatable, Sendable {
    /// Where messages go.
    package var destinations: [OSCDestination] = []
    /// Where messages are received.
    package var listen: ListeningPlace?
    /// The beginning of the addresses of controls that have none of their own.
    package var prefix = "/wheeld"
    /// A message to this address asks for all values.
    package var refresh = "/refresh"
    /// The shortest time between two packets to one destination.
    package var interval = Interval.milliseconds(5)
    /// Whether values that have changed in one step go out in one bundle.
    package var bundles = true
    /// `nil`: every control.
    package var controls: [OSCControl]?
    package var presses: [OSCPress] = []
    package var feeds: [OSCFeed] = []

    package init() {}
}

/// A control and its messages.
package struct OSCControl: Equatable, Sendable {
    package var control: String
    package var address: String
    /// `nil`: the value, as the kind of control suggests.
    package var template: OSCTemplate?
    package var sends = true
    package var receives = true
    package var takeover = KnobTakeover.jump
    package var part: ValueRange?

    package init(control: String, address: String, template: OSCTemplate? = nil) {
        self.control = control
        self.address = address
        self.template = template
    }

    var route: MirrorRoute {
        MirrorRoute(
            control: control, numbers: template?.has(.normal) ?? false ? .fraction : .values, part: part, sends: sends,
            receives: receives, takeover: takeover, mayEcho: true)
    }
}

/// A button of the panel, and the message for it.
package struct OSCPress: Equatable, Sendable {
    package var trigger: PressTrigger
    package var address: String
    package var template: OSCTemplate
}

/// Messages that are a knob or a button of the panel: an input of type `client`.
package struct OSCFeed: Equatable, Sendable {
    package enum Form: String, CaseIterable, Sendable {
        /// The value is how far it was turned.
        case turn
        /// The value is where a knob with ends stands.
        case absolute
        /// The value is whether it is down.
        case button
    }

    package var input: String
    package var button: String?
    package var form: Form
    package var address: String
    package var template: OSCTemplate
    /// Detents for 1 of the value.
    package var detents: Double
}
