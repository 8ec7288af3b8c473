public import WheelGeometry

extension Descriptor {
    /// Waits until the descriptor is ready or the time is reached, and returns whether it is ready. It blocks the
    /// thread.
    @discardableResult
    public borrowing func wait(for interest: Readiness, until end: Instant) -> Bool {
        guard let loop = try? EventLoop(eventsPerIteration: 1),
            let registration = try? loop.register(descriptorNumber: number, for: interest, NoOpHandler.shared)
        else { return false }
        defer { loop.deregister(registration) }
        repeat {
            if ((try? loop.iterate(wakeAt: end)) ?? 0) > 0 { return true }
        } while MonotonicClock.now < end
        return false
    }
}

/// Does nothing.
private final class NoOpHandler: EventHandler, Sendable {
    static let shared = NoOpHandler()

    func handle(_ readiness: Readiness, of registration: Registration) {}
}
