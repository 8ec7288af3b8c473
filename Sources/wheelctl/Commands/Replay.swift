import LinuxSystem
import WheelConfiguration
import WheelInput
import WheelModel
import WheelSettings

extension Command {
    static let replay = Command(
        name: "replay", summary: "plays a recording through the configuration, and prints what comes of it",
        parameters: [Parameter(name: "FILE", kind: .file)],
        options: [
            Option(
                name: "--input", value: Parameter(name: "INPUT"),
                summary: "the input whose device it was (else the recorded one, else the first of its type)"),
            ConfigurationFile.option,
        ],
        notes: """
            Nothing waits and no device is opened: times are the recording's, in seconds since its beginning. The daemon
            need not run, and does not hear of it. With --json the lines are those of the daemon.
            """
    ) { invocation throws(Failure) in
        let path = invocation.words[0]
        let recording = try read(path)
        var settings = try ConfigurationFile.settings(invocation.arguments)
        let index = try input(of: recording, invocation.arguments.value("--input"), &settings)
        let player = ReplayPanel(settings, isJSON: invocation.isJSON)
        player.play(recording, as: index)
    }

    private static func read(_ path: String) throws(Failure) -> Recording {
        let text: String
        do throws(Errno) {
            text = String(decoding: try NamedFile.read(path), as: UTF8.self)
        } catch {
            throw Failure(.refused, path, "cannot be read: \(error)")
        }
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
        // The standard configuration has no lines; a recording does not say which they were, and it does not matter.
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
