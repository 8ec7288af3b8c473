internal import LinuxSystem

/// Files that a test writes.
enum Scratch {
    /// The path for a new file in a folder of its own.
    static func path(_ name: String) throws -> String { try TemporaryFolder.make() + "/" + name }

    /// A file with this text.
    static func file(_ text: String, named name: String = "wheeld.toml") throws -> String {
        let path = try path(name)
        let file = try Descriptor.open(path, [.write, .create, .truncate])
        try file.writeAll(Array(text.utf8))
        return path
    }
}
