internal import Glibc

/// An exclusive flock(2) on a file. The kernel releases it when the process ends, even after a crash or SIGKILL.
///
/// The locked file is separate from the file that it protects. The protected file is replaced at each write, and the
/// new file would not be locked.
public final class FileLock: Sendable {
    public enum Outcome: Sendable {
        case taken(FileLock)
        /// Another process holds the lock. The number of the process is `nil` if it is not known.
        case isHeld(by: Int?)
    }

    private let file: Descriptor

    private init(_ file: consuming Descriptor) {
        self.file = file
    }

    /// Takes the lock if it is free, and creates the file if it does not exist. Never waits.
    public static func acquire(_ path: String) throws(Errno) -> Outcome {
        // The file is opened for reading only: a file system cannot be remounted read-only while a file is open for
        // writing. Other users cannot read the file: any process that can open it could hold its lock.
        let file = try Descriptor.open(path, [.read, .create, .nonBlocking, .noFollow], permissions: 0o600)
        let number = file.number
        // If an earlier version of wheeld created the file, other users may still be able to read it.
        fchmod(number, 0o600)
        do throws(Errno) {
            _ = try uninterrupted { flock(number, LOCK_EX | LOCK_NB) }
        } catch .wouldBlock {
            let text = String(decoding: (try? file.readAll(limit: 64)) ?? [], as: UTF8.self)
            let holder = text.split(separator: "\n").first.flatMap { pid_t($0) }
            return .isHeld(by: holder.flatMap { isRunning($0) ? Int($0) : nil })
        }
        record(getpid(), in: path)
        return .taken(FileLock(file))
    }

    private static func isRunning(_ process: pid_t) -> Bool { process > 0 && (kill(process, 0) == 0 || errno == EPERM) }

    /// Writes the process's number into the file, for messages to users. The number is out of date once the lock is
    /// free.
    private static func record(_ process: pid_t, in path: String) {
        guard let file = try? Descriptor.open(path, [.write, .truncate, .nonBlocking, .noFollow]) else { return }
        try? file.writeAll(Array("\(process)\n".utf8))
    }
}
