internal import LinuxSystem

/// Files that a test writes.
enum Scratch {
    /// A file with this text, in a folder of its own.
    static func file(_ text: String, named name: String = "wheeld.toml") throws -> String {
        let path = try TemporaryFolder.make() + "/" + name
        let file = try Descriptor.open(path, [.write, .create, .truncate])
        try Array(text.utf8).withUnsafeBytes { try file.writeAll($0) }
        return path
    }
}
