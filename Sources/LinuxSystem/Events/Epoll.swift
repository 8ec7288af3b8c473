internal import CLinux
internal import Glibc
internal import WheelGeometry

/// An epoll instance with the buffer that its events arrive in.
///
/// Each event carries the number its registration was given, never a descriptor: the kernel may hand out a closed
/// descriptor's number again while an event of the old one is still on its way.
struct Epoll: ~Copyable {
    private let descriptor: Descriptor
    private let events: UnsafeMutablePointer<epoll_event>
    private let capacity: Int32
    /// Cleared for good where the kernel (before 5.11) or a sandbox does not have epoll_pwait2.
    private var hasPreciseWait: Bool

    /// As many events as fit `capacity` come out of one wait; the others come out of the next.
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

    /// How many events there are, after the first came or `timeout` is over (nil: never).
    ///
    /// Never returns early without an event, except with 0 when a signal handler has run: what it did may be of
    /// interest to the caller.
    mutating func wait(timeout: Interval?) throws(Errno) -> Int {
        let count = hasPreciseWait ? waitPrecisely(timeout) : waitInMilliseconds(timeout)
        if count >= 0 { return Int(count) }
        switch Glibc.errno {
        case EINTR:
            return 0
        case ENOSYS where hasPreciseWait, EPERM where hasPreciseWait:
            // Sandboxes answer EPERM to system calls that are younger than they are; the call itself never does.
            hasPreciseWait = false
            return try wait(timeout: timeout)
        case let error:
            throw Errno(rawValue: error)
        }
    }

    /// The event at `index` of the last wait.
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
        // Rounded up: to wake before the time would be to go round again and again until it has come.
        let milliseconds = max(0, timeout.microseconds).addingReportingOverflow(999).partialValue / 1000
        return epoll_wait(descriptor.number, events, capacity, Int32(clamping: milliseconds))
    }
}
