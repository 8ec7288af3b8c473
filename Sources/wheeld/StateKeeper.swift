import LinuxSystem
import Synchronization
import WheelCore
import WheelModel
import WheelWire

/// Saves the instrument's state to disk, in a thread of its own: an fsync on an SD card may take a second, and the loop
/// must not wait for it.
///
/// The loop puts the newest state into a box and wakes the thread. A newer state replaces a state that was not written
/// yet, since only the newest one matters. The thread writes the state atomically (`DurableFile`), so that after a
/// power cut the file has either the old values or the new ones. If a write fails, for example because the disk is
/// full, it is repeated every five seconds, and each new reason is logged. At the end the loop waits for the last
/// write.
///
/// Three things can go wrong before a write. Another daemon with the same file would overwrite the values in it, so the
/// file has a lock. A damaged file is kept under another name before a new one replaces it. A file that cannot be read
/// at the moment (EIO, EACCES) stops the start: with all values at their defaults, the next write would destroy the
/// saved ones.
final class StateKeeper: Sendable {
    private let path: String
    private let box = Mutex(Box())
    private let wake: EventDescriptor
    private let done: EventDescriptor
    /// Prevents another daemon from overwriting the file.
    private let lock = Mutex<FileLock?>(nil)

    private struct Box {
        var bytes: [UInt8]?
        var isEnding = false
        var hasEnded = false
        /// Why the newest state is too long for the file.
        var excess: String?
        /// Why the last write failed, or why the first write is expected to fail.
        var failure: String?
    }

    /// Why values, or some of them, are not saved; `nil` if no reason is known.
    var trouble: String? { box.withLock { $0.failure ?? $0.excess } }

    init(path: String) throws(Errno) {
        self.path = path
        wake = try EventDescriptor()
        done = try EventDescriptor()
    }

    /// Takes the lock of the state file. Throws if another daemon has the lock. If the file's folder is not writable
    /// there is no lock, and each write tries again to take it.
    func acquireLock() throws(SystemError) {
        guard (try? RegularFile.check(path)) != nil else { return }
        makeFolders()
        try lock.withLock { lock throws(SystemError) in
            guard lock == nil, let outcome = try? FileLock.acquire(path + ".lock") else { return }
            switch outcome {
            case .taken(let taken): lock = taken
            case .isHeld(let process):
                throw SystemError(
                    "keep the state at", path, .busy,
                    explanation:
                        "another wheeld\(process.map { " (process \($0))" } ?? "") keeps its state there; stop it, or "
                        + "name another file with 'path' in [state]")
            }
        }
    }

    struct Loaded {
        var document = StateDocument()
        /// Whether a part of the file could not be read, so that a new file must replace it.
        var isDamaged = false
    }

