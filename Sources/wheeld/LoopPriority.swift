import LinuxSystem
import WheelCore

/// Requests real-time scheduling (SCHED_FIFO) for the loop's thread, and requests it again after a loss.
///
/// No event must wait for an ordinary program. So the loop has a higher priority than ordinary programs, but a lower
/// priority than audio and the kernel's own threads. A loop that runs for 200 ms without waiting is broken, or has more
/// clients than the machine can serve. A signal handler then takes the priority away (`RealtimeScheduling`), so that
/// other programs can run. But a single slow request must not slow the daemon for months: ten seconds later the loop
/// requests the priority again. After each further loss the loop waits twice as long as before, up to ten minutes.
struct LoopPriority {
    private static let priority: Int32 = 20
    private static let longestRun = Interval.milliseconds(200)
    private static let firstPause = Interval.seconds(10)
    private static let longestPause = Interval.seconds(600)

    /// When to request the priority again; `nil` while it is granted or refused. The loop does not wake for this: a
    /// loop that sleeps needs no priority.
    private var retryAt: Instant?
    private var pause = LoopPriority.firstPause

    mutating func request(for loop: EventLoop) {
        retryAt = nil
        switch RealtimeScheduling.request(priority: LoopPriority.priority, longestRun: LoopPriority.longestRun) {
        case .granted:
            // A busy loop sleeps for a moment at least about every 100 ms, half of the kernel's limit. So clients that
            // send requests without a pause cannot make the loop lose the priority.
            loop.longestRun = Interval(microseconds: LoopPriority.longestRun.microseconds / 2)
            Log.debug("real-time scheduling: granted")
        case .refused(let reason): Log.info("real-time scheduling: refused (\(reason)), so a busy machine adds delay")
        }
    }

    /// Detects the loss of the priority, and requests the priority again when `retryAt` has passed.
    mutating func update(for loop: EventLoop, at now: Instant) {
        if RealtimeScheduling.consumeRevocation() {
            retryAt = now + pause
            Log.warning(
                "the loop has run for too long without a pause, and continues without real-time scheduling for "
                    + "\(pause.microseconds / 1_000_000) s")
            pause = min(Interval(microseconds: pause.microseconds * 2), LoopPriority.longestPause)
        }
        if let retryAt, now >= retryAt { request(for: loop) }
    }
}
