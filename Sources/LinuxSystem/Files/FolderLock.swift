internal import Glibc

/// flock(2) on a folder: keeps two processes of this program from changing the same file in it at the same time.
struct FolderLock: ~Copyable {
    private let folder: Descriptor

    /// Calls `body` with the lock held.
    ///
    /// It waits for the lock for at most a second and then goes on without it: any process that can read the folder can
    /// hold the lock, and must not be able to keep the daemon from starting.
    static func hold<Result: ~Copyable, Failure: Error>(
        ofFileAt path: String, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let lock = try? FolderLock(ofFileAt: path) else { return try body() }
        do throws(Failure) {
            let result = try body()
            lock.release()
            return result
        } catch {
            lock.release()
            throw error
        }
    }

    /// Throws if the folder cannot be opened for reading.
    private init(ofFileAt path: String) throws(Errno) {
        folder = try Descriptor.open(FilePath.folder(of: path), [.read, .directory])
        FolderLock.wait(for: folder)
    }

    /// A separate function: Swift 6.0 cannot compile an initialiser that borrows a property that it has just stored.
    @inline(never)
    private static func wait(for folder: borrowing Descriptor) {
        var attempts = 0
        while flock(folder.number, LOCK_EX | LOCK_NB) != 0 && attempts < 100 {
            attempts += 1
            usleep(10_000)
        }
    }

    /// Closing the folder releases the lock. An explicit call, because a value's lifetime may end with its last use.
    private consuming func release() {}
}
