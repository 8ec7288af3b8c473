/// A file with contents of its own, as opposed to a directory, a FIFO or a device.
public enum RegularFile {
    /// Throws where something else is at the path. What is not there yet may become a regular file.
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

    /// Everything in it, `limit` bytes at most.
    ///
    /// It never waits for somebody else: open(2) on a FIFO would, and a device may have no end. Nothing but a regular
    /// file is opened, since to open a device may set it going.
    public static func read(_ path: String, limit: Int = 1 << 24) throws(SystemError) -> [UInt8] {
        do throws(Errno) {
            try check(try FileStatus(path: path))
            let file = try Descriptor.open(path, [.read, .nonBlocking, .noControllingTerminal])
            // It may have been replaced in between.
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
