import LinuxSystem
import WheelCore
import WheelInput

/// A recording that is written event by event, so that the file is complete however the program ends.
final class RecordingFile {
    private(set) var count = 0
    private(set) var missed = 0
    private let path: String
    private let file: Descriptor
    private var recording: Recording

    /// Creates the file at `path`. The path `-` means standard output.
    init(_ path: String, input: String, type: String) throws(Failure) {
        self.path = path
        recording = Recording(input: ForeignText(input).line, type: ForeignText(type).line)
        do throws(Errno) {
            file = path == "-" ? try Descriptor.open("/dev/stdout", .write) : try NamedFile.create(path)
        } catch {
            throw .cannotWrite(path, error)
        }
        try write(recording.text)
    }

    func add(_ reports: [RawListener.Report]) throws(Failure) {
        for report in reports { try add(report) }
    }

    private func add(_ report: RawListener.Report) throws(Failure) {
        switch report {
        case .event(let event):
            // A code from the daemon may contain a newline, but each event must be one line.
            recording.append(code: ForeignText(event.code).line, value: event.value, at: event.time)
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
            try file.writeAll(Array(text.utf8))
        } catch {
            throw Failure(.refused, path, "cannot be written: \(error)")
        }
    }
}
