import LinuxSystem
import WheelCore
import WheelModel
import WheelScene

/// The events beside the page of a terminal: the newest changes as short texts.
struct TerminalEvents {
    private(set) var lines: [CellEvent] = []
    /// The newest changes that are no lines yet. It is full from `most` on, and then begins at `first`.
    private var notes: [Change] = []
    private var first = 0
    private var newest = Newest.other

    /// What the last lines are.
    private enum Newest: Equatable {
        /// The value of a control.
        case moved(String)
        /// The value of a control, and its commit.
        case committed(String, Instant)
        case other
    }

    /// What follows a commit within this time is the same to an eye.
    private static let pause = Interval.milliseconds(250)
    /// A terminal has no more rows.
    private static let most = 200

    var hasNotes: Bool { !notes.isEmpty }

    /// Notes a change, without memory: its text is made when it is shown. Returns whether it has what is chosen in a selection.
    mutating func record(_ change: Change) -> Bool {
        // The first time alone.
        notes.reserveCapacity(TerminalEvents.most)
        if notes.count < TerminalEvents.most {
            notes.append(change)
        } else {
            notes[first] = change
            first = (first + 1) % TerminalEvents.most
        }
        return change.event.reading?.isSelection ?? false
    }

    /// Makes lines of what was noted. `panel` is the one that has changed, so that the indices are its own.
    mutating func write(of panel: Instrument, realtimeAhead: Int64) {
        for change in notes[first...] + notes[..<first] {
            guard let (name, text) = TerminalEvents.words(change.event, panel) else { continue }
            let time = LocalTime(realtimeMicroseconds: change.time.microseconds + realtimeAhead)
            let line = CellEvent(time: TerminalEvents.clock(time), name: name, text: text)
            append(line, for: change, of: panel)
        }
        notes.removeAll(keepingCapacity: true)
        first = 0
        if lines.count > TerminalEvents.most { lines.removeFirst(lines.count - TerminalEvents.most) }
    }

    /// A control that moves on keeps its line, and one that a client sets again and again its two. A turn would push all
    /// other events out, and a slow line would carry all rows for each detent.
    private mutating func append(_ line: CellEvent, for change: Change, of panel: Instrument) {
        func name(_ control: Int) -> String { panel.settings.controls[control].name }
        switch change.event {
        case .value(let value):
            if case .committed(let control, let time) = newest, control == name(value.control),
                change.time - time < TerminalEvents.pause
            {
                lines.removeLast()
                newest = .moved(name(value.control))
            }
            if newest == .moved(name(value.control)) { lines.removeLast() }
            newest = .moved(name(value.control))
        case .commit(let control, _, _):
            newest = newest == .moved(name(control)) ? .committed(name(control), change.time) : .other
        case .pending, .speed, .limit, .press, .focus, .page, .lock, .ramp, .preset: newest = .other
        }
        lines.append(line)
    }

    private static func clock(_ time: LocalTime) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let milliseconds = time.microsecond / 1000
        let fraction = String(1000 + milliseconds).dropFirst()
        return "\(two(time.hour)):\(two(time.minute)):\(two(time.second)).\(fraction)"
    }

    /// The name of the event, as on the socket, and what it says.
    private static func words(_ event: Change.Event, _ panel: Instrument) -> (name: String, text: String)? {
        let settings = panel.settings
        func value(_ control: Int, _ reading: Reading) -> String {
            "\(settings.controls[control].name) \(panel.controls[control].text(of: reading))"
        }
        switch event {
        case .value(let change): return ("value", value(change.control, change.reading))
        case .commit(let control, let reading, _): return ("commit", value(control, reading))
        case .pending(let control, let reading, _, _):
            return ("pending", reading.map { value(control, $0) } ?? "\(settings.controls[control].name) none")
        case .speed(let control, let speed):
            let control = settings.controls[control]
            return ("speed", "\(control.name) \(control.speeds[speed].name)")
        case .limit(let control, let end, _): return ("limit", "\(settings.controls[control].name) \(end.rawValue)")
        case .press(let input, _, let gesture, let isInitial):
            return isInitial ? nil : ("press", "\(settings.inputs[input].name) \(gesture.rawValue)")
        case .focus(let input, let control):
            return ("focus", "\(settings.inputs[input].name) \(settings.controls[control].name)")
        case .page(let page): return ("page", settings.pages[page].name)
        case .lock(let isLocked, let control):
            let what = control.map { settings.controls[$0].name } ?? "panel"
            return ("lock", "\(what) \(isLocked ? "locked" : "unlocked")")
        case .ramp(let control, let state, _): return ("ramp", "\(settings.controls[control].name) \(state.rawValue)")
        case .preset(let preset, let use): return ("preset", "\(settings.presets[preset].name) \(use.rawValue)")
        }
    }
}

extension Change.Event {
    /// The reading of a control that the event tells.
    fileprivate var reading: Reading? {
        switch self {
        case .value(let change): change.reading
        case .commit(_, let reading, _): reading
        case .pending(_, let reading, _, _): reading
        case .speed, .limit, .press, .focus, .page, .lock, .ramp, .preset: nil
        }
    }
}

extension Reading {
    fileprivate var isSelection: Bool {
        if case .selection = self { true } else { false }
    }
}
