import LinuxSystem
import Synchronization
import WheelCore

/// Writes a session's recording to its file, in a thread of its own: a disk may take seconds, and the loop must not
/// wait for it.
///
/// The loop puts the text of each iteration into a box. The thread takes all that is in the box and writes it. So a
/// crash of the program loses little. A power cut loses what the kernel has not written to the disk yet. The recording
/// ends if the file becomes too long, if the disk is so slow that too much waits, or if a write fails.
final class SessionFile: Sendable {
    private let path: String
    private let file: Descriptor
    private let box = Mutex(Box())
    private let wake: EventDescriptor
    private let done: EventDescriptor

    private struct Box {
        var text: [UInt8] = []
        /// The number of bytes in the file and in the box.
        var count = 0
        var isEnding = false
    }

    /// The length of the longest recording, in bytes.
    static let longest = 64 << 20
    private static let mostWaiting = 8 << 20
    /// How long the daemon waits at its end for a disk that may hang.
    private static let patience = Interval.seconds(5)

    /// Creates the file, or empties an existing one. Only its owner can read a new file, since it contains the
    /// configuration.
    init(_ path: String) throws(Errno) {
        self.path = path
        file = try Descriptor.open(
            path, [.write, .create, .truncate, .nonBlocking, .noControllingTerminal], permissions: 0o600)
        try file.setNonBlocking(false)
        wake = try EventDescriptor()
        done = try EventDescriptor()
        _ = try Thread("session") { self.run() }
    }

    /// Never waits. Returns false if the recording has ended.
    func write(_ text: [UInt8]) -> Bool {
        defer { wake.signal() }
        return box.withLock { box in
            guard !box.isEnding else { return false }
            box.count += text.count
            if box.count > Self.longest { return end("\(path) has \(Self.longest >> 20) MiB", &box) }
            if box.text.count + text.count > Self.mostWaiting { return end("the disk of \(path) is too slow", &box) }
            box.text += text
            return true
        }
    }

    private func end(_ reason: String, _ box: inout Box) -> Bool {
        Log.warning("session: the recording has ended: \(reason)")
        box.text += "# The recording ends here: \(reason).\n".utf8
        box.isEnding = true
        return false
    }

    /// Waits until everything has been written, for at most `patience`.
    func finish() {
        box.withLock { $0.isEnding = true }
        wake.signal()
        done.descriptor.wait(for: .readable, until: MonotonicClock.now + Self.patience)
    }

    private func run() {
        defer { done.signal() }
        while true {
            wake.descriptor.wait(for: .readable, until: nil)
            wake.clear()
            let next = box.withLock { box in
                defer { box.text = [] }
                return box
            }
            do throws(Errno) {
                try file.writeAll(next.text)
            } catch {
                return box.withLock { _ = end("\(path) cannot be written: \(error)", &$0) }
            }
            if next.isEnding { return }
        }
    }
}
