internal import Glibc

/// flock(2) on a file: one process at a time holds it, until it releases it or ends in any way.
///
/// It is a file of its own that is never replaced. The file that it protects is replaced at each write, and its
/// successor would not be locked.
public final class FileLock: Sendable {
    /// Whether the lock was taken, and who holds it otherwise.
    public enum Outcome: Sendable {
        case taken(FileLock)
        /// The process that holds it, where it says so.
        case isHeld(by: Int?)
    }

    private let file: Descriptor

    private init(_ file: consuming Descriptor) {
        self.file = file
    }

    /// Takes the lock if nobody has it, and makes the file if there is none. It never waits.
    public static func take(_ path: String) throws(Errno) -> Outcome {
        // Opened for reading alone: while a file is open for writing, its file system cannot be made read-only.
        let file = try Descriptor.open(path, [.read, .create, .nonBlocking, .noFollow], permissions: 0o644)
        let number = file.number
        do throws(Errno) {
            _ = try uninterrupted { flock(number, LOCK_EX | LOCK_NB) }
        } catch .wouldBlock {
            let text = String(decoding: (try? file.readAll(limit: 64)) ?? [], as: UTF8.self)
            return .isHeld(by: text.split(separator: "\n").first.flatMap { Int($0) })
        }
        note(getpid(), in: path)
        return .taken(FileLock(file))
    }

    /// Writes down the process's number, for people to read. It is out of date as soon as the lock is free.
    private static func note(_ process: pid_t, in path: String) {
        guard let file = try? Descriptor.open(path, [.write, .truncate, .nonBlocking, .noFollow]) else { return }
        let text = Array("\(process)\n".utf8)
        _ = try? text.withUnsafeBytes { bytes in try file.writeAll(bytes) }
    }
}
