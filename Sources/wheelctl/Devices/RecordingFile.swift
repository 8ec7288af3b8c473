import LinuxSystem
import WheelInput
import WheelText

/// A recording that is written while it is made: what was said is in the file, however this ends.
final class RecordingFile {
    private(set) var count = 0
    private(set) var missed = 0
    private let path: String
    private let file: Descriptor
    private var recording: Recording

    /// `-` is standard output.
    init(_ path: String, input: String, type: String) throws(Failure) {
        self.path = path
        recording = Recording(input: ForeignText(input).line, type: ForeignText(type).line)
        do throws(Errno) {
            file = path == "-" ? try Descriptor.open("/dev/stdout", .write) : try NamedFile.create(path)
        } catch {
            throw Failure(.refused, path, "cannot be written: \(error)")
        }
        try write(recording.text)
    }

    func add(_ event: RawEvent) throws(Failure) {
        switch event {
        case .said(let code, let value, let time):
            // A daemon's code may be any text; a line of the file holds one event.
            recording.append(code: ForeignText(code).line, value: value, at: time)
            guard let last = recording.events.last else { return }
            count += 1
            try write(Recording.line(last))
        case .missed(let events):
            missed += events
            try write("# \(events) events are missing here\n")
        }
    }

    private func write(_ text: String) throws(Failure) {
        do {
            try Array(text.utf8).withUnsafeBytes { try file.writeAll($0) }
        } catch {
            throw Failure(.refused, path, "cannot be written: \(error)")
        }
    }
}
