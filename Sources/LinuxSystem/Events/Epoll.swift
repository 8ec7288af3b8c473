internal import CLinux
internal import Glibc
internal import WheelCore

/// An epoll instance and its event buffer. `EventLoop` explains why an event carries the number of a registration.
struct Epoll: ~Copyable {
    private let descriptor: Descriptor
    private let events: UnsafeMutablePointer<epoll_event>
    private let capacity: Int32
    /// Whether epoll_pwait2 is used. Becomes false permanently if the kernel (before 5.11) or a sandbox refuses
    /// epoll_pwait2.
    private var hasPreciseWait: Bool

    /// One wait returns at most `capacity` events; the next wait returns the other events.
    init(capacity: Int, hasPreciseWait: Bool = true) throws(Errno) {
        descriptor = Descriptor(owning: try system { epoll_create1(Int32(EPOLL_CLOEXEC)) })
        events = .allocate(capacity: capacity)
        events.initialize(repeating: epoll_event(), count: capacity)
        self.capacity = Int32(capacity)
        self.hasPreciseWait = hasPreciseWait
    }

    deinit {
        events.deallocate()
    }

    func add(_ number: Int32, _ interest: Readiness, data: UInt64) throws(Errno) {
        try change(EPOLL_CTL_ADD, number, interest, data)
    }

    func modify(_ number: Int32, _ interest: Readiness, data: UInt64) throws(Errno) {
        try change(EPOLL_CTL_MOD, number, interest, data)
    }

    func remove(_ number: Int32) throws(Errno) {
        try change(EPOLL_CTL_DEL, number, [], 0)
    }

    private func change(
        _ operation: Int32, _ number: Int32, _ interest: Readiness, _ data: UInt64
    ) throws(Errno) {
        var event = epoll_event()
        event.events = interest.rawValue
        event.data.u64 = data
        let epoll = descriptor.number
        _ = try system { epoll_ctl(epoll, operation, number, &event) }
    }

    /// Waits for an event, for at most `timeout` (nil: without limit), and returns the number of events.
    ///
    /// Returns 0 after the timeout. Returns 0 earlier only if a signal handler has run: the handler may have changed a
    /// state that the caller has to check.
    mutating func wait(timeout: Interval?) throws(Errno) -> Int {
        let count = hasPreciseWait ? waitPrecisely(timeout) : waitInMilliseconds(timeout)
        if count >= 0 { return Int(count) }
        switch Glibc.errno {
        case EINTR:
            return 0
        case ENOSYS where hasPreciseWait, EPERM where hasPreciseWait:
            // A sandbox may answer EPERM to a system call that it does not know. The kernel's epoll_pwait2 never fails
            // with EPERM.
            hasPreciseWait = false
            return try wait(timeout: timeout)
        case let error:
            throw Errno(rawValue: error)
        }
    }

    /// The event at `index` in the result of the last wait.
    func event(at index: Int) -> (readiness: Readiness, data: UInt64) {
        let event = events[index]
        return (Readiness(rawValue: event.events), event.data.u64)
    }

    private func waitPrecisely(_ timeout: Interval?) -> Int32 {
        guard let timeout else { return epoll_pwait2(descriptor.number, events, capacity, nil, nil) }
        let (seconds, microseconds) = max(0, timeout.microseconds).quotientAndRemainder(dividingBy: 1_000_000)
        var time = timespec()
        time.tv_sec = time_t(clamping: seconds)
        time.tv_nsec = Int(microseconds) * 1000
        return epoll_pwait2(descriptor.number, events, capacity, &time, nil)
    }

    private func waitInMilliseconds(_ timeout: Interval?) -> Int32 {
        guard let timeout else { return epoll_wait(descriptor.number, events, capacity, -1) }
        // The timeout is rounded up: if a wait ended too early, the caller would repeat it until the time is reached.
        let milliseconds = max(0, timeout.microseconds).addingReportingOverflow(999).partialValue / 1000
        return epoll_wait(descriptor.number, events, capacity, Int32(clamping: milliseconds))
    }
}
