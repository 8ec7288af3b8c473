internal import Glibc

/// Waits by sleeping. In the kernel bench a sleep takes no real time, but a loop that yields would.
public enum Patience {
    public static func pass(milliseconds: Int) { pass(microseconds: Int64(milliseconds) * 1000) }

    public static func pass(microseconds: Int64) {
        let end = nowMicroseconds + microseconds
        // A signal ends a sleep early.
        while case let rest = end - nowMicroseconds, rest > 0 {
            var time = timespec(tv_sec: Int(rest / 1_000_000), tv_nsec: Int(rest % 1_000_000) * 1000)
            nanosleep(&time, nil)
        }
    }

    /// Waits until the condition holds. Returns false if it does not hold within `milliseconds`.
    public static func until(milliseconds: Int = 5000, _ condition: () throws -> Bool) rethrows -> Bool {
        let end = nowMicroseconds + Int64(milliseconds) * 1000
        while try !condition() {
            guard nowMicroseconds < end else { return false }
            pass(microseconds: 500)
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
