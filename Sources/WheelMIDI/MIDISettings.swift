import WheelBridge
import WheelCore

package struct MIDISettings: Equatable, Sendable {
    package var name = "wheeld"
    /// The program or device to which this program connects; `nil`: other programs connect to this one.
    package var peer: String?
    package var interval = Interval.milliseconds(5)
    /// The controls to send and receive; `nil`: the controls that `MIDICore.prepare` chooses.
    package var controls: [MIDIControl]?
    package var presses: [MIDIPress] = []
    package var feeds: [MIDIFeed] = []

    package init() {}
}

package enum MIDIForm: Equatable, Sendable {
    case controller
    case controller14
    case parameter
    case notes
    case program
    case relative(RelativeEncoding)
}

/// A control and the messages for its value. Channels are numbered from 0.
package struct MIDIControl: Equatable, RouteDraft, MIDIMessageDraft {
    package var route: MirrorRoute
    package var form = MIDIForm.controller
    package var channel = 0
    package var number: Int
    /// How far the control moves for one step of a relative message.
    package var tick: Double?

    var control: String { route.control }

    /// The numbers of the controllers that are used without tables `[[midi.control]]`: first all on one channel, then
    /// all on the next. MIDI gives these numbers no fixed meaning.
    static let usualNumbers = Array(16...31) + Array(102...119)
    static let mostUsual = usualNumbers.count * 16

    /// How the control with this index is sent and received without tables `[[midi.control]]`.
    package static func usual(_ control: String, _ index: Int) -> MIDIControl {
        MIDIControl(
            route: MirrorRoute(control: control, numbers: MIDIForm.controller.numbers, mayEcho: true),
            channel: index / usualNumbers.count, number: usualNumbers[index % usualNumbers.count])
    }
}

package struct MIDIPress: Equatable, PressDraft, MIDIMessageDraft {
    package enum Form: String, CaseIterable, Sendable {
        case note, cc, program
    }

    package var trigger = PressTrigger(gesture: .down)
    package var form = Form.note
    package var channel = 0
    package var number = 0
}

/// A knob or button that sends MIDI, and the input of type `client` that it feeds.
package struct MIDIFeed: Equatable, FeedDraft, MIDIMessageDraft {
    package enum Form: Equatable, Sendable {
        case relative(RelativeEncoding)
        /// A knob with ends: the changes of its value turn the input.
        case absolute
        case note
        /// A button that sends a controller: from the value 64 on the button is down.
        case button
    }

    package var target = FeedTarget()
    package var form = Form.relative(.twosComplement)
    package var channel = 0
    package var number = 0
}
