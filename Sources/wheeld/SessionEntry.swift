import WheelCore
import WheelInput
import WheelModel
import WheelTouch
import WheelWire

/// Something that has entered the instrument from outside: a line of a session's recording (docs/recordings.md).
///
/// The same entries at the same times, in the same order, cause the same events. So an entry has everything on which
/// its effect depends and that the daemon does not derive from earlier entries. For example, a `feed` of a client is
/// not an entry, but the resulting events of the input are.
///
///     8215.402113 turned 0 120
///     8215.402190 client 3 {"op":"set","control":"gain","value":-6}
///     8215.802113 wake
enum SessionEntry {
    /// `onlyLights`: the event has lit a dark display, and has no other effect.
    case input(Int, InputEvent, onlyLights: Bool)
    /// The names of the buttons of a device that is being attached.
    case buttons([String], input: Int)
    /// A device is closed, because the configuration of the reload that follows does not have it.
    case closed(input: Int)
    /// A picture has another touch layout. The recording contains only the arrangement, from which a replay derives the
    /// layout.
    case layout(Arrangement, TouchLayout)
    /// A request that changes the panel, or a `define` or `undefine`.
    case request(Request, Asker)
    /// Work of the panel was due, such as the end of an interaction.
    case wake
    case left(client: Int)
    /// Definitions whose clients have not returned have ended.
    case definitionsEnded
    /// A reload, with the definitions that still fit.
    case configuration(SettingsSource.Text?, Fitting)
    case display(String, DeviceState, detail: String)
    /// A client has opened a view, or, with `nil`, the view has ended.
    case view(place: Int, client: Int?)
    /// The daemon has ended.
    case end
}

extension Operation {
    /// Whether a request enters the instrument. A reload enters as its configuration, and a `feed` as its events.
    var entersInstrument: Bool {
        switch self {
        case .feed, .unfeed, .reload, .logLevel: false
        default: declaration.changes
        }
    }
}

// MARK: Writing

extension SessionEntry {
    /// The line of this entry in a recording. `joins`: the changes of the previous entry and of this entry are
    /// published together.
    func line(at time: Instant, joins: Bool) -> String {
        "\(Recording.seconds(time - Instant(microseconds: 0))) \(joins ? "+ " : "")\(words)\n"
    }

    private var words: String {
        switch self {
        case .input(let input, let event, let onlyLights): (onlyLights ? "light " : "") + event.words(of: input)
        case .buttons(let names, let input): "buttons \(input) \(SessionLine.list(names))"
        case .closed(let input): "close \(input)"
        case .layout(let arrangement, _): arrangement.words
        case .request(let request, .client(let client)): "client \(client) \(SessionLine.json(request))"
        case .request(let request, .input(let input)): "hand \(input) \(SessionLine.json(byHand: request))"
        case .wake: "wake"
        case .left(let client): "left \(client)"
        case .definitionsEnded: "undefine"
        case .configuration(let text, _): "reload \(SessionLine.configuration(text))"
        case .display(let name, let state, let detail): "display \(SessionLine.list([state.rawValue, name, detail]))"
        case .view(let place, let client): "view \(place) \(client ?? -1)"
        case .end: "end"
        }
    }
}

extension InputEvent {
    fileprivate func words(of input: Int) -> String {
        switch self {
        case .turned(let units, let detents): "turned \(input) \(units)" + (detents.map { " \($0)" } ?? "")
        case .moved(let start, let end): "moved \(input) \(end)" + (start.map { " \($0)" } ?? "")
        case .pressed(let button): "pressed \(input) \(button)"
        case .released(let button): "released \(input) \(button)"
        case .settling(let button, let isSettling): "settling \(input) \(button) \(isSettling ? 1 : 0)"
        case .level(let button, let isDown): "level \(input) \(button) \(isDown ? 1 : 0)"
        case .touched(let contacts):
            "touched \(input)"
                + contacts.map { " \($0.id) \($0.position.x) \($0.position.y) \($0.isPalm ? 1 : 0)" }.joined()
        case .touchesCancelled: "cancelled \(input)"
        case .surface(let size):
            "surface \(input) \(size.units.words)" + (size.millimetres.map { " \($0.words)" } ?? "")
        case .state(let state, let detail): "device \(input) \(SessionLine.list([state.rawValue, detail]))"
        case .dropped(let count): "dropped \(input) \(count)"
        case .merged(let count): "merged \(input) \(count)"
        case .raw(let code, let value): "raw \(input) \(value) \(SessionLine.list([code]))"
        }
    }
}

