import LinuxSystem
import WheelCore
import WheelScene
import WheelWire

/// The newest events as short texts, and the strip that shows them beside the view.
struct EventStrip {
    struct Line: Equatable {
        var time: String
        var name: String
        var text: String
    }

    private(set) var lines: [Line] = []
    private var newest = Newest.other
    /// The command that shows events in another terminal.
    var elsewhere = ""

    /// What the newest lines show: the value of a control that moves, a value and its commit, or another event.
    private enum Newest: Equatable {
        case moved(String)
        case committed(String, Instant)
        case other
    }

    /// If a control gets a new value within this time after its commit, the line of the new value replaces the lines of
    /// the previous value and of its commit.
    private static let pause = Interval.milliseconds(250)
    /// The maximum number of lines.
    private static let most = 200

    /// Records an event. `mirror` must have applied the event already. `realtimeAhead` is how many microseconds the
    /// wall clock is ahead of the events' clock.
    ///
    /// While a control moves, the line of each new value replaces the line of the value before. While a client sets a
    /// control repeatedly, the lines of a new value and its commit replace the lines of the previous value and commit.
    /// If each value had a new line, a turn would push the lines of all other events out of the strip, and each detent
    /// would send all rows to the terminal, even over a slow connection.
    mutating func record(_ event: Event, _ mirror: PanelMirror, realtimeAhead: Int64) {
        guard let (name, text) = EventStrip.words(event.content, mirror) else { return }
        switch event.content {
        case .value(let value):
            if case .committed(value.control, let time) = newest, event.time - time < EventStrip.pause {
                lines.removeLast()
                newest = .moved(value.control)
            }
            if newest == .moved(value.control) { lines.removeLast() }
            newest = .moved(value.control)
        case .commit(let control, _, _, _):
            newest = newest == .moved(control) ? .committed(control, event.time) : .other
        default: newest = .other
        }
        let time = LocalTime(realtimeMicroseconds: event.time.microseconds + realtimeAhead)
        lines.append(Line(time: time.clock, name: name, text: text))
        if lines.count > EventStrip.most { lines.removeFirst(lines.count - EventStrip.most) }
    }

    /// The name of the event, as on the socket, and its text; `nil` for events that the strip does not show.
    static func words(_ event: Event.Content, _ mirror: PanelMirror) -> (name: String, text: String)? {
        func value(_ control: String) -> String { "\(control) \(mirror.control(control)?.text ?? "")" }
        switch event {
        case .value(let event): return ("value", value(event.control))
        case .commit(let control, _, _, _): return ("commit", value(control))
        case .pending(let control, let pending, _, let text):
            return ("pending", "\(control) \(pending.map { text ?? $0.json } ?? "none")")
        case .speed(let control, let speed): return ("speed", "\(control) \(speed)")
        case .limit(let control, let end): return ("limit", "\(control) \(end.rawValue)")
        case .press(let input, _, let gesture, let isInitial):
            return isInitial ? nil : ("press", "\(input) \(gesture.rawValue)")
        case .focus(let input, let control): return ("focus", "\(input) \(control)")
        case .page(let page): return ("page", page)
        case .lock(let isLocked, let control):
            return ("lock", "\(control ?? "panel") \(isLocked ? "locked" : "unlocked")")
        case .ramp(let control, let progress): return ("ramp", "\(control) \(progress.state.rawValue)")
        case .preset(let preset, let use): return ("preset", "\(preset) \(use.rawValue)")
        case .inputDevice(let name, let state, _), .display(let name, let state, _):
            return ("device", "\(name) \(state.rawValue)")
        case .missed(let count): return ("missed", "\(count)")
        case .terse, .frame, .view, .dropped, .controls, .definition, .raw: return nil
        }
    }

    // MARK: The strip.

    func grid(_ box: CellBox, _ alphabet: CellAlphabet) -> CellGrid {
        var grid = CellGrid(columns: box.columns, rows: box.rows)
        for row in 0..<box.rows { grid.put("│", column: 0, row: row, CellStyle(.outline)) }
        let left = 2
        let room = box.columns - 3
        let end = grid.put("Events", column: left, row: 0, CellStyle(.text, isBold: true))
        grid.put("e hides them", column: end + 2, row: 0, CellStyle(.secondary))
        let command = command(room: room, rows: box.rows)
        let count = max(0, box.rows - 2 - (command.isEmpty ? 0 : command.count + 1))
        for (number, event) in lines.suffix(count).enumerated() {
            let row = 2 + number
            let time = grid.put(event.time, column: left, row: row, CellStyle(.secondary))
            let name = grid.put(event.name, column: time + 1, row: row, CellStyle(.secondary))
            let column = max(name, time + 1 + 6) + 1
            let text = alphabet.spelling(of: event.text).cut(to: left + room - column)
            grid.put(text, column: column, row: row, CellStyle(.text))
        }
        for (number, parts) in command.enumerated() {
            var column = left
            for (text, ink) in parts {
                column = grid.put(text, column: column, row: box.rows - command.count + number, CellStyle(ink))
            }
        }
        grid.spell(in: alphabet)
        return grid
    }

    /// The rows of the command that shows events in another terminal. The command is meant to be copied, so it is
    /// complete or absent: a command that is too long for a row continues in the next row.
    private func command(room: Int, rows: Int) -> [[(text: String, ink: CellColor)]] {
        guard !elsewhere.isEmpty, room > 0 else { return [] }
        let word = "elsewhere: "
        var lines: [[(text: String, ink: CellColor)]] = [[(word, .secondary)]]
        if word.cellCount + elsewhere.cellCount <= room {
            lines[0].append((elsewhere, .hand))
        } else {
            lines += elsewhere.wrapped(to: room).map { [($0, .hand)] }
        }
        // If there is little room, the command is left out, because the newest events are more important.
        return lines.count + 4 < rows ? lines : []
    }
}

extension LocalTime {
    /// `14:02:10.123`
    var clock: String {
        let milliseconds = microsecond / 1000
        return "\(clockToSeconds).\(String(1000 + milliseconds).dropFirst())"
    }

    /// `14:02:10`
    var clockToSeconds: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(hour)):\(two(minute)):\(two(second))"
    }
}

extension String {
    /// Splits the text into rows of at most this many cells. A row ends at a space, or inside a word that is longer
    /// than a row.
    fileprivate func wrapped(to columns: Int) -> [String] {
        var rows: [String] = []
        var row = ""
        for word in split(separator: " ") {
            let isLong = word.count > columns
            if !row.isEmpty, isLong ? row.cellCount + 2 > columns : row.cellCount + 1 + word.count > columns {
                rows.append(row)
                row = ""
            }
            if !row.isEmpty { row.append(" ") }
            for character in word {
                if row.cellCount + character.cellCount > columns {
                    rows.append(row)
                    row = ""
                }
                row.append(character)
            }
        }
        return row.isEmpty ? rows : rows + [row]
    }
}
