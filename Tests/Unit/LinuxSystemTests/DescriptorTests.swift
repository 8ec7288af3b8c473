import Glibc
import LinuxSystem
import Testing

@Suite struct DescriptorTests {
    @Test func deinitClosesIt() throws {
        let number: Int32
        do {
            let descriptor = try Descriptor.open("/dev/null", [.read])
            number = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 900)
        }
        do {
            let owner = Descriptor(owning: number)
            #expect(isOpen(owner.number))
        }
        #expect(!isOpen(number))
    }

    @Test func releaseKeepsItOpen() throws {
        let number = try Descriptor.open("/dev/null", [.read]).release()
        #expect(isOpen(number))
        try Descriptor(owning: number).close()
    }

    @Test func isCloseOnExec() throws {
        let descriptor = try Descriptor.open("/dev/null", [.read])
        #expect(fcntl(descriptor.number, F_GETFD) == FD_CLOEXEC)
        let second = try descriptor.duplicate()
        #expect(fcntl(second.number, F_GETFD) == FD_CLOEXEC)
        #expect(second.number != descriptor.number)
    }

    @Test func openThrowsTheErrno() {
        #expect(throws: Errno.noSuchFile) { _ = try Descriptor.open("/nowhere/at/all", [.read]).release() }
    }

    @Test func readsAllUpToALimit() throws {
        let folder = TemporaryFolder()
        let text = String(repeating: "0123456789", count: 20_000)
        do {
            let file = try Descriptor.open(folder.file("a"), [.write, .create, .exclusive])
            try file.write(text)
        }
        let whole = try Descriptor.open(folder.file("a"), [.read]).readAll()
        #expect(whole == Array(text.utf8))
        #expect(throws: Errno.fileTooLarge) {
            _ = try Descriptor.open(folder.file("a"), [.read]).readAll(limit: text.utf8.count - 1)
        }
    }

    @Test func readThrowsWouldBlock() throws {
        let pipe = try DescriptorPair.pipe()
        try pipe.first.setNonBlocking()
        #expect(throws: Errno.wouldBlock) { _ = try pipe.first.readText() }
        try pipe.second.write("turn")
        #expect(try pipe.first.readText() == "turn")
    }
}
