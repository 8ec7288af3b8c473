import LinuxSystem
import WheelCore

/// Real-time scheduling (SCHED_FIFO) of the loop's thread: requests it, and requests it again after it was lost.
///
/// No event must wait for an ordinary program, so the loop runs above them, and below audio and the kernel's own threads. A loop
/// that runs for 200 ms without waiting is broken, or has more clients than the machine can serve. The kernel then takes the
/// priority back, so that other programs can run. But one request that took too long is no reason to be late for months: ten
/// seconds later the loop requests it again, and waits twice as long after each further loss, up to ten minutes.
struct LoopPriority {
    private static let priority: Int32 = 20
    private static let longestRun = Interval.milliseconds(200)
    private static let firstPause = Interval.seconds(10)
    private static let longestPause = Interval.seconds(600)

    /// `nil` while it is granted or refused. The loop does not wake for it: a loop that sleeps has no use for the priority.
    private var retryAt: Instant?
    private var pause = LoopPriority.firstPause

    mutating func request(for loop: EventLoop) {
        retryAt = nil
        switch RealtimeScheduling.request(priority: LoopPriority.priority, longestRun: LoopPriority.longestRun) {
        case .granted:
            // Clients that always ask for something must not cost it.
            loop.longestRun = Interval(microseconds: LoopPriority.longestRun.microseconds / 2)
            Log.debug("real-time scheduling: granted")
        case .refused(let reason): Log.info("real-time scheduling: refused (\(reason)), so a busy machine adds delay")
        }
    }

    /// Notices a loss, and requests the priority again when it is time.
    mutating func update(for loop: EventLoop, at now: Instant) {
        if RealtimeScheduling.consumeRevocation() {
            retryAt = now + pause
            Log.warning(
                "the loop has run for too long without a pause, and goes on without real-time scheduling for "
                    + "\(pause.microseconds / 1_000_000) s")
            pause = min(Interval(microseconds: pause.microseconds * 2), LoopPriority.longestPause)
        }
        if let retryAt, now >= retryAt { request(for: loop) }
    }
}
