import WheelCore
import WheelInput
import WheelModel
import WheelServer
import WheelTouch
import WheelWire

/// A panel without devices and without a daemon, which runs at the times of a recording. The panel prints the events
/// that a daemon would publish.
final class ReplayPanel: InputReceiver {
    private let settings: Settings
    private let isJSON: Bool
    private var panel: Panel
    private var changes = Changes()
    private var writer: EventWriter
    private var seq = 0
    private let start = Instant(microseconds: 0)
    private var totals: [Int]

    init(_ settings: Settings, isJSON: Bool) {
        self.settings = settings
        self.isJSON = isJSON
        panel = Panel(settings.panel)
        writer = EventWriter(NameTable(panel.instrument))
        totals = settings.panel.inputs.map { _ in 0 }
    }

    /// Plays the whole recording. Afterwards ends open gestures and interactions.
    func play(_ recording: Recording, as input: Int) {
        let replay = Replay(
            recording, as: settings.panel.inputs[input], buttonDebounce: settings.buttonDebounce, input: input,
            from: start, receiver: self)
        let end = replay.play()
        // No gesture and no `commit_after_ms` is longer than 60 s, and a button that is still held causes no further
        // events.
        let rest = end + .seconds(60)
        replay.wake(upTo: rest)
        pass(until: rest)
        panel.commitAll(at: rest, into: &changes)
        printChanges()
    }

    private func pass(until time: Instant) {
        while let due = panel.deadline, due <= time {
            panel.wake(at: due, into: &changes)
            printChanges()
        }
    }

    // MARK: Output.

    private func printChanges() {
        for change in changes.list {
            seq += 1
            printLine { line in
                writer.write(change, seq: seq, in: changes, to: &line)
                if change.hasMore { line.addMore() }
            }
        }
        changes.removeAll()
    }

    private func printEvent(_ event: Event.Content, at time: Instant) {
        seq += 1
        printLine { $0.event(event, EventStamp(seq: seq, time: time)) }
    }

    /// Writes a line as the daemon does. For the text output the line is parsed again.
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

    func receive(_ event: InputEvent, from input: Int, at time: Instant) {
        pass(until: time)
        panel.receive(event, from: input, at: time, into: &changes)
        printChanges()
        switch event {
        case .surface(let surface): arrange(surface, of: input)
        case .state(let state, let detail):
            printEvent(.inputDevice(input: settings.panel.inputs[input].name, state, detail: detail), at: time)
        case .dropped(let count):
            totals[input] += count
            printEvent(.dropped(input: settings.panel.inputs[input].name, count: count, total: totals[input]), at: time)
        default: break
        }
    }

    /// The whole surface is a wheel for the control that the input turns, as in a daemon without a display.
    private func arrange(_ surface: TouchSurfaceSize, of input: Int) {
        let size = surface.units
        panel.arrange(
            surface: input, .wheelOfFocus(size: size),
            slopPixels: settings.panel.touch.slopPixels(pixelsPerMillimetre: surface.pixelsPerMillimetre(on: size)))
    }

    func buttons(named names: [String], of input: Int) -> [Int] {
        let buttons = names.map { name in panel.prepare { $0.button(named: name, of: input) } }
        writer = EventWriter(NameTable(panel.instrument))
        return buttons
    }
}
