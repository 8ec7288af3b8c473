import Glibc
import LinuxSystem
import Testing

@Suite struct DurableFileTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("state.json") }
    private let old = [UInt8](repeating: UInt8(ascii: "o"), count: 5000)
    private let new = [UInt8](repeating: UInt8(ascii: "n"), count: 10_000)

    private func contents() throws -> [UInt8] { try Descriptor.open(path, [.read]).readAll() }

    @Test func replacesTheFileAndLeavesNoOther() throws {
        try DurableFile.replace(path, with: old, permissions: 0o600)
        #expect(try contents() == old)
        #expect(try FileStatus(path: path).permissions == 0o600)
        try DurableFile.replace(path, with: new)
        #expect(try contents() == new)
        #expect(try folder.names() == ["state.json"])
    }

    /// Repeats a save once for each of its system calls, and kills the process right after that call.
    @Test func fileIsCompleteAfterAKill() throws {
        let whole = Helper.trace(["replace", path, "\(new.count)"])
        #expect(whole.status == 0 && whole.signal == 0)
        #expect(
            whole.calls.filter { $0 != "getrandom" } == [
                "open", "open", "write", "write", "write", "fsync", "close", "rename", "fsync", "close",
            ])
        var seen: Set<[UInt8]> = []
        for count in 1...whole.calls.count {
            try DurableFile.replace(path, with: old)
            let killed = Helper.trace(["replace", path, "\(new.count)"], killAfter: count)
            #expect(killed.signal == SIGKILL)
            #expect(killed.calls.count == count)
            // The next start cleans up and finds the old or the new contents.
            try DurableFile.removeUnfinished(of: path)
            let found = try contents()
            #expect(found == old || found == new, "killed after \(killed.calls)")
            #expect(found == (killed.calls.contains("rename") ? new : old))
            #expect(try folder.names() == ["state.json"])
            seen.insert(found)
        }
        #expect(seen == [old, new])
    }

    /// Each system call fails in turn. The file stays complete, and has the old contents unless the rename was done.
    @Test(arguments: [ENOSPC, EIO, EROFS].map(Errno.init(rawValue:)))
    func fileIsCompleteAfterAFailedCall(error: Errno) throws {
        let trial = FailingCalls(failAt: .max, with: error)
        try DurableFile.replace(path, with: new, calls: trial)
        #expect(
            trial.made == ["open", "open", "write", "write", "synchronize", "close", "rename", "synchronize", "close"])
        for index in 0..<trial.made.count {
            try DurableFile.replace(path, with: old)
            let calls = FailingCalls(failAt: index, with: error)
            var failure: SystemError?
            do throws(SystemError) {
                try DurableFile.replace(path, with: new, calls: calls)
            } catch {
                failure = error
            }
            // The last call closes the folder, and its error is ignored.
            #expect(failure?.errno == (index == trial.made.count - 1 ? nil : error))
            #expect(try contents() == (calls.made.contains("rename") && calls.made.last != "unlink" ? new : old))
            #expect(try folder.names() == ["state.json"])
        }
    }

    @Test func errorNamesTheOperation() {
        let path = folder.file("none/state.json")
        #expect(throws: SystemError("open", folder.file("none"), .noSuchFile)) {
            try DurableFile.replace(path, with: new)
        }
    }

    @Test func acceptsAFolderThatCannotBeSynchronized() throws {
        try DurableFile.replace(path, with: new, calls: FailingCalls(failAt: 7, with: .invalidArgument))
        #expect(try contents() == new)
    }
}

/// Makes one of the calls fail without its effect, except `close`, which still closes. A write accepts at most 6000
/// bytes.
private final class FailingCalls: DurableFileCalls {
    private let kernel = KernelFileCalls()
    private let failing: Int
    private let error: Errno
    private(set) var made: [String] = []

    init(failAt index: Int, with error: Errno) {
        failing = index
        self.error = error
    }

    private func make(_ name: String) throws(Errno) {
        made.append(name)
        if made.count - 1 == failing { throw error }
    }

    func open(_ path: String, _ mode: Descriptor.OpenMode, permissions: UInt32) throws(Errno) -> Descriptor {
        try make("open")
        return try kernel.open(path, mode, permissions: permissions)
    }
    func write(_ bytes: ArraySlice<UInt8>, to file: borrowing Descriptor) throws(Errno) -> Int {
        try make("write")
        return try kernel.write(bytes.prefix(6000), to: file)
    }
    func synchronize(_ file: borrowing Descriptor) throws(Errno) {
        try make("synchronize")
        try kernel.synchronize(file)
    }
    func close(_ file: consuming Descriptor) throws(Errno) {
        try kernel.close(file)
        try make("close")
    }
    func rename(_ path: String, to newPath: String) throws(Errno) {
        try make("rename")
        try kernel.rename(path, to: newPath)
    }
    func unlink(_ path: String) throws(Errno) {
        try make("unlink")
        try kernel.unlink(path)
    }
}
