import Glibc
import Testing

@testable import LinuxSystem

@Suite struct FileLockTests {
    /// flock(2) locks an open file, so that a second open file of this process acts like another process.
    @Test func isExclusiveUntilReleased() throws {
        let folder = TemporaryFolder()
        let path = folder.file("lock")
        for _ in 0..<2 {
            guard case .taken(let held) = try FileLock.acquire(path) else {
                Issue.record("nobody has it, and it is not to be had")
                return
            }
            if case .isHeld(let process) = try FileLock.acquire(path) {
                #expect(process == Int(getpid()))
            } else {
                Issue.record("two have it")
            }
            withExtendedLifetime(held) {}
            #expect(try FileStatus(path: path).permissions == 0o600)
        }
        #expect(throws: Errno.noSuchFile) { _ = try FileLock.acquire(folder.file("none/lock")) }
    }
}
