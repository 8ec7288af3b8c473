import WheelCore
import WheelWire

/// One control and its three retained messages at the broker. Each message is sent when it differs from the one that
/// the broker has. A value is sent at least `interval` after the previous one, so that the values of a turn are
/// coalesced. The value of a commit does not wait.
struct PublishedControl {
    var control: ControlState
    var isPanelLocked: Bool
    /// The value that the broker has; `nil` if unknown.
    private var sentValue: ControlValue?
    private var sentSpeed: String?
    private var sentState: State?
    /// The next value is not sent before this time.
    private var rest = Instant.distantPast
    var isDue = true

    enum State: String, CaseIterable {
        /// An interaction is open; a commit will follow.
        case editing
        case ramping
        case locked
        case idle
    }

    init(_ control: ControlState, isPanelLocked: Bool) {
        self.control = control
        self.isPanelLocked = isPanelLocked
    }

    /// Forgets what the broker has, so that all messages are sent again.
    mutating func resetBroker() {
        sentValue = nil
        sentSpeed = nil
        sentState = nil
        rest = .distantPast
        isDue = true
    }

    /// Causes the value to be published again, even if it has not changed.
    mutating func repeatValue() {
        sentValue = nil
        isDue = true
    }

    private var state: State {
        if control.isEditing { return .editing }
        if control.ramp?.state == .running || control.ramp?.state == .paused { return .ramping }
        return control.isLocked || isPanelLocked ? .locked : .idle
    }

    /// Sends the messages that are due. `send` and this method return whether the connection had room.
    mutating func send(
        at now: Instant, interval: Interval, _ topics: MQTTTopics, _ send: (MQTTMessage) -> Bool
    ) -> Bool {
        guard isDue else { return true }
        if control.value != sentValue, now >= rest {
            guard send(MQTTMessage(topics.value(control.name), MQTTText.text(of: control.value), isRetained: true))
            else {
                return false
            }
            sentValue = control.value
            rest = now + interval
        }
        if control.speed != sentSpeed {
            guard send(MQTTMessage(topics.speed(control.name), control.speed, isRetained: true)) else { return false }
            sentSpeed = control.speed
        }
        let state = state
        if state != sentState {
            guard send(MQTTMessage(topics.state(control.name), state.rawValue, isRetained: true)) else { return false }
            sentState = state
        }
        isDue = control.value != sentValue
        return true
    }

    /// Lets the value be sent without a pause, because it is the value of a commit.
    mutating func hurry() { rest = .distantPast }

    var deadline: Instant? { isDue ? rest : nil }
}
