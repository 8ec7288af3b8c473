internal import LinuxSystem

enum Scratch {
    /// A path for a new file, in a new folder of its own.
    static func path(_ name: String) throws -> String { try TemporaryFolder.make() + "/" + name }

    /// The path of a new file with this text.
    static func file(_ text: String, named name: String = "wheeld.toml") throws -> String {
        let path = try path(name)
        let file = try Descriptor.open(path, [.write, .create, .truncate])
        try file.writeAll(Array(text.utf8))
        return path
    }
}
