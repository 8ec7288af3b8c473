import WheelCore

extension MQTTCore {
    package enum Complaint: Hashable, Sendable {
        case unknownControl(String)
        case unusableName(String)
        case noValue(control: String, String)
        case outside(control: String, Double)
        case oldRequest(String)
        case unreadable
        case foreignTopic(String)
        case tooManyPresses
        case missedEvents(Int)
        case missedCommits(Int)
        case noEcho
    }
}

extension MQTTCore.Complaint {
    /// Each kind is logged once, even if a peer sends many different names.
    var kind: String {
        switch self {
        case .unknownControl: "unknown"
        case .unusableName: "name"
        case .noValue: "value"
        case .outside: "outside"
        case .oldRequest: "old"
        case .unreadable: "unreadable"
        case .foreignTopic: "foreign"
        case .tooManyPresses: "presses"
        case .missedEvents: "missed"
        case .missedCommits: "commits"
        case .noEcho: "echo"
        }
    }

    var text: String {
        switch self {
        case .unknownControl(let name):
            "a message sets '\(ForeignText(name))', but the daemon has no control of this name; such messages are ignored"
        case .unusableName(let name):
            "'\(ForeignText(name))' cannot be a part of a topic; such controls are left out"
        case .noValue(let control, let text):
            "'\(ForeignText(text))' is not a value of '\(control)'; such messages are ignored"
        case .outside(let control, let number):
            "\(number) is outside the range of '\(control)'; such numbers set its nearest end, or are refused by a control with beyond = \"refuse\""
        case .oldRequest(let control):
            "a retained message sets '\(control)'; such messages are old, and are ignored"
        case .unreadable:
            "a message is too long for a value, or is not UTF-8; such messages are ignored"
        case .foreignTopic(let topic):
            "the broker sends a message of '\(ForeignText(topic))', which was not subscribed to; it is ignored"
        case .noEcho: "this program does not get its own status back: its subscriptions may not be allowed"
        case .missedEvents(let count):
            "events of the daemon arrive faster than this program reads them: the daemon has dropped \(count), which "
                + "may be presses"
        case .missedCommits(let count):
            "commits arrive faster than this program reads them: the daemon has dropped \(count)"
        case .tooManyPresses: "presses arrive faster than the broker accepts them; some are left out"
        }
    }
}
