import WheelBridge
import WheelCore

package struct OSCSettings: Equatable, Sendable {
    package var destinations: [OSCDestination] = []
    package var listen: ListeningPlace?
    package var prefix = "/wheeld"
    package var refresh = "/refresh"
    package var interval = Interval.milliseconds(5)
    package var bundles = true
    /// `nil`: the controls that `OSCCore.prepare` chooses.
    package var controls: [OSCControl]?
    package var presses: [OSCPress] = []
    package var feeds: [OSCFeed] = []

    package init() {}
}

package struct OSCControl: Equatable, RouteDraft {
    package var route: MirrorRoute
    package var address: String
    /// The arguments of a message; `nil`: only the value, in the type that suits the control's kind.
    package var template: OSCTemplate?

    var control: String { route.control }
}

package struct OSCPress: Equatable, PressDraft {
    package var trigger = PressTrigger(gesture: .down)
    package var address = ""
    package var template = OSCTemplate([.word(.int, .down)])
}

/// Messages that act as a knob or a button of the panel: an input of type `client`.
package struct OSCFeed: Equatable, FeedDraft {
    package enum Form: String, CaseIterable, Sendable {
        /// The value is how far the knob was turned.
        case turn
        /// The value is the position of a knob with ends.
        case absolute
        /// The button is down while the value is at least 0.5.
        case button
    }

    package var target = FeedTarget()
    package var form = Form.turn
    package var address = ""
    package var template = OSCTemplate.value(.float)
}
