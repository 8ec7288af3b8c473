import Synchronization
import WheelWire

/// Passes occurrences from the connection's thread to the task that reads them.
final class Mailbox: Sendable {
    private struct State {
        var buffer = EventBuffer()
        var waiting: [Waiting] = []
        var lastWaiting = 0
        var isEnded = false
    }

    private struct Waiting {
        var number: Int
        var continuation: CheckedContinuation<Occurrence?, Never>
    }

    private let state = Mutex(State())

    func put(_ frame: PictureFrame, of event: Event) -> Bool {
        switch state.withLock({ $0.buffer.admit(frame) }) {
        case .kept: put(.event(event))
        case .dropped: break
        case .watchedAgain: return true
        }
        return false
    }

    func put(_ occurrence: Occurrence) {
        let waiting: Waiting? = state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.buffer.add(occurrence)
            return nil
        }
        // The call is outside the lock, since the resumed task may immediately call `next`, which takes the lock.
        waiting?.continuation.resume(returning: occurrence)
    }

    /// Ends the sequence after the occurrences that are in the buffer.
    func end() {
        let all = state.withLock { state in
            state.isEnded = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiting in all { waiting.continuation.resume(returning: nil) }
    }

    func next() async -> Occurrence? {
        let number = state.withLock { state in
            state.lastWaiting += 1
            return state.lastWaiting
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready: Occurrence?? = state.withLock { state in
                    // The handler below runs after the task was marked as cancelled. So either this check sees the
                    // mark, or the handler finds the continuation.
                    if Task.isCancelled { return .some(nil) }
                    if let next = state.buffer.next() { return next }
                    if state.isEnded { return .some(nil) }
                    state.waiting.append(Waiting(number: number, continuation: continuation))
                    return nil
                }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            let waiting: Waiting? = state.withLock { state in
                guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
                return state.waiting.remove(at: index)
            }
            waiting?.continuation.resume(returning: nil)
        }
    }
}
