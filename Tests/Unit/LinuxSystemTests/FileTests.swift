import Glibc
import LinuxSystem
import Testing

@Suite struct FileTests {
    private let folder = TemporaryFolder()

    @Test(arguments: [
        ("/run/wheeld/wheeld.sock", "/run/wheeld", "wheeld.sock"),
        ("/wheeld.sock", "/", "wheeld.sock"),
        ("wheeld.sock", ".", "wheeld.sock"),
        ("a/b", "a", "b"),
        ("folder/", "folder", ""),
    ])
    func splitsPaths(path: String, parent: String, name: String) {
        #expect(FilePath.folder(of: path) == parent)
        #expect(FilePath.name(of: path) == name)
    }

    @Test func listsNamesInOrder() throws {
        for name in ["b", "a", ".hidden", "c"] { try DurableFile.replace(folder.file(name), with: []) }
        #expect(try Directory.names(in: folder.path) == [".hidden", "a", "b", "c"])
        #expect(throws: Errno.noSuchFile) { try Directory.names(in: folder.file("none")) }
        #expect(throws: Errno.notDirectory) { try Directory.names(in: folder.file("a")) }
    }

    @Test func createsAFolderUnlessThereIsOne() throws {
        let path = folder.file("sub")
        defer { rmdir(path) }
        try Directory.create(path, permissions: 0o700)
        try Directory.create(path)
        #expect(try FileStatus(path: path).kind == .directory)
        #expect(try FileStatus(path: path).permissions == 0o700)
        try DurableFile.replace(folder.file("file"), with: [])
        #expect(throws: Errno.fileExists) { try Directory.create(folder.file("file")) }
    }

    @Test func readsTheStatus() throws {
        let path = folder.file("a")
        try DurableFile.replace(path, with: [1, 2, 3], permissions: 0o640)
        let status = try FileStatus(path: path)
        #expect(status.kind == .regular && status.permissions == 0o640)
        #expect(status.user == geteuid())
        #expect(try FileStatus(of: try Descriptor.open(path, [.read])) == status)

        symlink(path, folder.file("link"))
        #expect(try FileStatus(path: folder.file("link")).identity == status.identity)
        #expect(try FileStatus(path: folder.file("link"), followingLinks: false).kind == .symbolicLink)

        let null = try FileStatus(path: "/dev/null")
        #expect(null.kind == .characterDevice && null.deviceMajor == 1 && null.deviceMinor == 3)
        #expect(throws: Errno.noSuchFile) { try FileStatus(path: folder.file("none")) }
    }

    @Test func mapsAFile() throws {
        let path = folder.file("map")
        try DurableFile.replace(path, with: [UInt8](repeating: 7, count: 8192))
        do {
            let map = try MemoryMap(
                try Descriptor.open(path, [.readWrite]), byteCount: 4096, offset: 4096)
            #expect(map.bytes.count == 4096 && map.bytes[0] == 7)
            map.bytes[0] = 9
        }
        let bytes = try Descriptor.open(path, [.read]).readAll()
        #expect(bytes[4095...4097] == [7, 9, 7])
        #expect(throws: Errno.invalidArgument) {
            _ = try MemoryMap(try Descriptor.open(path, [.read]), byteCount: 0).bytes
        }
        #expect(throws: Errno.accessDenied) {
            _ = try MemoryMap(try Descriptor.open(path, [.read]), byteCount: 4096).bytes
        }
    }

    @Test func watchesAFolder() throws {
        let inotify = try InotifyDescriptor()
        try inotify.watch(folder.path, for: [.created, .movedIn])
        func hasEvents() -> Bool { inotify.descriptor.wait(for: .readable, until: .distantPast) }
        #expect(!hasEvents())
        do { try Descriptor.open(folder.file("a"), [.write, .create]).write("x") }
        #expect(hasEvents())
        try inotify.clear()
        #expect(!hasEvents())
        rename(folder.file("a"), folder.file("a longer name"))
        // These links cause more events than one read of the descriptor returns.
        for number in 0..<1000 { symlink("x", folder.file("link \(number)")) }
        #expect(hasEvents())
        try inotify.clear()
        #expect(!hasEvents())
        unlink(folder.file("link 0"))
        #expect(!hasEvents(), "removals are not watched for")
    }
}
