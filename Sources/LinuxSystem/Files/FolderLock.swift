internal import Glibc

/// flock(2) on a folder: prevents two processes of this program from changing the same file in the folder at the same
/// time.
enum FolderLock {
    /// Calls `body` with the lock held.
    ///
    /// This function waits for the lock for at most a second and then continues without it: any process that can read
    /// the folder can hold the lock, but must not be able to prevent the daemon from starting. If the folder cannot be
    /// opened for reading, `body` is also called without the lock.
    static func hold<Result: ~Copyable, Failure: Error>(
        ofFileAt path: String, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let folder = try? Descriptor.open(FilePath.folder(of: path), [.read, .directory]) else {
            return try body()
        }
        var attempts = 0
        while flock(folder.number, LOCK_EX | LOCK_NB) != 0 && attempts < 100 {
            attempts += 1
            usleep(10_000)
        }
        defer { flock(folder.number, LOCK_UN) }
        return try body()
    }
}
