import LinuxSystem
import Synchronization
import WheelModel
import WheelProtocol

/// Keeps the instrument's state on the disk. The disk is slow, so a thread of its own writes: it sleeps until there is
/// something to be kept, and the loop never waits for it.
final class StateKeeper: Sendable {
    private let path: String
    private let box = Mutex(Box())
    private let wake: EventDescriptor
    private let done: EventDescriptor
    /// Held from the start to the end, so that no other daemon writes over what this one keeps.
    private let lock = Mutex<FileLock?>(nil)

    private struct Box {
        var bytes: [UInt8]?
        var isEnding = false
    }

    init(path: String) throws(Errno) {
        self.path = path
        wake = try EventDescriptor()
        done = try EventDescriptor()
    }

    /// Makes sure that no other daemon keeps its state at the same place; throws where one does.
    ///
    /// Where nothing can be written there is nothing to be locked, and the lock is tried again with each write.
    func takeLock() throws(SystemError) {
        guard (try? RegularFile.check(path)) != nil else { return }
        makeFolders()
        let holder: Int?? = lock.withLock { lock in
            guard lock == nil, let outcome = try? FileLock.take(path + ".lock") else { return nil }
            switch outcome {
            case .taken(let taken):
                lock = taken
                return nil
            case .isHeld(let process): return .some(process)
            }
        }
        guard let holder else { return }
        let process = holder.map { " (process \($0))" } ?? ""
        throw SystemError(
            "keep the state at", path, .busy,
            explanation:
                "another wheeld\(process) keeps its own there; end that one, or give this one another place by "
                + "'path' in [state]")
    }

    /// What an earlier run kept.
    struct Loaded {
        var document = StateDocument()
        /// Something in the file could not be understood. The file is kept aside, and the next one is to be written.
        var isDamaged = false
    }

    /// Reads what an earlier run kept. Of a damaged file what can be understood is taken; the file itself is kept aside,
    /// and told.
    func load() -> Loaded {
        try? DurableFile.removeUnfinished(of: path)
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try RegularFile.read(path)
        } catch {
            guard error.errno != .noSuchFile else { return Loaded() }
            // The next write would replace what somebody may still be able to read.
            let isFile = (try? RegularFile.check(path)) != nil
            let aside = isFile ? keepAside().map { "it is kept as \($0), and " } ?? "" : ""
            Log.warning("state: \(path) cannot be read: \(error.reason); \(aside)values start at their defaults")
            return Loaded()
        }
        var leftOut = StateReport(path)
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

    /// Gives the file another name; nil where it cannot be.
    private func keepAside() -> String? {
        let aside = "\(path).bad-\(RealtimeClock.nowMicroseconds() / 1_000_000)"
        return (try? KernelFileCalls().rename(path, to: aside)) == nil ? nil : aside
    }

    private static func document(
        _ bytes: [UInt8], leftOut: (String) -> Void
    ) throws(StateProblem) -> StateDocument {
        var result: Result<StateDocument, StateProblem> = .failure(.damaged("it is empty"))
        bytes.withUnsafeBytes { raw in
            do throws(StateProblem) {
                result = .success(try StateDocument(reading: raw, leftOut: leftOut))
            } catch {
                result = .failure(error)
            }
        }
        return try result.get()
    }

    /// Starts the thread that writes.
    func start() throws(Errno) {
        _ = try Thread("state") { self.run() }
    }

    /// Hands over what is to be kept next; an older one that was not written yet is forgotten.
    func keep(_ document: StateDocument) {
        var buffer = LineBuffer(capacity: 4096)
        document.write(to: &buffer)
        let bytes = buffer.withUnsafeBytes { Array($0) }
        box.withLock { $0.bytes = bytes }
        wake.signal()
    }

    /// Waits until all is written.
    func finish() {
        box.withLock { $0.isEnding = true }
        wake.signal()
        done.wait()
    }

    private func run() {
        // What could not be written yet.
        var unwritten: [UInt8]?
        while true {
            wake.wait(atMostMilliseconds: unwritten == nil ? nil : StateKeeper.millisecondsBetweenAttempts)
            wake.clear()
            let next = box.withLock { box in
                defer { box.bytes = nil }
                return box
            }
            if let bytes = next.bytes ?? unwritten {
                unwritten = write(bytes, isFailing: unwritten != nil) ? nil : bytes
            }
            if next.isEnding { return done.signal() }
        }
    }

    /// A disk that is full now may have room soon, and nobody need turn a knob for it to be noticed.
    private static let millisecondsBetweenAttempts: Int32 = 5000

    /// Whether it is on the disk now; the first of several failures is told, and the success after them.
    private func write(_ bytes: [UInt8], isFailing: Bool) -> Bool {
        do throws(SystemError) {
            try RegularFile.check(path)
            try takeLock()
            try DurableFile.replace(path, with: bytes)
            if isFailing { Log.info("state: \(path) can be written again") }
            return true
        } catch {
            if !isFailing { Log.warning("state: \(error); values go on, and writing is tried again") }
            return false
        }
    }

    /// Makes the folder, and those above it, where they are missing; why that fails, the write then says.
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
