import Glibc
import Testing

@testable import LinuxSystem

@Suite struct FileLockTests {
    /// flock(2) locks an open file, so that a second open file of this process acts like another process.
    @Test func isExclusiveUntilReleased() throws {
        let folder = TemporaryFolder()
        let path = folder.file("lock")
        for _ in 0..<2 {
            var held: FileLock?
            let isFree = try eventually {
                if case .taken(let lock) = try FileLock.acquire(path) { held = lock }
                return held != nil
            }
            #expect(isFree)
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