extension Size {
    var words: String { "\(width) \(height)" }
}

// MARK: Reading

extension SessionEntry {
    /// Reads a line. `daemon` has performed all earlier entries, so it knows which indices the line may have.
    init(_ line: inout SessionLine, _ daemon: Daemon) throws(RecordingProblem) {
        let inputs = daemon.settings.panel.inputs.count
        switch line.word {
        case "buttons": self = .buttons(try line.list(0...1000), input: try line.index(inputs))
        case "close": self = .closed(input: try line.index(inputs))
        case "layout", "view-layout":
            let arrangement = try Arrangement(&line, ofView: line.word == "view-layout", daemon.settings)
            guard let layout = daemon.layout(of: arrangement, at: line.time) else {
                throw RecordingProblem(message: "this picture has no touch targets")
            }
            self = .layout(arrangement, layout)
        case "client":
            let client = try line.client()
            self = .request(try line.request { $0.entersInstrument }, .client(client))
        case "hand":
            let input = try line.index(inputs)
            self = .request(try line.requestByHand(), .input(input))
        case "wake": self = .wake
        case "left": self = .left(client: try line.client())
        case "undefine": self = .definitionsEnded
        case "reload": self = try daemon.reread(line.configuration())
        case "display":
            let (state, texts) = try line.state(of: 3)
            self = .display(texts[0], state, detail: texts[1])
        case "view":
            let place = try line.index(Budget.views)
            self = .view(place: place, client: try line.optionalIndex(Int(Int32.max)))
        case "end": self = .end
        default:
            let input = try line.index(inputs)
            let buttons = daemon.instrument.buttonNames(of: input).count
            self = .input(input, try InputEvent(&line, buttons: buttons), onlyLights: line.onlyLights)
        }
        try line.end()
    }
}

extension InputEvent {
    fileprivate init(_ line: inout SessionLine, buttons: Int) throws(RecordingProblem) {
        let counts = 0...Int(UInt32.max)
        switch line.word {
        case "turned":
            let units = try line.integer(-1 << 40...1 << 40)
            self = .turned(units: units, detents: line.hasMore ? try line.integer(1...1_000_000) : nil)
        case "moved":
            let end = try line.number(0...1)
            self = .moved(from: line.hasMore ? try line.number(0...1) : nil, to: end)
        case "pressed": self = .pressed(button: try line.index(buttons))
        case "released": self = .released(button: try line.index(buttons))
        case "settling": self = .settling(button: try line.index(buttons), try line.flag())
        case "level": self = .level(button: try line.index(buttons), isDown: try line.flag())
        case "touched":
            var contacts: [TouchContact] = []
            while line.hasMore {
                let id = try line.integer(Int(Int32.min)...Int(Int32.max))
                guard contacts.count < 1000, !contacts.contains(where: { $0.id == id }) else {
                    throw RecordingProblem(message: "a finger occurs twice, or there are more than 1000")
                }
                let position = Point(x: try line.number(), y: try line.number())
                contacts.append(TouchContact(id: id, position: position, isPalm: try line.flag()))
            }
            self = .touched(contacts)
        case "cancelled": self = .touchesCancelled
        case "surface":
            let units = try line.size()
            self = .surface(TouchSurfaceSize(units: units, millimetres: line.hasMore ? try line.size() : nil))
        case "device":
            let (state, texts) = try line.state(of: 2)
            self = .state(state, detail: texts[0])
        case "dropped": self = .dropped(count: try line.integer(counts))
        case "merged": self = .merged(count: try line.integer(counts))
        case "raw":
            let value = try line.integer(Int(Int32.min)...Int(UInt32.max))
            self = .raw(code: try line.list(1...1)[0], value: value)
        default: throw RecordingProblem(message: "'\(line.word.clipped)' is unknown to this version of wheeld")
        }
    }
}
