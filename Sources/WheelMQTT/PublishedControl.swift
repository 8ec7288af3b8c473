import WheelCore
import WheelWire

/// One control, and what the broker has of it: three retained messages, each of which is sent when it differs. A value waits until
/// `interval` after the one before, so that the values of a turn are coalesced; a commit does not wait.
struct PublishedControl {
    var control: ControlState
    var isPanelLocked: Bool
    /// What the broker has; `nil`: nothing, or perhaps something older.
    private var sentValue: ControlValue?
    private var sentSpeed: String?
    private var sentState: State?
    /// The next value is not sent before.
    private var rest = Instant.distantPast
    var isDue = true

    enum State: String, CaseIterable {
        /// Somebody moves it; a commit will follow.
        case editing
        case ramping
        case locked
        case idle
    }

    init(_ control: ControlState, isPanelLocked: Bool) {
        self.control = control
        self.isPanelLocked = isPanelLocked
    }

    /// The broker is another one, or has forgotten everything.
    mutating func resetBroker() {
        sentValue = nil
        sentSpeed = nil
        sentState = nil
        rest = .distantPast
        isDue = true
    }

    /// The value must be published, also if it is the same.
    mutating func repeatValue() {
        sentValue = nil
        isDue = true
    }

    private var state: State {
        if control.isEditing { return .editing }
        if control.ramp?.state == .running || control.ramp?.state == .paused { return .ramping }
        return control.isLocked || isPanelLocked ? .locked : .idle
    }

    /// Sends what is due. `send` returns whether there was room.
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

    /// Sends the value at once: its commit follows.
    mutating func hurry() { rest = .distantPast }

    var deadline: Instant? { isDue ? rest : nil }
}
