import Glibc
import LinuxSystem
import Testing

@Suite struct ErrnoTests {
    @Test(arguments: [
        (Errno.noDevice, "ENODEV (No such device)"),
        (.wouldBlock, "EAGAIN (Resource temporarily unavailable)"),
        (Errno(rawValue: 4711), "errno 4711"),
    ])
    func describesTheError(error: Errno, text: String) {
        #expect(error.description == text)
    }

    @Test(arguments: [
        (SystemError("open", "/x", .noSuchFile), "open /x: ENOENT (No such file or directory)"),
        (SystemError("create a thread", .wouldBlock), "create a thread: EAGAIN (Resource temporarily unavailable)"),
        (SystemError("bind", "/x", .addressInUse, explanation: "in use"), "bind /x: in use (EADDRINUSE)"),
    ])
    func describesTheOperationAndItsSubject(error: SystemError, text: String) {
        #expect(error.description == text)
    }
}
