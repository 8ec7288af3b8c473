internal import Glibc

/// Waits by yielding the processor instead of sleeping: in the kernel bench, a sleep is rounded up to a timer tick.
public enum Patience {
    /// sched_yield(2).
    public static func giveWay() { sched_yield() }

    /// Waits for this time.
    public static func pass(milliseconds: Int) {
        let end = nowMicroseconds + Int64(milliseconds) * 1000
        while nowMicroseconds < end { sched_yield() }
    }

    /// Waits until the condition holds, and returns whether it does before the time is over.
    public static func until(milliseconds: Int = 5000, _ condition: () throws -> Bool) rethrows -> Bool {
        let end = nowMicroseconds + Int64(milliseconds) * 1000
        while try !condition() {
            guard nowMicroseconds < end else { return false }
            sched_yield()
        }
        return true
    }

    /// CLOCK_MONOTONIC, for comparison with the kernel's timestamps.
    public static var nowMicroseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
