/// Functions on a file of any type whose path the user has given.
///
/// Opening a FIFO never waits for a program at its other end, which may never start. A pipe that already has a writer,
/// such as one from the shell's `<(…)`, is read to its end.
public enum NamedFile {
    public static func read(_ path: String, limit: Int = 1 << 24) throws(Errno) -> [UInt8] {
        let file = try Descriptor.open(path, [.read, .nonBlocking, .noControllingTerminal])
        if try FileStatus(of: file).kind == .pipe { try file.setNonBlocking(false) }
        return try file.readAll(limit: limit)
    }

    /// The whole file as text; `nil` if it cannot be read.
    public static func text(_ path: String) -> String? {
        (try? read(path)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The first line that is not empty, without the newline or NUL that ends it; `nil` if there is no such line.
    public static func firstLine(_ path: String) -> String? {
        text(path)?.split(whereSeparator: { $0 == "\n" || $0 == "\0" }).first.map(String.init)
    }

    /// Creates the file, or empties an existing one. A FIFO without a reader fails with ENXIO.
    public static func create(_ path: String) throws(Errno) -> Descriptor {
        let file = try Descriptor.open(path, [.write, .create, .truncate, .nonBlocking, .noControllingTerminal])
        try file.setNonBlocking(false)
        return file
    }

    public static func write(_ bytes: [UInt8], to path: String) throws(Errno) {
        let file = try create(path)
        try file.writeAll(bytes)
        try file.close()
    }

    /// Replaces a regular file in one step: a program that reads the file gets either the old or the new contents,
    /// never a part of them. A file of another type, such as a pipe or a link, is written to directly.
    public static func replace(_ path: String, with bytes: [UInt8]) throws(Errno) {
        if let kind = try? FileStatus(path: path, followingLinks: false).kind, kind != .regular {
            return try write(bytes, to: path)
        }
        // Everybody may be able to write to the folder, and could put a link at a name that can be guessed. So the name
        // is random, and links are not followed.
        let new = "\(path).new-\(String(UInt32.random(in: .min ... .max), radix: 16))"
        let file = try Descriptor.open(new, [.write, .create, .exclusive, .noFollow])
        do throws(Errno) {
            try file.writeAll(bytes)
            try file.close()
            try KernelFileCalls().rename(new, to: path)
        } catch {
            try? KernelFileCalls().unlink(new)
            throw error
        }
    }
}
