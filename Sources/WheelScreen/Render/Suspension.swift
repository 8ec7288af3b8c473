import LinuxSystem
import Synchronization
import WheelCore

/// Makes the render thread leave its screen to other programs, and come back.
final class Suspension: Sendable {
    enum Step: Sendable {
        /// The screen is the thread's own.
        case none
        /// The thread has to leave the screen.
        case leave
        /// It has left the screen.
        case wait
        /// It has to take the screen again.
        case comeBack
    }

    private let current = Mutex(Step.none)
    private let left: EventDescriptor

    init() throws(Errno) { left = try EventDescriptor() }

    /// For the loop's thread, which then wakes the render thread.
    func leave() {
        left.clear()
        current.withLock { $0 = .leave }
    }

    /// Waits until the thread has left the screen. A closed screen need not be left.
    func awaitLeaving(until end: Instant) { left.descriptor.wait(for: .readable, until: end) }

    /// For the loop's thread, which then wakes the render thread.
    func comeBack() {
        current.withLock { step in
            switch step {
            case .none, .comeBack: break
            // It has not left the screen.
            case .leave: step = .none
            case .wait: step = .comeBack
            }
        }
    }

    // MARK: The render thread.

    /// Whether the screen belongs to other programs.
    var isAway: Bool { current.withLock { $0 == .wait } }

    /// What to do now. `comeBack` is returned once.
    func consume() -> Step {
        current.withLock { step in
            defer { if step == .comeBack { step = .none } }
            return step
        }
    }

    /// Leaves a closed screen, which takes nothing. Returns whether another program may use it.
    func isLeft() -> Bool {
        switch consume() {
        case .leave: confirm()
        case .wait: break
        case .none, .comeBack: return false
        }
        return true
    }

    /// The thread has left the screen.
    func confirm() {
        current.withLock { step in
            if step == .leave { step = .wait }
        }
        left.signal()
    }

    var isSuspended: Bool { current.withLock { $0 == .wait } }
}
