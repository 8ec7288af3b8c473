import LinuxSystem
import WheelConfiguration
import WheelCore
import WheelInput
import WheelModel

extension Command {
    static let replay = Command(
        name: "replay", summary: "plays a recording through the configuration, and prints the events",
        parameters: [Parameter("FILE", .file)],
        options: [
            Option("--input INPUT", "play it as this input (else as the recorded one, else as the first of its type)"),
            .configuration,
        ],
        notes: """
            No device is opened and no daemon is involved. The recording plays at once, not at its own pace. Times are
            seconds since its beginning. With --json the events are lines as the daemon sends them.
            """
    ) { invocation throws(Failure) in
        let recording = try read(invocation.words[0])
        var settings = try invocation.settings()
        let index = try input(of: recording, invocation.arguments.value("--input"), &settings)
        ReplayPanel(settings, isJSON: invocation.isJSON).play(recording, as: index)
    }

    private static func read(_ path: String) throws(Failure) -> Recording {
        let text: String
        do throws(Errno) {
            text = String(decoding: try NamedFile.read(path), as: UTF8.self)
        } catch {
            throw .cannotRead(path, error)
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
        // The standard configuration has no GPIO input, so one is added. Its lines may have any names, since they are
        // not opened.
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
