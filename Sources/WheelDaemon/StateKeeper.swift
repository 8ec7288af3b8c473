import LinuxSystem
import Synchronization
import WheelGeometry
import WheelModel
import WheelProtocol

/// Saves the instrument's state to disk. Disks are slow, so a thread of its own writes. It sleeps until there is something to
/// write, and the loop never waits for it.
final class StateKeeper: Sendable {
    private let path: String
    private let box = Mutex(Box())
    private let wake: EventDescriptor
    private let done: EventDescriptor
    /// Held from start to end, so that no other daemon overwrites the file.
    private let lock = Mutex<FileLock?>(nil)

    private struct Box {
        var bytes: [UInt8]?
        var isEnding = false
        var isTooLong = false
    }

    /// The longest file that is read again, in bytes.
    static let longest = 1 << 24

    init(path: String) throws(Errno) {
        self.path = path
        wake = try EventDescriptor()
        done = try EventDescriptor()
    }

    /// Takes the lock of the state file. Throws if another daemon has it.
    ///
    /// If the file's folder cannot be written there is no lock; each write tries to take it again.
    func takeLock() throws(SystemError) {
        guard (try? RegularFile.check(path)) != nil else { return }
        makeFolders()
        try lock.withLock { lock throws(SystemError) in
            guard lock == nil, let outcome = try? FileLock.take(path + ".lock") else { return }
            switch outcome {
            case .taken(let taken): lock = taken
            case .isHeld(let process):
                throw SystemError(
                    "keep the state at", path, .busy,
                    explanation:
                        "another wheeld\(process.map { " (process \($0))" } ?? "") keeps its own there; end that one, or "
                        + "give this one another place by 'path' in [state]")
            }
        }
    }

    /// The state that an earlier run saved.
    struct Loaded {
        var document = StateDocument()
        /// A part of the file could not be read. The file has been renamed, and a new one is to be written.
        var isDamaged = false
    }

    /// Reads the state that an earlier run saved. A damaged file is read as far as possible, renamed and logged.
    func load() -> Loaded {
        try? DurableFile.removeUnfinished(of: path)
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try RegularFile.read(path, limit: StateKeeper.longest)
        } catch {
            guard error.errno != .noSuchFile else { return Loaded() }
            // The next write would replace a file that may still be recovered.
            let isFile = (try? RegularFile.check(path)) != nil
            let aside = isFile ? keepAside().map { "it is kept as \($0), and " } ?? "" : ""
            Log.warning("state: \(path) cannot be read: \(error.reason); \(aside)values start at their defaults")
            return Loaded()
        }
        var leftOut = StateReport(path: path)
        do throws(StateProblem) {
            let document = try Self.document(bytes) { leftOut.add($0) }
            guard leftOut.count > 0 else { return Loaded(document: document) }
            let aside = keepAside().map { "; the file is kept as \($0)" } ?? ""
            leftOut.tell("is damaged in part: the rest of it is taken over" + aside)
            return Loaded(document: document, isDamaged: true)
        } catch {
            let aside = keepAside().map { "it is kept as \($0), and " } ?? ""
            Log.warning("state: \(path) is no state: \(error.message); \(aside)values start at their defaults")
            return Loaded(isDamaged: true)
        }
    }

    /// Renames the file and returns its new name; `nil` if that fails.
    private func keepAside() -> String? {
        let aside = "\(path).bad-\(RealtimeClock.nowMicroseconds() / 1_000_000)"
        return (try? KernelFileCalls().rename(path, to: aside)) == nil ? nil : aside
    }

    private static func document(
        _ bytes: [UInt8], leftOut: (String) -> Void
    ) throws(StateProblem) -> StateDocument {
        try bytes.withUnsafeBytes { raw in
            Result { () throws(StateProblem) in try StateDocument(reading: raw, leftOut: leftOut) }
        }.get()
    }

    /// Starts the thread that writes.
    func start() throws(Errno) {
        _ = try Thread("state") { self.run() }
    }

    /// Passes a state to the thread. It replaces one that has not been written yet.
    ///
    /// A file that could not be read again is not written: the last one stays.
    func keep(_ document: StateDocument) {
        var buffer = LineBuffer(capacity: 4096)
        document.write(to: &buffer)
        let bytes = buffer.withUnsafeBytes { Array($0) }
        let isTooLong = bytes.count > StateKeeper.longest
        let wasTooLong = box.withLock { box in
            defer { box.isTooLong = isTooLong }
            if !isTooLong { box.bytes = bytes }
            return box.isTooLong
        }
        guard isTooLong else { return wake.signal() }
        if !wasTooLong {
            Log.warning(
                "state: it has \(bytes.count) bytes, and \(path) can have \(StateKeeper.longest): the last one stays")
        }
    }

    /// Waits until the last state has been written.
    func finish() {
        box.withLock { $0.isEnding = true }
        wake.signal()
        done.descriptor.wait(for: .readable)
    }

    private func run() {
        // A state whose write has failed, and why.
        var unwritten: (bytes: [UInt8], why: String)?
        while true {
            wake.descriptor.wait(
                for: .readable, until: unwritten == nil ? nil : MonotonicClock.now + StateKeeper.retryInterval)
            wake.clear()
            let next = box.withLock { box in
                defer { box.bytes = nil }
                return box
            }
            if let bytes = next.bytes ?? unwritten?.bytes {
                unwritten = write(bytes, after: unwritten?.why).map { (bytes, $0) }
            }
            if next.isEnding { return done.signal() }
        }
    }

    /// After a failure the write is repeated, even if nothing changes: a full disk may have room again.
    private static let retryInterval = Interval.seconds(5)

    /// Writes the file. Returns why that failed, and logs it unless it is the reason of the last failure. Logs the success after it.
    private func write(_ bytes: [UInt8], after failure: String?) -> String? {
        do throws(SystemError) {
            try RegularFile.check(path)
            try takeLock()
            try DurableFile.replace(path, with: bytes)
            if failure != nil { Log.info("state: \(path) can be written again") }
            return nil
        } catch {
            // Not its subject: each try has a temporary file of another name.
            if error.reason != failure { Log.warning("state: \(error); values go on, and writing is tried again") }
            return error.reason
        }
    }

    /// Creates the folder and its parents if they are missing. If that fails, the write reports why.
    private func makeFolders() {
        var missing: [String] = []
        var folder = FilePath.folder(of: path)
        while folder.count > 1, (try? FileStatus(path: folder)) == nil {
            missing.append(folder)
            folder = FilePath.folder(of: folder)
        }
        for folder in missing.reversed() { try? Directory.create(folder, permissions: 0o755) }
    }
}
