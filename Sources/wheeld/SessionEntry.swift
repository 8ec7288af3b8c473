import WheelCore
import WheelInput
import WheelModel
import WheelTouch
import WheelWire

/// Something that has entered the instrument from outside: a line of a session's recording (docs/recordings.md).
///
/// The same entries at the same times, in the same order, cause the same events. So an entry has everything on which
/// its effect depends and that the daemon does not derive from earlier entries. For example, a `feed` of a client is no
/// entry, but the events of the input that it makes are.
///
///     8215.402113 input 0 turned 120
///     8215.402190 client 3 {"op":"set","control":"gain","value":-6}
///     8215.802113 wake
enum SessionEntry: Equatable {
    /// `onlyLights`: the event has lit a dark display, and has no other effect.
    case input(Int, InputEvent, onlyLights: Bool)
    /// The names of the buttons of a device that is being attached.
    case buttons([String], input: Int)
    /// A device is closed, because the configuration that is read next does not have it.
    case closed(input: Int)
    case layout(TouchLayout, input: Int, slopPixels: Double)
    /// A request that the panel performs.
    case request(Request, Asker)
    /// Work of the panel was due.
    case wake
    case left(client: Int)
    /// A `define` or an `undefine`.
    case definition(Request, client: Int)
    /// Definitions whose clients have not returned have ended.
    case definitionsEnded
    /// A reload; `nil` for the built-in settings.
    case configuration(SessionConfiguration?)
    case display(String, DeviceState, detail: String)
    /// A client has opened a view, or `nil`: the view has ended.
    case view(place: Int, client: Int?)
    /// The daemon has ended.
    case end
}

/// The text of a configuration, and the path of its file.
struct SessionConfiguration: Equatable {
    var path: String
    var text: String
}

extension SessionConfiguration {
    init(_ loaded: (bytes: [UInt8], path: String)) {
        // The bytes have been read as TOML, which is UTF-8.
        self.init(path: loaded.path, text: String(decoding: loaded.bytes, as: UTF8.self))
    }

    var loaded: (bytes: [UInt8], path: String) { (Array(text.utf8), path) }
}

extension Operation {
    /// Whether the panel performs the operation, and it changes something.
    var changesPanel: Bool {
        switch self {
        case .feed, .unfeed, .define, .undefine, .reload, .logLevel: false
        default: declaration.changes
        }
    }
}

// MARK: Writing

extension SessionEntry {
    /// `joins`: the entry before it has caused changes that belong to the same step as those of this entry.
    func line(at time: Instant, joins: Bool) -> String {
        "\(Recording.seconds(time - Instant(microseconds: 0))) \(joins ? "+ " : "")\(words)\n"
    }

    private var words: String {
        switch self {
        case .input(let input, let event, let onlyLights):
            "\(onlyLights ? "light" : "input") \(input) \(event.words)"
        case .buttons(let names, let input): "buttons \(input) \(SessionText.list(names))"
        case .closed(let input): "close \(input)"
        case .layout(let layout, let input, let slop): "layout \(input) \(slop) \(layout.words)"
        case .request(let request, .client(let client)): "client \(client) \(SessionText.json(request))"
        case .request(let request, .input(let input)): "hand \(input) \(SessionText.json(byHand: request))"
        case .wake: "wake"
        case .left(let client): "left \(client)"
        case .definition(let request, let client): "define \(client) \(SessionText.json(request))"
        case .definitionsEnded: "undefine"
        case .configuration(let text): "reload \(SessionText.list(text.map { [$0.path, $0.text] } ?? []))"
        case .display(let name, let state, let detail): "display \(SessionText.list([name, state.rawValue, detail]))"
        case .view(let place, let client): "view \(place) \(client.map(String.init) ?? "-")"
        case .end: "end"
        }
    }
}

extension InputEvent {
    fileprivate var words: String {
        switch self {
        case .turned(let units, let detents): "turned \(units)" + (detents.map { " \($0)" } ?? "")
        case .moved(let start, let end): "moved \(start.map { "\($0)" } ?? "-") \(end)"
        case .pressed(let button): "pressed \(button)"
        case .released(let button): "released \(button)"
        case .settling(let button, let isSettling): "settling \(button) \(isSettling ? 1 : 0)"
        case .level(let button, let isDown): "level \(button) \(isDown ? 1 : 0)"
        case .touched(let contacts):
            "touched"
                + contacts.map { " \($0.id) \($0.position.x) \($0.position.y) \($0.isPalm ? 1 : 0)" }.joined()
        case .touchesCancelled: "cancelled"
        case .surface(let size):
            "surface \(size.units.width) \(size.units.height)"
                + (size.millimetres.map { " \($0.width) \($0.height)" } ?? "")
        case .state(let state, let detail): "state \(SessionText.list([state.rawValue, detail]))"
        case .dropped(let count): "dropped \(count)"
        case .merged(let count): "merged \(count)"
        case .raw(let code, let value): "raw \(value) \(SessionText.list([code]))"
        }
    }
}

/// Parts of an entry that are JSON.
enum SessionText {
    static func list(_ texts: [String]) -> String { ControlValue.positions(texts).json }

