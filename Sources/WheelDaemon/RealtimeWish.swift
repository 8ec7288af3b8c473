import LinuxSystem
import WheelModel

/// The loop's wish to run in real time: asked for at the start, and again some time after it was taken away.
struct RealtimeWish {
    /// Before programs that compute, so that no event waits for one; after what makes sound, and the kernel's own.
    private static let priority: Int32 = 20
    /// So long a thread with nothing to wait for is broken, or has more clients than the machine can serve.
    private static let guardMicroseconds: Int64 = 200_000
    /// Whoever keeps the loop busy gets at most a tenth of a processor in real time.
    private static let pause = Interval.seconds(2)

    private var again: Instant?
    private var wasRevoked = false

    func ask() {
        switch RealtimeScheduling.request(
            priority: RealtimeWish.priority, guardMicroseconds: RealtimeWish.guardMicroseconds)
        {
        case .granted: Log.debug("real-time scheduling: granted")
        case .refused(let reason): Log.info("real-time scheduling: refused (\(reason)), so a busy machine adds delay")
        }
    }

    /// Wakes nothing: a loop that sleeps has no use for it until something comes.
    mutating func follow(at now: Instant) {
        if RealtimeScheduling.takeRevocation() {
            // Once: a client that does it all the time is not to fill the log.
            if !wasRevoked {
                Log.warning("the loop has run for too long without a pause: real-time scheduling pauses while it does")
            }
            wasRevoked = true
            again = now + RealtimeWish.pause
        } else if let again, now >= again {
            self.again = nil
            ask()
        }
    }
}
