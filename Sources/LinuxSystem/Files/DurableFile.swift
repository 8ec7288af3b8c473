/// Replaces a file's contents so that a crash, a power cut or a full disk at any moment leaves the old or the new.
///
/// Write to a new file, fsync it, rename it over the old one, fsync the folder: without the first fsync the name could
/// reach the disk before the contents, without the second a power cut could bring the old contents back.
public enum DurableFile {
    /// Returns when the new contents are on the disk. After an error the old ones are there, but for an error of the
    /// last step (`synchronize` the folder), after which it may be either.
    public static func replace(
        _ path: String, with bytes: [UInt8], permissions: UInt32 = 0o644,
        calls: some DurableFileCalls = KernelFileCalls()
    ) throws(SystemError) {
        // First, so that what must fail fails before anything has changed.
        let folderPath = FilePath.folder(of: path)
        let folder = try naming("open", folderPath) { () throws(Errno) in
            try calls.open(folderPath, [.read, .directory], permissions: 0)
        }
        // A name of its own: two processes that save at once must not write into the same new file.
        let suffix = String(UInt32.random(in: .min ... .max), radix: 16)
        let newPath = path + newFileMark + suffix
        do throws(SystemError) {
            try write(bytes, to: newPath, permissions, calls)
            try naming("rename to", path) { () throws(Errno) in
                try calls.rename(newPath, to: path)
            }
        } catch {
            // The full disk needs the room.
            try? calls.unlink(newPath)
            throw error
        }
        do throws(Errno) {
            try calls.synchronize(folder)
        } catch .invalidArgument {
            // Some file systems cannot do it for a folder; they have no more to give.
        } catch {
            throw SystemError("synchronize", folderPath, error)
        }
        try? calls.close(folder)
    }

    /// Removes the new files that were never finished because their process was killed. For the start, before the
    /// first `replace`: it would make one that is under way fail.
    public static func removeUnfinished(of path: String) throws(SystemError) {
        let folder = FilePath.folder(of: path)
        let beginning = FilePath.name(of: path) + newFileMark
        try naming("clear", folder) { () throws(Errno) in
            for name in try Directory.names(in: folder) where name.hasPrefix(beginning) {
                try KernelFileCalls().unlink("\(folder)/\(name)")
            }
        }
    }

    private static let newFileMark = ".new-"

    private static func write(
        _ bytes: [UInt8], to path: String, _ permissions: UInt32, _ calls: some DurableFileCalls
    ) throws(SystemError) {
        let file = try naming("create", path) { () throws(Errno) in
            try calls.open(path, [.write, .create, .exclusive, .noFollow], permissions: permissions)
        }
        try naming("write", path) { () throws(Errno) in
            var written = 0
            while written < bytes.count {
                written += try calls.write(bytes[written...], to: file)
            }
        }
        try naming("synchronize", path) { () throws(Errno) in
            try calls.synchronize(file)
        }
        // Network file systems tell of a full disk only here.
        do throws(Errno) {
            try calls.close(file)
        } catch {
            throw SystemError("close", path, error)
        }
    }
}
