import WheelClient
import WheelInput
import WheelProtocol
import WheelSettings

extension Command {
    static let record = Command(
        name: "record", summary: "writes down what an input's device says, until interrupted",
        parameters: [.input, Parameter(name: "FILE", kind: .file)],
        options: [
            Option(name: "--duration-s", value: Parameter(name: "S"), summary: "end after so many seconds"),
            ConfigurationFile.option,
        ],
        notes: """
            The file has a line for each event, with its time: a text for a person, for a report, and for replay. `-` is
            standard output. What a running daemon has is heard through it; otherwise the device is opened here, as the
            configuration says.
            """
    ) { invocation throws(Failure) in
        let (name, path) = (invocation.words[0], invocation.words[1])
        let clock = try Stopwatch(seconds: try invocation.arguments.number("--duration-s", of: "record"))
        let source: any RawSource
        if let connection = try invocation.runningDaemon(), let state = connection.input(named: name) {
            source = try DaemonRawSource(connection, state)
        } else {
            let settings = try ConfigurationFile.settings(invocation.arguments)
            source = try DeviceRawSource(name, settings)
        }
        let file = try RecordingFile(path, input: name, type: source.type)
        Output.note("recording \(name) (\(source.place)); ^C ends it")
        while !clock.isOver {
            for event in try source.events(withinMilliseconds: 50) { try file.add(event) }
        }
        for event in try source.events(withinMilliseconds: 0) { try file.add(event) }
        Output.note("\(file.count) events")
        if file.missed > 0 {
            throw Failure(
                .refused, path, "\(file.missed) events are missing",
                advice: "the daemon sent them faster than they were taken")
        }
    }
}

extension Invocation {
    /// The daemon, where one answers; a socket that was named must.
    func runningDaemon() throws(Failure) -> Connection? {
        do throws(Failure) {
            return try connection()
        } catch {
            guard error.exit == .noDaemon, !arguments.has("--socket") else { throw error }
            return nil
        }
    }
}

extension Connection {
    func input(named name: String) -> InputState? { hello.listing.inputs.first { $0.name == name } }
}
