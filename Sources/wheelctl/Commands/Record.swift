import LinuxSystem
import WheelClient
import WheelCore
import WheelModel

extension Command {
    static let record = Command(
        name: "record", summary: "records the events of an input's device, until interrupted",
        parameters: [.input, Parameter("FILE", .file)],
        options: [
            Option("--duration-s S", "end after S seconds"), .configuration,
        ],
        notes: """
            FILE gets a line of text for each event, with its time: for reading, for reports, and for replay. `-` is
            standard output. If a daemon runs and has the input, its events come through the daemon. Otherwise the device is
            opened here, as the configuration says.
            """
    ) { invocation throws(Failure) in
        let (name, path) = (invocation.words[0], invocation.words[1])
        let clock = try Stopwatch(seconds: try invocation.arguments.number("--duration-s", of: "record"))
        let opened = try daemon(try invocation.runningDaemon(), input: name)
        let (listener, index, type, place) =
            if let opened { opened } else { try device(of: name, try invocation.settings()) }
        let file = try RecordingFile(path, input: name, type: type)
        Output.note("recording \(name) (\(place)); ^C ends it")
        while !clock.isOver { try file.add(try reports(listener, within: .milliseconds(50), of: name, index)) }
        try file.add(try reports(listener, within: .zero, of: name, index))
        Output.note("\(file.count) events")
        if file.missed > 0 {
            throw Failure(
                .refused, path, "\(file.missed) events are missing",
                advice: "wheelctl read them too slowly, so that the daemon dropped them")
        }
    }

    /// An input to which this program listens. `index` is the input's index in the listener, if the listener has opened
    /// the input itself.
    private typealias Opened = (listener: RawListener, index: Int, type: String, place: String)

    /// Listens to the daemon; `nil` if no daemon runs, or if it has no such input.
    private static func daemon(_ connection: Connection?, input name: String) throws(Failure) -> Opened? {
        guard let connection, let state = connection.hello.listing.inputs.first(where: { $0.name == name }) else {
            return nil
        }
        let listener = try Failure.attempt(name) { () throws(LearningError) in
            try RawListener([], buttonDebounce: .zero, connection: connection)
        }
        return (listener, 0, state.type, "through the daemon at \(connection.socket)")
    }

    private static func device(of name: String, _ settings: Settings) throws(Failure) -> Opened {
        guard let index = settings.panel.inputs.firstIndex(where: { $0.name == name }) else {
            let names = settings.panel.inputs.map(\.name).joined(separator: ", ")
            throw Failure(
                .refused, name, "the configuration has no such input",
                advice: names.isEmpty ? "it has none" : "there are: \(names)")
        }
        Log.level = .error
        let input = settings.panel.inputs[index]
        let before = sharers(settings.panel.inputs[..<index])
        let after = sharers(settings.panel.inputs[(index + 1)...])
        let listener = try Failure.attempt(name) { () throws(LearningError) in
            try RawListener(
                before + [input] + after, buttonDebounce: settings.buttonDebounce, connection: nil)
        }
        let (state, detail) = listener.state(of: before.count)
        guard state == .attached else { throw Failure(.refused, name, detail) }
        return (listener, before.count, input.source.type, detail)
    }

    /// The inputs that may share the recorded input's device. Such inputs affect which axes and keys of the device
    /// belong to the recorded input.
    private static func sharers(_ inputs: ArraySlice<InputSettings>) -> [InputSettings] {
        inputs.compactMap { input in
            guard case .evdev(var settings) = input.source else { return nil }
            settings.grabs = false
            settings.hasHaptics = false
            var input = input
            input.source = .evdev(settings)
            return input
        }
    }

    private static func reports(
        _ listener: RawListener, within wait: Interval, of name: String, _ index: Int
    ) throws(Failure) -> [RawListener.Report] {
        let reports = try Failure.attempt(name) { () throws(LearningError) in try listener.events(within: wait) }
        return reports.filter { report in
            guard case .event(let event) = report else { return true }
            switch event.source {
            case .local(let input): return input == index
            case .daemon(let input): return input == name
            }
        }
    }
}
