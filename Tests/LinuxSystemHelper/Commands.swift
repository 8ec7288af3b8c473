import CAllocationCounter
import CSystemCallTracer
import Glibc
import LinuxSystem

/// Saves so many bytes, in writes of at most 4096.
func replace(path: String, byteCount: Int) throws {
    let bytes = [UInt8](repeating: UInt8(ascii: "n"), count: byteCount)
    system_call_mark()
    try DurableFile.replace(path, with: bytes, calls: SmallWrites())
    system_call_mark()
}

/// Cuts a save into several writes, as the kernel may.
private struct SmallWrites: DurableFileCalls {
    private let kernel = KernelFileCalls()

    func open(_ path: String, _ mode: Descriptor.OpenMode, permissions: UInt32) throws(Errno) -> Descriptor {
        try kernel.open(path, mode, permissions: permissions)
    }
    func write(_ bytes: ArraySlice<UInt8>, to file: borrowing Descriptor) throws(Errno) -> Int {
        try kernel.write(bytes.prefix(4096), to: file)
    }
    func synchronize(_ file: borrowing Descriptor) throws(Errno) { try kernel.synchronize(file) }
    func close(_ file: consuming Descriptor) throws(Errno) { try kernel.close(file) }
    func rename(_ path: String, to newPath: String) throws(Errno) { try kernel.rename(path, to: newPath) }
    func unlink(_ path: String) throws(Errno) { try kernel.unlink(path) }
}

/// Each iteration: an eventfd is ready, and a deadline is set. The handler itself makes no system call, so all of
/// them are the loop's.
func iterate(times: Int) throws {
    let loop = try EventLoop()
    let event = try EventDescriptor()
    let handler = Counting()
    let registration = try loop.register(event.descriptor, for: .readable, handler)
    event.signal()
    let deadline = MonotonicClock.nowMicroseconds() + 60_000_000
    try loop.iterate(wakeAtMicroseconds: deadline)
    let before = allocations_of_this_thread()
    system_call_mark()
    for _ in 0..<times {
        try loop.iterate(wakeAtMicroseconds: deadline)
    }
    system_call_mark()
    let allocations = allocations_of_this_thread() - before
    loop.deregister(registration)
    print("\(handler.count - 1) events, \(allocations) allocations")
}

private final class Counting: EventHandler {
    var count = 0
    func handle(_ readiness: Readiness, of registration: Registration) { count += 1 }
}

/// Each passed socket's name, and whether it listens; then the variables that are left.
func printPassedSockets() throws {
    var sockets = try PassedSockets.takeFromEnvironment()
    while let name = sockets.names.first, let socket = sockets.take() {
        let closedOnExec = fcntl(socket.number, F_GETFD) == FD_CLOEXEC
        do {
            let listener = try UnixListener.adopt(socket)
            print("'\(name)' listens at \(listener.path ?? "-"), close-on-exec: \(closedOnExec)")
        } catch {
            print("'\(name)': \(error)")
        }
    }
    let left = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"].filter { Environment.value(of: $0) != nil }
    print("\(left.count) variables left")
}

/// Runs without sleeping until the guard acts, for at most ten seconds.
func printRealtime() {
    switch RealtimeScheduling.request(priority: 1, guardMicroseconds: 100_000) {
    case .refused(let error):
        print("refused: \(error.name)")
    case .granted:
        let policy = sched_getscheduler(0)
        let begin = MonotonicClock.nowMicroseconds()
        var revoked = false
        while !revoked && MonotonicClock.nowMicroseconds() - begin < 10_000_000 {
            revoked = RealtimeScheduling.takeRevocation()
        }
        let policies = "\(policy & 0xff) then \(sched_getscheduler(0) & 0xff)"
        print("policy \(policies), revoked: \(revoked), again: \(RealtimeScheduling.takeRevocation())")
    }
}
