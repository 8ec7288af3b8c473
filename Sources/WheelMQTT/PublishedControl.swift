import WheelCore
import WheelModel
import WheelWire

/// One control, and what the broker has of it.
struct PublishedControl {
    private(set) var control: ControlState
    private var value: ControlValue
    private var isRamping: Bool
    private var isPanelLocked: Bool
    /// What the broker has; `nil`: nothing, or something older.
    private var sentValue: ControlValue?
    private var sentSpeed: String?
    private var sentState: State?
    /// The next value is not sent before.
    private var rest = Instant.distantPast
    /// Whether anything may have to be sent.
    private(set) var isDue = true

    /// What happens to the control.
    enum State: String, CaseIterable {
        /// Somebody moves it; a commit will follow.
        case editing
        case ramping
        /// Hands are kept from it.
        case locked
        case idle
    }

    init(_ control: ControlState, isPanelLocked: Bool) {
        self.control = control
        value = control.value
        isRamping = PublishedControl.isRamping(control.ramp)
        self.isPanelLocked = isPanelLocked
    }

    private static func isRamping(_ ramp: RampProgress?) -> Bool { ramp?.state == .running || ramp?.state == .paused }

    /// The control as the daemon describes it now.
    mutating func update(_ control: ControlState, isPanelLocked: Bool) {
        self.control = control
        value = control.value
        isRamping = PublishedControl.isRamping(control.ramp)
        self.isPanelLocked = isPanelLocked
        isDue = true
    }

    mutating func consume(_ value: ControlValue, isEditing: Bool) {
        self.value = value
        control.isEditing = isEditing
        isDue = true
    }

    mutating func consume(speed: String) {
        control.speed = speed
        isDue = true
    }

    mutating func consume(_ ramp: RampProgress) {
        isRamping = PublishedControl.isRamping(ramp)
        isDue = true
    }

    mutating func updateLock(_ isLocked: Bool, ofPanel: Bool) {
        if ofPanel { isPanelLocked = isLocked } else { control.isLocked = isLocked }
        isDue = true
    }

    /// The broker is another one, or has forgotten everything.
    mutating func resetBroker() {
        sentValue = nil
        sentSpeed = nil
        sentState = nil
        rest = .distantPast
        isDue = true
    }

    /// Somebody wants to know the value, also if it is the same.
    mutating func repeatValue() {
        sentValue = nil
        isDue = true
    }

    private var state: State {
        if control.isEditing { return .editing }
        if isRamping { return .ramping }
        return control.isLocked || isPanelLocked ? .locked : .idle
    }

    /// Sends what is due. `send` returns whether there was room.
    mutating func send(
        at now: Instant, interval: Interval, _ topics: MQTTTopics, _ send: (MQTTMessage) -> Bool
    ) -> Bool {
        guard isDue else { return true }
        if value != sentValue, now >= rest {
            guard send(MQTTMessage(topics.value(control.name), MQTTText.text(of: value), isRetained: true)) else {
                return false
            }
            sentValue = value
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
        isDue = value != sentValue
        return true
    }

    /// Sends the value at once: its commit follows.
    mutating func hurry() { rest = .distantPast }

    /// When something is due although nothing happens.
    var deadline: Instant? { isDue ? rest : nil }
}
