import LinuxSystem

/// Wakes the render loop, which then checks all conditions itself.
final class WakeHandler: EventHandler {
    private var hasHungUp = false

    func handle(_ readiness: Readiness, of registration: Registration) {
        if !readiness.isDisjoint(with: [.hangup, .error]) { hasHungUp = true }
    }

    /// Whether a descriptor has reported a hang-up since the last call, because its device was removed.
    func consumeHangup() -> Bool {
        defer { hasHungUp = false }
        return hasHungUp
    }
}
