import LinuxSystem
import WheelConfiguration
import WheelCore
import WheelInput
import WheelModel

extension Command {
    static let replay = Command(
        name: "replay", summary: "plays a recording of a device or of a session, and prints the events",
        parameters: [Parameter("FILE", .file)],
        options: [
            Option("--input INPUT", "play it as this input (else as the recorded one, else as the first of its type)"),
            .configuration,
        ],
        notes: """
            No device is opened and no daemon is involved. The recording plays at once, not at its own pace.
            The recording of a device (wheelctl record) plays through the configuration. Times are seconds since its
            beginning. With --json the events are lines as the daemon sends them.
            The recording of a session (wheeld --record-session), or a report that contains one, has its own
            configuration. The events of a session are always the lines that clients got.
            """
    ) { invocation throws(Failure) in
        let path = invocation.words[0]
        let text = try text(of: path)
        if text.hasPrefix("wheeld-session ") || text.hasPrefix(Report.title) { try replaySession(path, invocation) }
        let recording = try read(text, path)
        var settings = try invocation.settings()
        let index = try input(of: recording, invocation.arguments.value("--input"), &settings)
        ReplayPanel(settings, isJSON: invocation.isJSON).play(recording, as: index)
    }

    private static func text(of path: String) throws(Failure) -> String {
        do throws(Errno) {
            return String(decoding: try NamedFile.read(path, limit: 1 << 27), as: UTF8.self)
        } catch {
            throw .cannotRead(path, error)
        }
    }

    /// Replays a session with the daemon's own code: wheeld is executed in place of this process.
    private static func replaySession(_ path: String, _ invocation: Invocation) throws(Failure) -> Never {
        for option in ["--input", Option.configuration.name] where invocation.arguments.has(option) {
            throw .usage("replay", "\(option) does not go with a session, which has its own inputs and configuration")
        }
        guard let program = OtherProgram.path(ofCompanion: "wheeld") else {
            throw Failure(.refused, "replay", "wheeld is not installed", advice: "it replays sessions")
        }
        let error = OtherProgram.become(program, ["--replay-session", path])
        throw Failure(.refused, program, "cannot be started: \(error)")
    }

    private static func read(_ text: String, _ path: String) throws(Failure) -> Recording {
        do throws(RecordingProblem) {
            return try Recording(text: text)
        } catch {
            throw Failure(.refused, path, "\(error)")
        }
    }

    private static func input(
        of recording: Recording, _ wanted: String?, _ settings: inout Settings
    ) throws(Failure) -> Int {
        func isOfItsType(_ input: InputSettings) -> Bool { input.source.type == recording.type }
        if let wanted {
            guard let index = settings.panel.inputs.firstIndex(where: { $0.name == wanted }) else {
                throw Failure(.refused, wanted, "the configuration has no such input")
            }
            guard isOfItsType(settings.panel.inputs[index]) else {
                throw Failure(
                    .refused, wanted,
                    "its type is \(settings.panel.inputs[index].source.type), and the recording's is \(recording.type)")
            }
            return index
        }
        let candidates = settings.panel.inputs.indices.filter { isOfItsType(settings.panel.inputs[$0]) }
        if let index = candidates.first(where: { settings.panel.inputs[$0].name == recording.input })
            ?? candidates.first
        {
            return index
        }
        // If the configuration has no GPIO input, as the standard one, such an input is added. The lines of this input
        // may have any names, since they are not opened.
        if recording.type == "gpio", let added = try? Configuration.settings(settings, withGPIO: "A,B,BUTTON"),
            let index = added.panel.inputs.firstIndex(where: isOfItsType)
        {
            settings = added
            return index
        }
        throw Failure(
            .refused, recording.input, "the configuration has no input of type \(recording.type)",
            advice: "name another configuration with --config")
    }
}
