internal import Glibc

/// Functions on paths: their parts, links and access rights.
public enum FilePath {
    /// The path of a file's folder: "/run/wheeld" for "/run/wheeld/wheeld.sock", "." for "wheeld.sock".
    public static func folder(of path: String) -> String {
        let bytes = path.utf8
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == bytes.startIndex ? "/" : String(path[..<slash])
    }

    /// The name of the file: the part of the path after the last slash.
    public static func name(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }
}

extension FilePath {
    /// readlink(2): the target of a symbolic link. The target may be a text that is not a path, such as
    /// "anon_inode:gpio-line".
    public static func destination(ofLink path: String) throws(Errno) -> String {
        var bytes = [CChar](repeating: 0, count: 4096)
        let count = try system { readlink(path, &bytes, bytes.count) }
        return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// realpath(3): the absolute path without links. Returns `path` unchanged if the file does not exist.
    public static func absolute(_ path: String) -> String {
        guard let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }

    /// access(2): throws if this process cannot create files in the folder.
    public static func checkFolder(_ path: String) throws(Errno) {
        _ = try system { access(path, W_OK | X_OK) }
    }

    /// access(2): whether this process may read the file, and also write it if `andWrite` is true.
    public static func mayRead(_ path: String, andWrite: Bool = false) -> Bool {
        access(path, andWrite ? R_OK | W_OK : R_OK) == 0
    }
}
