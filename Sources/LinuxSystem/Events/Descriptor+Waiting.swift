public import WheelGeometry

extension Descriptor {
    /// Sleeps until it is ready or the time has come; true if it is ready. For a thread that has nothing else to do.
    @discardableResult
    public borrowing func wait(for interest: Readiness, until end: Instant) -> Bool {
        // An event loop of its own for one descriptor.
        guard let loop = try? EventLoop(eventsPerIteration: 1),
            let registration = try? loop.register(descriptorNumber: number, for: interest, Nobody.shared)
        else { return false }
        defer { loop.deregister(registration) }
        repeat {
            if ((try? loop.iterate(wakeAt: end)) ?? 0) > 0 { return true }
        } while MonotonicClock.now < end
        return false
    }
}

/// Hears and says nothing.
private final class Nobody: EventHandler, Sendable {
    static let shared = Nobody()

    func handle(_ readiness: Readiness, of registration: Registration) {}
}
