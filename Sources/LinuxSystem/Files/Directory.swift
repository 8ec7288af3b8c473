internal import Glibc

public enum Directory {
    /// readdir(3): the names in a folder, sorted, without `.` and `..`.
    public static func names(in path: String) throws(Errno) -> [String] {
        guard let folder = opendir(path) else { throw Errno.last }
        defer { closedir(folder) }
        var names: [String] = []
        while true {
            // readdir returns NULL both at the end and on an error; only `errno` distinguishes the two cases, so
            // `errno` is cleared first.
            errno = 0
            guard let entry = readdir(folder) else {
                let error = Errno.last
                guard error.rawValue == 0 else { throw error }
                return names.sorted()
            }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
    }

    /// mkdir(2). An existing folder is not an error.
    public static func create(_ path: String, permissions: UInt32 = 0o777) throws(Errno) {
        do throws(Errno) {
            _ = try system { mkdir(path, permissions) }
        } catch .fileExists {
            guard try FileStatus(path: path).kind == .directory else { throw .fileExists }
        }
    }
}
