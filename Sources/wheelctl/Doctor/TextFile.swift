import LinuxSystem

/// Small files that this machine describes itself by.
enum TextFile {
    /// `nil` if there is none that can be read.
    static func read(_ path: String) -> String? {
        guard let bytes = try? Descriptor.open(path, .read).readAll(limit: 1 << 20) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The first line, without what ends it.
    static func line(_ path: String) -> String? {
        read(path)?.split(whereSeparator: { $0 == "\n" || $0 == "\0" }).first.map(String.init)
    }
}
