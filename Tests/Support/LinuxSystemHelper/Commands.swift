import CAllocationCounter
import CSystemCallTracer
import Glibc
import LinuxSystem
import WheelCore

/// Saves a file of `byteCount` bytes, with writes of at most 4096 bytes each.
func replace(path: String, byteCount: Int) throws {
    let bytes = [UInt8](repeating: UInt8(ascii: "n"), count: byteCount)
    system_call_mark()
    try DurableFile.replace(path, with: bytes, calls: SmallWrites())
    system_call_mark()
}

/// Splits a save into several writes, as the kernel may.
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

/// In each iteration an eventfd is ready and a deadline is set. The handler makes no system call, so all system calls
/// are the loop's.
func iterate(times: Int) throws {
    let loop = try EventLoop()
    let event = try EventDescriptor()
    let handler = Counting()
    let registration = try loop.register(event.descriptor, for: .readable, handler)
    event.signal()
    let deadline = MonotonicClock.now + .seconds(60)
    try loop.iterate(wakeAt: deadline)
    let before = allocations_of_this_thread()
    system_call_mark()
    for _ in 0..<times {
        // No change, and therefore no system call.
        try loop.change(registration, to: .readable)
        try loop.iterate(wakeAt: deadline)
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

/// Prints each passed socket, or the error.
func printPassedSockets() {
    do throws(SystemError) {
        printSockets(of: try PassedSockets.consumeFromEnvironment())
    } catch {
        print(error)
    }
}

/// Prints for each passed socket whether it listens, then the number of systemd's variables that are left.
private func printSockets(of passed: consuming PassedSockets) {
    var sockets = passed
    while let socket = sockets.consume() {
        let closedOnExec = fcntl(socket.number, F_GETFD) == FD_CLOEXEC
        do {
            let listener = try UnixListener.adopt(socket)
            print("listens at \(listener.path ?? "-"), close-on-exec: \(closedOnExec)")
        } catch {
            print(error)
        }
    }
    print(left(of: ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]))
}

/// Prints the state of the notify socket and the watchdog's interval, then the number of systemd's variables that are
/// left.
func printNotifySocket() throws {
    let notify = try NotifySocket()
    let watchdog = notify.watchdogInterval.map { "\($0.microseconds)" } ?? "none"
    let left = left(of: ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"])
    print("\(notify.isActive ? "active" : "inactive"), watchdog \(watchdog), \(left)")
}

private func left(of variables: [String]) -> String {
    "\(variables.filter { Environment.value(of: $0) != nil }.count) variables left"
}

/// Runs without sleeping until the real-time scheduling is revoked, at most ten seconds.
func printRealtime() {
    switch RealtimeScheduling.request(priority: 1, longestRun: .milliseconds(100)) {
    case .refused(let error):
        print("refused: \(error.name)")
    case .granted:
        let policy = sched_getscheduler(0)
        let begin = MonotonicClock.now
        var revoked = false
        while !revoked && MonotonicClock.now - begin < .seconds(10) {
            revoked = RealtimeScheduling.consumeRevocation()
        }
        let policies = "\(policy & 0xff) then \(sched_getscheduler(0) & 0xff)"
        print("policy \(policies), revoked: \(revoked), again: \(RealtimeScheduling.consumeRevocation())")
    }
}

/// Writes a message at each level, then prints how many of the texts were evaluated.
func log(_ level: Log.Level) {
    Log.level = level
    var made = 0
    func text() -> String {
        made += 1
        return "made 1"
    }
    system_call_mark()
    Log.error(text())
    Log.warning(text())
    Log.info(text())
    Log.debug(text())
    system_call_mark()
    print("\(made) texts made")
}