    /// Reads the state that an earlier run saved. A damaged file is read as far as possible, and kept under another
    /// name.
    func load() throws(SystemError) -> Loaded {
        try? DurableFile.removeUnfinished(of: path)
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try RegularFile.read(path, limit: Budget.stateBytes)
        } catch {
            var aside: String?
            switch error.errno {
            case .noSuchFile: return Loaded()
            // wheeld never writes such a long file. The next write would replace it, so it is kept under another name.
            case .fileTooLarge: aside = keepAside(nil)
            // No file can exist at the path, or the file there is not a regular one. There is no state to load or to
            // keep.
            case .invalidArgument, .notDirectory, .tooManyLinks, .nameTooLong: break
            default:
                let explanation =
                    "its values are unknown, and a start would replace them; to start without them, move it away"
                throw SystemError("read the state", path, error.errno, explanation: explanation)
            }
            let kept = aside.map { "it is kept as \($0), and " } ?? ""
            Log.warning("state: \(path) cannot be read: \(error.reason); \(kept)values start at their defaults")
            return Loaded()
        }
        var leftOut = StateReport(path: path)
        do throws(StateProblem) {
            let document = try Self.document(bytes) { leftOut.add($0) }
            guard leftOut.count > 0 else { return Loaded(document: document) }
            let aside = keepAside(bytes).map { "; the file is kept as \($0)" } ?? ""
            leftOut.publish("is damaged in part: the rest is restored" + aside)
            return Loaded(document: document, isDamaged: true)
        } catch {
            let aside = keepAside(bytes).map { "it is kept as \($0), and " } ?? ""
            Log.warning("state: \(path) is not a state file: \(error.message); \(aside)values start at their defaults")
            return Loaded(isDamaged: true)
        }
    }

    /// Gives the file a second name and returns the name; `nil` if this fails. `bytes` are its contents, if they could
    /// be read.
    ///
    /// The file also keeps its first name until the next write replaces it: its sound parts must not be lost by a crash
    /// or on a full disk.
    private func keepAside(_ bytes: [UInt8]?) -> String? {
        let aside = "\(path).bad-\(RealtimeClock.nowMicroseconds() / 1_000_000)"
        if (try? KernelFileCalls().link(path, to: aside)) != nil { return aside }
        // The file system has no hard links, or the file belongs to another user. So the file is copied, or if it could
        // not be read, renamed.
        guard let bytes else { return (try? KernelFileCalls().rename(path, to: aside)) == nil ? nil : aside }
        return (try? DurableFile.replace(aside, with: bytes)) == nil ? nil : aside
    }

    private static func document(
        _ bytes: [UInt8], leftOut: (String) -> Void
    ) throws(StateProblem) -> StateDocument {
        try bytes.withUnsafeBytes { raw in
            Result { () throws(StateProblem) in try StateDocument(reading: raw, leftOut: leftOut) }
        }.get()
    }

    func start() throws(Errno) {
        if let obstacle { box.withLock { $0.failure = "\(obstacle)" } }
        _ = try Thread("state") { self.run() }
    }

    /// Why the file cannot be written, if the reason is known before the first write.
    private var obstacle: SystemError? {
        do throws(SystemError) {
            try RegularFile.check(path)
            let folder = FilePath.folder(of: path)
            do throws(Errno) {
                try FilePath.checkFolder(folder)
            } catch {
                throw SystemError("write to", folder, error)
            }
            return nil
        } catch {
            return error
        }
    }

    /// Passes a state to the thread.
    ///
    /// A state that is too long to be read again is saved without the definitions of clients, so that at least the
    /// values of the configuration's own controls are saved. A state that is still too long is not saved.
    func keep(_ document: StateDocument) {
        var bytes = Self.bytes(of: document)
        let length = bytes.count
        if length > Budget.stateBytes {
            var own = document
            own.leaveOutDefinitions()
            bytes = Self.bytes(of: own)
        }
        let fits = bytes.count <= Budget.stateBytes
        var excess: String?
        if length > Budget.stateBytes {
            let result = fits ? "what clients have defined is left out" : "the last saved state stays"
            excess = "the state has \(length) bytes, and \(path) can have \(Budget.stateBytes): \(result)"
        }
        let wasTooLong = box.withLock { box in
            defer { box.excess = excess }
            if fits { box.bytes = bytes }
            return box.excess != nil
        }
        if fits { wake.signal() }
        if let excess, !wasTooLong { Log.warning("state: \(excess)") }
    }

    private static func bytes(of document: StateDocument) -> [UInt8] {
        var buffer = LineBuffer(capacity: 4096)
        document.write(to: &buffer)
        return buffer.withUnsafeBytes { Array($0) }
    }

    /// Waits until the last state has been written.
    func finish() {
        box.withLock { $0.isEnding = true }
        // The signal is repeated: if the first signal failed, nothing else would wake the thread.
        while !box.withLock({ $0.hasEnded }) {
            wake.signal()
            done.descriptor.wait(for: .readable, until: MonotonicClock.now + .seconds(1))
        }
    }

    private func run() {
        // The state whose write failed last, with the reason and the time of the next try.
        var unwritten: (bytes: [UInt8], why: String, next: Instant)?
        while true {
            wake.descriptor.wait(for: .readable, until: unwritten?.next)
            wake.clear()
            let next = box.withLock { box in
                defer { box.bytes = nil }
                return box
            }
            // The wait may end spuriously, before the retry is due.
            let isDue = unwritten.map { next.isEnding || $0.next <= MonotonicClock.now } ?? false
            if let bytes = next.bytes ?? (isDue ? unwritten?.bytes : nil) {
                let error = write(bytes, after: unwritten?.why)
                if error == nil || error?.reason != unwritten?.why {
                    // An error with the same reason does not change `failure`, whose text names the first temporary
                    // file, as the log does.
                    box.withLock { $0.failure = error.map { "\($0)" } }
                }
                unwritten = error.map { (bytes, $0.reason, MonotonicClock.now + StateKeeper.retryInterval) }
            }
            if next.isEnding {
                // The last write is repeated once, so that a single fault does not lose the last values.
                if let unwritten { _ = write(unwritten.bytes, after: unwritten.why) }
                box.withLock { $0.hasEnded = true }
                return done.signal()
            }
        }
    }

    /// The pause before a failed write is repeated. The write is repeated even if nothing changes, since a full disk
    /// may have room again.
    private static let retryInterval = Interval.seconds(5)

    /// Writes the file. Returns the reason of a failure, and logs it unless it is the reason of the last failure. The
    /// first success after a failure is logged, too.
    private func write(_ bytes: [UInt8], after failure: String?) -> SystemError? {
        do throws(SystemError) {
            try RegularFile.check(path)
            try acquireLock()
            try DurableFile.replace(path, with: bytes)
            if failure != nil { Log.info("state: \(path) can be written again") }
            return nil
        } catch {
            // Each try has a temporary file of another name, so only the reasons are compared.
            if error.reason != failure { Log.warning("state: \(error); values still change, and writing is retried") }
            return error
        }
    }

    /// Creates the folders of the file. If this fails, the write reports the reason.
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
