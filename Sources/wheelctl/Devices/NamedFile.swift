import LinuxSystem

/// A file that somebody has named. Nothing here waits for another program to open a FIFO's other end: that may never
/// happen. A pipe that is already being written to, as `<(…)` in a shell makes one, is read to its end.
enum NamedFile {
    static func read(_ path: String, limit: Int = 1 << 24) throws(Errno) -> [UInt8] {
        let file = try Descriptor.open(path, [.read, .nonBlocking, .noControllingTerminal])
        if try FileStatus(of: file).kind == .pipe { try file.setNonBlocking(false) }
        return try file.readAll(limit: limit)
    }

    /// A new file, or the same with nothing in it. A FIFO that nobody reads is refused with ENXIO.
    static func create(_ path: String) throws(Errno) -> Descriptor {
        let file = try Descriptor.open(path, [.write, .create, .truncate, .nonBlocking, .noControllingTerminal])
        try file.setNonBlocking(false)
        return file
    }

    static func write(_ bytes: [UInt8], to path: String) throws(Errno) {
        let calls = KernelFileCalls()
        let file = try create(path)
        var rest = bytes[...]
        while !rest.isEmpty { rest = rest.dropFirst(try calls.write(rest, to: file)) }
        try file.close()
    }
}
