internal import Glibc
public import WheelCore

/// CLOCK_MONOTONIC, the clock of the kernel's event timestamps. This clock cannot be set, and it stops during suspend.
public enum MonotonicClock {
    /// clock_gettime(2). Makes no system call where the kernel offers a vDSO.
    public static var now: Instant { Instant(microseconds: read(CLOCK_MONOTONIC)) }

    /// clock_nanosleep(2). Signals do not end the sleep early.
    public static func sleep(until time: Instant) {
        let (seconds, rest) = time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        var end = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest) * 1000)
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nil) == EINTR {}
    }
}

extension Instant {
    package static var now: Instant { MonotonicClock.now }
}

/// CLOCK_REALTIME, the wall clock. Users and network time synchronisation can set this clock forwards and backwards.
public enum RealtimeClock {
    /// Microseconds since the beginning of 1970, UTC.
    public static func nowMicroseconds() -> Int64 { read(CLOCK_REALTIME) }
}

@inline(__always)
private func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    // The call cannot fail: both clocks exist on every Linux, and the pointer is valid.
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}
