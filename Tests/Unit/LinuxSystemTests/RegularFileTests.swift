import Glibc
import Testing

@testable import LinuxSystem

/// Only regular files are read. The error for another file names its type.
@Suite struct RegularFileTests {
    @Test func aFileIsRead() throws {
        let folder = TemporaryFolder()
        try DurableFile.replace(folder.file("file"), with: [1, 2, 3])
        #expect(try RegularFile.read(folder.file("file")) == [1, 2, 3])
        try RegularFile.check(folder.file("file"))
        try RegularFile.check(folder.file("not there"))
        #expect(throws: SystemError("read", folder.file("not there"), .noSuchFile)) {
            try RegularFile.read(folder.file("not there"))
        }
        #expect(throws: SystemError("read", folder.file("file"), .fileTooLarge)) {
            try RegularFile.read(folder.file("file"), limit: 2)
        }
    }

    @Test func otherFilesAreRefused() throws {
        let folder = TemporaryFolder()
        #expect(mkfifo(folder.file("fifo"), 0o600) == 0)
        let socket = try UnixListener.bind(folder.file("socket"), permissions: 0o600)
        let words = [
            folder.file("fifo"): "a FIFO", folder.file("socket"): "a socket", folder.path: "a directory",
            "/dev/null": "a device", "/dev/zero": "a device",
        ]
        for (path, what) in words {
            let error = SystemError(
                "read", path, .invalidArgument, explanation: "it is \(what), not a regular file")
            #expect(throws: error) { try RegularFile.read(path) }
            #expect(throws: error) { try RegularFile.check(path) }
        }
        _ = socket.path
    }
}