    static func json(_ request: Request) -> String {
        var line = LineBuffer()
        request.write(to: &line)
        return String(line.text.dropLast())
    }

    /// A request by a hand is written as a client sends it to a view. It then may omit members.
    static func json(byHand request: Request) -> String {
        var request = request
        request["toggles"] = nil
        request["view"] = .text("-")
        return json(request)
    }
}

// MARK: Reading

/// Why a recording cannot be replayed.
struct SessionProblem: Error, Equatable {
    /// Counted from 1; 0 before it is known.
    var line = 0
    var message: String

    init(_ message: String) { self.message = message }
}

extension SessionEntry {
    /// Reads the words after the time. Indices are checked with the instrument that the entry enters.
    init(_ words: inout SessionWords, _ instrument: Instrument) throws(SessionProblem) {
        let kind = try words.word("what has happened")
        let inputs = instrument.settings.inputs.count
        let clients = 0...Int(Int32.max)
        switch kind {
        case "input", "light":
            let input = try words.index(inputs)
            self = .input(input, try InputEvent(&words, of: input, instrument), onlyLights: kind == "light")
        case "buttons":
            let input = try words.index(inputs)
            self = .buttons(try words.list(0...1000), input: input)
        case "close": self = .closed(input: try words.index(inputs))
        case "layout":
            let input = try words.index(inputs)
            let slop = try words.number()
            self = .layout(try TouchLayout(&words, instrument.settings), input: input, slopPixels: slop)
        case "client":
            let client = try words.integer(clients)
            self = .request(try words.request { $0.changesPanel }, .client(client))
        case "hand":
            let input = try words.index(inputs)
            var request = try words.request { $0.changesPanel }
            guard request["view"] != nil else { throw SessionProblem("the request of a hand needs a 'view'") }
            request["view"] = nil
            if request.operation == .lock, request["locked"] == nil { request["toggles"] = .flag(true) }
            self = .request(request, .input(input))
        case "wake": self = .wake
        case "left": self = .left(client: try words.integer(clients))
        case "define":
            let client = try words.integer(clients)
            self = .definition(try words.request { $0 == .define || $0 == .undefine }, client: client)
        case "undefine": self = .definitionsEnded
        case "reload": self = .configuration(try words.configuration())
        case "display":
            let texts = try words.list(3...3)
            guard let state = DeviceState(rawValue: texts[1]) else {
                throw SessionProblem("'\(texts[1].clipped)' is no state of a display")
            }
            self = .display(texts[0], state, detail: texts[2])
        case "view":
            let place = try words.index(Budget.views)
            let client = try words.ifAny { words throws(SessionProblem) in try words.integer(clients) }
            self = .view(place: place, client: client)
        case "end": self = .end
        default: throw SessionProblem("'\(String(kind).clipped)' is unknown to this version of wheeld")
        }
        try words.end()
    }
}

extension InputEvent {
    fileprivate init(_ words: inout SessionWords, of input: Int, _ instrument: Instrument) throws(SessionProblem) {
        let counts = 0...Int(UInt32.max)
        func knownButton(_ words: inout SessionWords) throws(SessionProblem) -> Int {
            try words.index(instrument.buttonNames(of: input).count)
        }
        let kind = try words.word("the event")
        switch kind {
        case "turned":
            let units = try words.integer(-1 << 40...1 << 40)
            self = try .turned(units: units, detents: words.isOver ? nil : words.integer(1...1_000_000))
        case "moved":
            let start = try words.ifAny { words throws(SessionProblem) in try words.fraction() }
            self = .moved(from: start, to: try words.fraction())
        case "pressed": self = .pressed(button: try knownButton(&words))
        case "released": self = .released(button: try knownButton(&words))
        case "settling":
            let button = try knownButton(&words)
            self = .settling(button: button, try words.flag())
        case "level":
            let button = try knownButton(&words)
            self = .level(button: button, isDown: try words.flag())
        case "touched":
            var contacts: [TouchContact] = []
            while !words.isOver {
                let id = try words.integer(Int(Int32.min)...Int(Int32.max))
                guard !contacts.contains(where: { $0.id == id }) else { throw SessionProblem("a finger occurs twice") }
                guard contacts.count < 1000 else { throw SessionProblem("there are more than 1000 fingers") }
                let position = try words.point()
                contacts.append(TouchContact(id: id, position: position, isPalm: try words.flag()))
            }
            self = .touched(contacts)
        case "cancelled": self = .touchesCancelled
        case "surface":
            let units = try words.size()
            self = try .surface(TouchSurfaceSize(units: units, millimetres: words.isOver ? nil : words.size()))
        case "state":
            let texts = try words.list(2...2)
            guard let state = DeviceState(rawValue: texts[0]) else {
                throw SessionProblem("'\(texts[0].clipped)' is no state of a device")
            }
            self = .state(state, detail: texts[1])
        case "dropped": self = .dropped(count: try words.integer(counts))
        case "merged": self = .merged(count: try words.integer(counts))
        case "raw":
            let value = try words.integer(Int(Int32.min)...Int(UInt32.max))
            self = .raw(code: try words.list(1...1)[0], value: value)
        default: throw SessionProblem("'\(String(kind).clipped)' is no event of an input")
        }
    }
}
