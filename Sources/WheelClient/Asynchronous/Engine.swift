import LinuxSystem
import Synchronization
import WheelCore
import WheelWire

/// The state that a client's tasks and its thread (`EngineLoop`) share. Requests and cancellations are queued in
/// `orders`, and the wake descriptor wakes the thread. Answers resume the tasks, and occurrences are queued in the
/// mailbox.
final class Engine: Sendable {
    let mailbox = Mailbox()
    let wake: EventDescriptor
    private let orders = Mutex(Orders())

    struct Orders {
        var isClosed = false
        var requests: [PendingRequest] = []
        var cancelled: [Int] = []
        fileprivate var lastNumber = 0
    }

    init() throws(Errno) {
        wake = try EventDescriptor()
    }

    func perform(_ request: Request, timeout: Interval) async -> Result<Answer, ClientError> {
        let number = orders.withLock { orders in
            orders.lastNumber += 1
            return orders.lastNumber
        }
        let deadline = MonotonicClock.now + timeout
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let pending = PendingRequest(
                    number: number, request: request, deadline: deadline, continuation: continuation)
                let isClosed = orders.withLock { orders in
                    if !orders.isClosed { orders.requests.append(pending) }
                    return orders.isClosed
                }
                guard !isClosed else { return pending.end(.failure(.closed)) }
                wake.signal()
                // The handler below may have run before the request was added. Then the thread may have found no
                // request to cancel, so the request is cancelled again.
                if Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            cancel(number)
        }
    }

    private func cancel(_ number: Int) {
        orders.withLock { $0.cancelled.append(number) }
        wake.signal()
    }

    /// Makes the thread end.
    func close() {
        orders.withLock { $0.isClosed = true }
        wake.signal()
    }

    /// Ends all requests, because the thread's loop could not be created.
    func fail() {
        close()
        for request in consumeOrders().requests { request.end(.failure(.closed)) }
        mailbox.end()
    }

    /// Removes and returns the orders since the last call. Only the client's thread calls this function.
    func consumeOrders() -> Orders {
        wake.clear()
        return orders.withLock { orders in
            defer {
                orders.requests = []
                orders.cancelled = []
            }
            return orders
        }
    }
}

/// A request with a task that waits for its answer.
struct PendingRequest: Sendable {
    let number: Int
    let request: Request
    let deadline: Instant
    let continuation: CheckedContinuation<Result<Answer, ClientError>, Never>
    /// Whether the request was sent. Then the daemon may have performed it, even if no answer arrives.
    var isSent = false

    /// Resumes the task. This function must be called exactly once.
    func end(_ result: Result<Answer, ClientError>) { continuation.resume(returning: result) }
}
