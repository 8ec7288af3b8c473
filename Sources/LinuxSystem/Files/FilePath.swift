/// The parts of a path.
public enum FilePath {
    /// The folder that a file is in, as a path: "/run/wheeld" of "/run/wheeld/wheeld.sock", "." of "wheeld.sock".
    public static func folder(of path: String) -> String {
        let bytes = path.utf8
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == bytes.startIndex ? "/" : String(path[..<slash])
    }

    /// What comes after the last slash.
    public static func name(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }
}
