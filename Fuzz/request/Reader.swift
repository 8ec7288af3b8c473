import WheelCore
import WheelModel
import WheelWire

/// A client that reads all output and derives the state of each control from the events alone.
struct Reader {
    private var controls: [String: ControlState]
    private var seq = 0

    /// Begins with the known state of all controls.
    init(_ controls: [ControlState]) {
        self.controls = Dictionary(uniqueKeysWithValues: controls.map { ($0.name, $0) })
    }

    /// Reads a line with an event.
    mutating func read(_ line: borrowing LineBuffer, seq: Int) -> Event {
        let event = Reader.event(line)
        precondition(event.seq == self.seq + 1 && event.seq == seq, "seq \(event.seq) after \(self.seq)")
        self.seq = event.seq
        switch event.content {
        case .value(let value):
            record(value.control) { state in
                // The speed of the move, which may differ from the control's current speed.
                precondition(state.speeds.contains(value.speed), "at a speed that it does not have: \(value)")
                state.value = value.value
                state.cursor = value.cursor
                state.rotations = value.rotations
                state.isEditing = true
            }
        case .commit(let control, let value, let cursor, _):
            record(control) { state in
                precondition(state.isEditing, "\(control): a commit without a value")
                precondition(value == state.value, "\(control): commits \(value) after \(state.value)")
                precondition(cursor == state.cursor, "\(control): commits another cursor")
                state.isEditing = false
            }
        case .speed(let control, let speed): record(control) { $0.speed = speed }
        case .pending(let control, let value, _, _): record(control) { $0.pending = value }
        case .lock(let isLocked, let control?): record(control) { $0.isLocked = isLocked }
        case .ramp(_, let progress): Reader.check(progress)
        case .terse, .limit, .press, .focus, .page, .lock, .preset, .inputDevice, .display, .frame, .view, .dropped,
            .controls, .definition, .missed, .raw:
            break
        }
        return event
    }

    /// Compares another form of the line of the same value: with its text, or terse.
    func compare(_ event: Event, _ line: borrowing LineBuffer) {
        var other = Reader.event(line)
        switch (other.content, event.content) {
        case (.value(var value), _):
            precondition(value.text != nil, line.text)
            value.text = nil
            other.content = .value(value)
        case (.terse(let control, let value), .value(let whole)):
            precondition(control == whole.control && value == whole.value, line.text)
            (other.content, other.time) = (event.content, event.time)
        default: preconditionFailure(line.text)
        }
        precondition(other == event, "\(other) is not \(event)")
    }

    /// Reads the reply to a successful request.
    func read(_ line: borrowing LineBuffer, answering request: Request, _ id: RequestID) {
        let reply = Reader.reply(line)
        precondition(reply.id == id, line.text)
        let answer: Answer
        do throws(ReplyProblem) {
            answer = try reply.answer(to: request)
        } catch {
            preconditionFailure("\(error): \(line.text)")
        }
        switch answer {
        case .value(let value): check(value)
        case .values(let assignments, _):
            for assignment in assignments {
                precondition(assignment.value == controls[assignment.control]?.value, "\(assignment) was not told")
            }
        case .control(let state): check(state)
        case .ramp(_, let progress): Reader.check(progress)
        case .scrub(let value, let progress):
            check(value)
            Reader.check(progress)
        case .speed(let control, let speed): precondition(controls[control]?.speed == speed, line.text)
        case .listing(let listing): for state in listing.controls { check(state) }
        case .done, .page, .screenshot, .picture, .view, .stats, .clock: break
        }
    }

    /// Reads the reply to a refused request.
    func read(_ line: borrowing LineBuffer, refusing error: RequestError, _ id: RequestID?) {
        let reply = Reader.reply(line)
        precondition(reply.id == id && reply.refusal == error, line.text)
        precondition(error.message.utf8.count < 1000, line.text)
    }

    // MARK: Expectations

    private func check(_ state: ControlState) {
        guard var known = controls[state.name] else { return }
        // A client cannot know the text and the fraction: the text is derived from the value, and no event contains a
        // ramp's fraction.
        known.text = state.text
        known.ramp = state.ramp
        precondition(known == state, "told \(known), and get says \(state)")
        if let ramp = state.ramp { Reader.check(ramp) }
    }

    private func check(_ answer: ValueAnswer) {
        let known = controls[answer.control]
        precondition(answer.value == known?.value, "\(answer), and the last event said \(String(describing: known))")
        precondition(answer.cursor == known?.cursor, "\(answer) has another cursor than the last event")
    }

    private static func check(_ progress: RampProgress) {
        precondition((0...1).contains(progress.fraction), "\(progress)")
    }

    private mutating func record(_ control: String, _ change: (inout ControlState) -> Void) {
        guard controls[control] != nil else { preconditionFailure("an event about \(control)") }
        change(&controls[control, default: Reader.nothing])
    }

    /// This value is never used, since every changed control exists.
    private static let nothing = ControlState()

    // MARK: Lines

    private static func event(_ line: borrowing LineBuffer) -> Event {
        guard case .event(let event) = serverLine(line) else { preconditionFailure(line.text) }
        return event
    }

    private static func reply(_ line: borrowing LineBuffer) -> Reply {
        guard case .reply(let reply) = serverLine(line) else { preconditionFailure(line.text) }
        return reply
    }

    private static func serverLine(_ line: borrowing LineBuffer) -> ServerLine {
        let end = line.withUnsafeBytes { $0.firstIndex(of: UInt8(ascii: "\n")) }
        precondition(end == line.count - 1, line.text)
        do {
            return try line.withUnsafeBytes { try ServerLine($0) }
        } catch {
            preconditionFailure("\(error): \(line.text)")
        }
    }
}
