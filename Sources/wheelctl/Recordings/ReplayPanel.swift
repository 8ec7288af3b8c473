import WheelGeometry
import WheelInput
import WheelModel
import WheelProtocol
import WheelSettings

/// A panel that a recording plays on, at the recording's own time. Prints the events that the daemon would publish.
final class ReplayPanel: InputReceiver {
    private let settings: Settings
    private let isJSON: Bool
    private var panel: Panel
    private var changes = Moment()
    private var writer: EventWriter
    private var seq = 0
    private let start = Instant(microseconds: 0)
    private var totals: [Int]

    init(_ settings: Settings, isJSON: Bool) {
        self.settings = settings
        self.isJSON = isJSON
        panel = Panel(settings.panel)
        writer = EventWriter(NameTable(panel))
        totals = settings.inputs.map { _ in 0 }
    }

    /// Plays the whole recording, then lets open gestures and interactions end.
    func play(_ recording: Recording, as input: Int) {
        let replay = Replay(
            recording, as: settings.inputs[input].source, panelInput: settings.panel.inputs[input], input: input,
            from: start, receiver: self)
        let end = replay.play()
        // Longer than any gesture or timeout lasts. A button that is still held does not repeat.
        let rest = end + .seconds(60)
        replay.wake(upTo: rest)
        pass(until: rest)
        panel.commitAll(at: rest, into: &changes)
        printChanges()
    }

    /// Performs the timeouts that are due by then, each at its own time.
    private func pass(until time: Instant) {
        while let due = panel.deadline, due <= time {
            panel.wake(at: due, into: &changes)
            printChanges()
        }
    }

    private func change(at time: Instant, _ body: (inout Panel, inout Moment) -> Void) {
        pass(until: time)
        body(&panel, &changes)
        printChanges()
    }

    // MARK: Output.

    private func printChanges() {
        for change in changes.changes {
            seq += 1
            printLine { writer.write(change, seq: seq, in: changes, to: &$0) }
        }
        changes.removeAll()
    }

    private func printEvent(at time: Instant, _ write: (EventStamp, inout LineBuffer) -> Void) {
        seq += 1
        let stamp = EventStamp(seq: seq, time: time)
        printLine { write(stamp, &$0) }
    }

    /// Writes the daemon's line. Without --json it is parsed again and printed as text.
    private func printLine(_ write: (inout LineBuffer) -> Void) {
        var line = LineBuffer()
        write(&line)
        if isJSON {
            return Output.json(line.withUnsafeBytes { String(decoding: $0.dropLast(), as: UTF8.self) })
        }
        let event = line.withUnsafeBytes { bytes in try? ServerLine(bytes) }
        if case .event(let event) = event {
            Output.line("\(Recording.seconds(event.time - start)) \(event.content.words)")
        }
    }

    // MARK: InputReceiver

    func turned(input: Int, units: Int, at time: Instant) {
        change(at: time) { $0.turn(input, by: units, at: time, into: &$1) }
    }

    func pressed(input: Int, button: Int, at time: Instant) {
        change(at: time) { $0.press(input, button: button, at: time, into: &$1) }
    }

    func released(input: Int, button: Int, at time: Instant) {
        change(at: time) { $0.release(input, button: button, at: time, into: &$1) }
    }

    func touched(input: Int, contacts: [TouchContact], at time: Instant) {
        change(at: time) { $0.touch(surface: input, contacts: contacts, at: time, into: &$1) }
    }

    func touchesCancelled(input: Int, at time: Instant) {
        change(at: time) { $0.cancelTouches(surface: input, at: time, into: &$1) }
    }

    /// The whole surface is a wheel for the input's control, as in a daemon without a display.
    func surfaceChanged(input: Int, _ surface: TouchSurfaceSize, at time: Instant) {
        let size = surface.units
        panel.arrange(
            surface: input, .wheelOfFocus(size: size),
            slopPixels: settings.panel.touch.slopPixels(pixelsPerMillimetre: surface.pixelsPerMillimetre(on: size)))
    }

    func stateChanged(input: Int, _ state: InputDeviceState, detail: String, at time: Instant) {
        if state == .lost { change(at: time) { $0.detach(input, at: time, into: &$1) } }
        guard let told = DeviceState(rawValue: state.rawValue) else { return }
        printEvent(at: time) { writer.device(.input(input), told, detail: detail, $0, to: &$1) }
    }

    func dropped(input: Int, count: Int, at time: Instant) {
        pass(until: time)
        totals[input] += count
        printEvent(at: time) { writer.dropped(input: input, count: count, total: totals[input], $0, to: &$1) }
    }

    func raw(input: Int, code: String, value: Int, at time: Instant) {}

    func button(named name: String, of input: Int) -> Int {
        let button = panel.button(named: name, of: input)
        writer = EventWriter(NameTable(panel))
        return button
    }
}
