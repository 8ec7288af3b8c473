import Glibc
import Testing
import WheelCore

@testable import LinuxSystem

@Suite struct NotifySocketTests {
    @Test func doesNothingWithoutAServiceManager() throws {
        for address in [nil, ""] {
            let notify = try NotifySocket(address: address)
            #expect(!notify.isActive)
            #expect(notify.watchdogInterval == nil)
            try notify.ready(status: "2 of 3 inputs")
            try notify.watchdog()
        }
    }

    @Test(arguments: [false, true])
    func sendsNotifications(abstract: Bool) throws {
        let folder = TemporaryFolder()
        let manager = try FakeManager(abstract ? "@wheeld-test-\(getpid())" : folder.file("notify"))
        let notify = try NotifySocket(address: manager.address)
        #expect(notify.isActive)
        try notify.ready()
        #expect(manager.next() == "READY=1")
        try notify.ready(status: "2 of 3 inputs, 4 clients")
        #expect(manager.next() == "READY=1\nSTATUS=2 of 3 inputs, 4 clients")
        try notify.status("knob\nREADY=1\r\nlost")
        #expect(manager.next() == "STATUS=knob READY=1 lost")
        try notify.watchdog()
        #expect(manager.next() == "WATCHDOG=1")
        try notify.stopping()
        #expect(manager.next() == "STOPPING=1")

        let before = MonotonicClock.now.microseconds
        try notify.reloading()
        let lines = (manager.next() ?? "").split(separator: "\n")
        #expect(lines.first == "RELOADING=1")
        let time = lines.last.flatMap { $0.hasPrefix("MONOTONIC_USEC=") ? Int64($0.dropFirst(15)) : nil }
        #expect(lines.count == 2 && time.map { (before...MonotonicClock.now.microseconds).contains($0) } == true)
        #expect(manager.next() == nil)
    }

    @Test func dropsStatusesWhenTheQueueIsFull() throws {
        let folder = TemporaryFolder()
        let manager = try FakeManager(folder.file("notify"))
        let notify = try NotifySocket(address: manager.address)
        // Far more messages than a Unix socket's queue holds. No call blocks.
        for number in 0..<5000 { try notify.status("\(number)") }
        #expect(manager.next() == "STATUS=0")
    }

    @Test func throwsWhenTheManagerIsGone() throws {
        let folder = TemporaryFolder()
        let path = folder.file("nobody")
        let notify = try NotifySocket(address: path)
        #expect(throws: SystemError("notify", path, .noSuchFile)) { try notify.ready() }
    }

    @Test(
        arguments: [
            ("30000000", nil, 30_000_000), ("30000000", "own", 30_000_000), ("30000000", "1", nil),
            ("0", nil, nil), ("-5", nil, nil), ("soon", nil, nil), (nil, "own", nil),
        ] as [(String?, String?, Int64?)])
    func readsTheWatchdogInterval(interval: String?, process: String?, expected: Int64?) throws {
        let process = process == "own" ? "\(getpid())" : process
        let notify = try NotifySocket(address: "/run/nobody", interval: interval, process: process)
        #expect(notify.watchdogInterval == expected.map(Interval.init))
    }

    /// Each case runs in a process of its own, because the environment may be changed only at the start of a process.
    @Test(arguments: [
        ("NOTIFY_SOCKET=@nobody WATCHDOG_USEC=500 WATCHDOG_PID=$$", "active, watchdog 500, 0 variables left\n"),
        ("WATCHDOG_USEC=500 WATCHDOG_PID=$$", "inactive, watchdog none, 0 variables left\n"),
    ])
    func removesItsVariables(variables: String, output: String) throws {
        #expect(try Helper.output(of: "export \(variables); exec $HELPER notify") == output)
    }
}

/// A socket in place of the service manager's.
private final class FakeManager {
    let address: String
    private let socket: Descriptor

    init(_ text: String) throws {
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        socket = Descriptor(owning: Glibc.socket(AF_UNIX, type, 0))
        address = text
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { path in
            path.copyBytes(from: text.utf8)
            if text.hasPrefix("@") { path[0] = 0 }
        }
        let length = socklen_t(2 + text.utf8.count)
        let number = socket.number
        let result = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, length) }
        }
        guard result == 0 else { throw Errno.last }
    }

    func next() -> String? { try? socket.readText() }
}
