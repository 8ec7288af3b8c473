internal import Glibc

/// Waiting in the kernel bench: its sleeps are rounded up to a timer tick, so these do not sleep but give way.
public enum Patience {
    /// Lets others run.
    public static func giveWay() { sched_yield() }

    /// Lets so much time pass.
    public static func pass(milliseconds: Int) {
        let end = nowMicroseconds + Int64(milliseconds) * 1000
        while nowMicroseconds < end { sched_yield() }
    }

    /// Waits until something is so, and says whether it came to that in time.
    public static func until(milliseconds: Int = 5000, _ condition: () throws -> Bool) rethrows -> Bool {
        let end = nowMicroseconds + Int64(milliseconds) * 1000
        while try !condition() {
            guard nowMicroseconds < end else { return false }
            sched_yield()
        }
        return true
    }

    /// CLOCK_MONOTONIC, which kernel timestamps are compared with.
    public static var nowMicroseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
