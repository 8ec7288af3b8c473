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
package struct OSCControl: Equatable, RouteDraft {
    package var route: MirrorRoute
    package var address: String
    /// `nil`: the value, as the kind of control suggests.
    package var template: OSCTemplate?

    var control: String { route.control }
}

/// A button of the panel, and the message for it.
package struct OSCPress: Equatable, PressDraft {
    package var trigger = PressTrigger(gesture: .down)
    package var address = ""
    package var template = OSCTemplate([.word(.int, .down)])
}

/// Messages that are a knob or a button of the panel: an input of type `client`.
package struct OSCFeed: Equatable, FeedDraft {
    package enum Form: String, CaseIterable, Sendable {
        /// The value is how far it was turned.
        case turn
        /// The value is where a knob with ends stands.
        case absolute
        /// The value is whether it is down.
        case button
    }

    package var target = FeedTarget()
    package var form = Form.turn
    package var address = ""
    package var template = OSCTemplate.value(.float)
}
