import WheelCore
import WheelWire

/// The output of a control whose moves are sent as steps. A fraction of a step waits for the next move: with a tick of
/// 1, two moves by 0.6 are sent as one step, and 0.2 wait.
struct RelativeOutput {
    let control: MIDIControl
    let encoding: RelativeEncoding
    /// How far the control moves for a step; `nil` while that is unknown.
    private var tick: Double?
    /// The fraction of a step that was not sent yet.
    private var rest = 0.0
    private var steps = 0
    private var notBefore = Instant.distantPast

    /// The maximum number of steps that wait. Without the limit a peer whose buffer was full for an hour would get the
    /// turns of that hour afterwards.
    private static let mostSteps = 4096
    /// The maximum number of messages that are sent at once.
    private static let mostMessages = 16

    init(_ control: MIDIControl, _ encoding: RelativeEncoding) {
        self.control = control
        self.encoding = encoding
        tick = control.tick
    }

    /// Adopts the control's state. Returns whether the control can be sent. Without a configured `tick`, a number needs
    /// a grid or a range with two ends.
    mutating func bind(to state: ControlState?) -> Bool {
        rest = 0
        guard let state else { return false }
        switch state.kind {
        case .selection: tick = nil
        case .choice: tick = control.tick ?? 1
        case .float, .int:
            let share = state.range.flatMap { $0.isFinite ? $0.span / 128 : nil }
            tick = control.tick ?? state.step ?? share
        }
        return tick != nil
    }

    mutating func add(_ delta: Double) {
        guard let tick, control.route.sends else { return }
        rest += delta / tick
        // A rounding error must not hold back a whole step.
        let whole = (rest + (rest < 0 ? -1e-9 : 1e-9)).rounded(.towardZero)
        guard whole.magnitude < Double(RelativeOutput.mostSteps) else {
            rest = 0
            steps = whole < 0 ? -RelativeOutput.mostSteps : RelativeOutput.mostSteps
            return
        }
        rest -= whole
        steps = min(max(steps + Int(whole), -RelativeOutput.mostSteps), RelativeOutput.mostSteps)
    }

    /// Sends steps that are due. `send` returns whether the receiver's buffer had room.
    mutating func send(at now: Instant, interval: Interval, _ send: (MIDIMessage) -> Bool) {
        guard steps != 0, now >= notBefore else { return }
        for _ in 0..<RelativeOutput.mostMessages where steps != 0 {
            let part = min(max(steps, -encoding.largest), encoding.largest)
            guard
                send(
                    .controller(
                        channel: control.channel, number: control.number, value: encoding.value(for: part)))
            else { break }
            steps -= part
        }
        // The pause also applies after a message for which there was no room.
        notBefore = now + max(interval, .milliseconds(1))
    }

    mutating func reset() {
        steps = 0
        rest = 0
    }

    var deadline: Instant? { steps != 0 ? notBefore : nil }
}
