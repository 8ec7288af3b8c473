internal import Glibc
public import WheelCore

extension Descriptor {
    /// Less than a second.
    private static let pause = Interval.milliseconds(100)

    /// poll(2): waits until the descriptor is ready or the time is reached (nil: without limit), and returns whether it
    /// is ready. It blocks the thread.
    ///
    /// If the kernel cannot wait (no memory, or a limit of descriptors that was lowered), it sleeps for `pause`, or until the
    /// time, and returns false: a caller that waits again and again must not use up a processor.
    @discardableResult
    public borrowing func wait(for interest: Readiness, until end: Instant? = nil) -> Bool {
        // The flags of poll have the values of epoll's.
        var polled = pollfd(fd: number, events: Int16(truncatingIfNeeded: interest.rawValue), revents: 0)
        while true {
            // Rounded up: a wait that ended too early would be repeated until the time is reached.
            let left = end.map {
                max(0, ($0 - MonotonicClock.now).microseconds).addingReportingOverflow(999).partialValue
            }
            let count = poll(&polled, 1, left.map { Int32(clamping: $0 / 1000) } ?? -1)
            if count > 0 { return true }
            if count < 0, errno != EINTR {
                let pause = Descriptor.pause.microseconds
                var time = timespec(tv_sec: 0, tv_nsec: Int(min(left ?? pause, pause)) * 1000)
                nanosleep(&time, nil)
                return false
            }
            if let end, MonotonicClock.now >= end { return false }
        }
    }
}
