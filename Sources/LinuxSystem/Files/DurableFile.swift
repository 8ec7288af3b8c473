/// Replaces a file's contents atomically: after a crash, a power cut or a full disk the file has either the old or the
/// new contents.
///
/// The steps are: write a new file, fsync it, rename it over the old file, fsync the folder. Without the first fsync,
/// the rename could reach the disk before the contents, and the file would be empty. Without the second fsync, a power
/// cut could restore the old contents after they were reported as replaced. A process that is killed between the steps
/// leaves a file such as `state.json.new-1f3c`, which the next start removes.
public enum DurableFile {
    /// Returns when the new contents are on the disk. After an error the file has its old contents, except that it may
    /// have the new contents if the last step fails.
    public static func replace(
        _ path: String, with bytes: [UInt8], permissions: UInt32 = 0o644,
        calls: some DurableFileCalls = KernelFileCalls()
    ) throws(SystemError) {
        // The folder is opened first, so that a failure here leaves all files unchanged.
        let folderPath = FilePath.folder(of: path)
        let folder = try naming("open", folderPath) { () throws(Errno) in
            try calls.open(folderPath, [.read, .directory], permissions: 0)
        }
        // The name is random: two processes that save at the same time must not write to the same new file.
        let suffix = String(UInt32.random(in: .min ... .max), radix: 16)
        let newPath = path + newFileMark + suffix
        do throws(SystemError) {
            try write(bytes, to: newPath, permissions, calls)
            try naming("rename to", path) { () throws(Errno) in
                try calls.rename(newPath, to: path)
            }
        } catch {
            // Frees the space of the new file, since the disk may be full.
            try? calls.unlink(newPath)
            throw error
        }
        do throws(Errno) {
            try calls.synchronize(folder)
        } catch .invalidArgument {
            // Some file systems cannot fsync a folder. This error is ignored.
        } catch {
            throw SystemError("synchronize", folderPath, error)
        }
        try? calls.close(folder)
    }

    /// Removes new files that a killed process has left. Call this function before the first `replace`: later it could
    /// also remove the new file of a `replace` that runs on another thread.
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
        // Network file systems report a full disk only when the file is closed, so an error of close(2) is reported,
        // too.
        do throws(Errno) {
            try calls.close(file)
        } catch {
            throw SystemError("close", path, error)
        }
    }
}
