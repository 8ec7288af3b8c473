import WheelCore

/// Collects the entries of an iteration as text, and passes them on at its end.
final class SessionRecorder {
    private var text: [UInt8] = []
    /// Returns false when nothing more is recorded.
    private let write: ([UInt8]) -> Bool

    init(_ start: SessionStart, write: @escaping ([UInt8]) -> Bool) {
        self.write = write
        text.append(contentsOf: start.text.utf8)
    }

    func add(_ entry: SessionEntry, at time: Instant, joins: Bool) {
        text.append(contentsOf: entry.line(at: time, joins: joins).utf8)
    }

    /// Passes on the collected entries. Returns false when nothing more is recorded.
    func flush() -> Bool {
        guard !text.isEmpty else { return true }
        defer { text.removeAll(keepingCapacity: true) }
        return write(text)
    }
}
