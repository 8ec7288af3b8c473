/// Reads files that must be regular. Directories, FIFOs and devices are errors.
public enum RegularFile {
    /// Throws if the file at the path is not regular. If there is no file, the path is accepted.
    public static func check(_ path: String) throws(SystemError) {
        do throws(Errno) {
            try check(try FileStatus(path: path))
        } catch .noSuchFile {
            return
        } catch .invalidArgument {
            throw other(path)
        } catch {
            throw SystemError("read", path, error)
        }
    }

    /// Reads the whole file. Throws if the file has more than `limit` bytes.
    ///
    /// This function never waits for another program, and opens only regular files: the open(2) of a FIFO could block,
    /// a device may deliver bytes without end, and opening a device may start an action of the device.
    public static func read(_ path: String, limit: Int = 1 << 24) throws(SystemError) -> [UInt8] {
        do throws(Errno) {
            try check(try FileStatus(path: path))
            let file = try Descriptor.open(path, [.read, .nonBlocking, .noControllingTerminal])
            // The file may have been replaced since the first check.
            try check(try FileStatus(of: file))
            return try file.readAll(limit: limit)
        } catch .invalidArgument {
            throw other(path)
        } catch {
            throw SystemError("read", path, error)
        }
    }

    private static func check(_ status: FileStatus) throws(Errno) {
        guard status.kind == .regular else { throw .invalidArgument }
    }

    private static func other(_ path: String) -> SystemError {
        let kind = (try? FileStatus(path: path))?.kind ?? .other
        return SystemError("read", path, .invalidArgument, explanation: "it is \(kind.words), not a regular file")
    }
}

extension FileStatus.Kind {
    fileprivate var words: String {
        switch self {
        case .regular: "a regular file"
        case .directory: "a directory"
        case .symbolicLink: "a symbolic link"
        case .socket: "a socket"
        case .pipe: "a FIFO"
        case .characterDevice, .blockDevice: "a device"
        case .other: "of another type"
        }
    }
}
