import LinuxSystem
import WheelCore
import WheelWire

/// The code of a client's thread. Tasks pass requests to the `Engine`, and the thread puts events into the engine's
/// mailbox.
///
/// Each iteration of `run` collects new requests, sends and receives, and ends requests whose timeout has passed. Then
/// the thread sleeps until the engine's wake descriptor or the socket is ready, or until a deadline.
///
/// A request waits for a connection, and is sent only once. For example: a task calls `set` while the daemon restarts.
/// After the new daemon's greeting the thread first restores the state that the new daemon lacks: definitions, claims
/// of inputs, watched displays, and last the subscription. Then the thread sends the `set`, and the reply resumes the
/// task. If the connection had been lost after the request was sent, the task would get `ended`: the daemon may have
/// performed the request, and a `turn` that is sent twice would turn twice.
///
/// The new daemon may have another configuration and refuse to restore something. No task waits for these replies, so a
/// refusal becomes an occurrence: `subscriptionRefused`, the loss of a display, or the end of a definition. The refusal
/// of a claim is ignored (`Renewal`).
final class EngineLoop {
    private let engine: Engine
    private let loop: EventLoop
    private let link: Link
    private let reconnects: Bool
    private var hasEnded = false
    /// Whether `disconnected` was delivered, which happens once for each lost connection.
    private var hasReportedLoss = false
    private var pending: [PendingRequest] = []
    private var subscription: Subscription
    private var watched: [String] = []
    private var renewal = Renewal()
    /// The `seq` in the daemon's greeting. Events that this thread makes itself have this number, too.
    private var greetedSeq = 0

    private static func watchID(_ display: String) -> RequestID { RequestID("watch " + display) }
    private static let subscriptionID = RequestID("subscription")

    init(_ engine: Engine, socket: String?, subscription: Subscription, backoff: Backoff?) throws(Errno) {
        self.engine = engine
        self.subscription = subscription
        reconnects = backoff != nil
        loop = try EventLoop(eventsPerIteration: 4)
        link = Link(socket: socket, loop: loop, backoff: backoff ?? Backoff())
        _ = try loop.register(engine.wake.descriptor, for: .readable, NoOpHandler())
    }

    func run() {
        while true {
            let orders = engine.consumeOrders()
            pending += orders.requests
            for number in orders.cancelled { end(where: { $0.number == number }, .cancelled) }
            if orders.isClosed { finish(.closed) }
            work()
            if hasEnded { return }
            let now = MonotonicClock.now
            end(where: { !$0.isSent && $0.deadline <= now }, link.failure ?? .timedOut(socket: link.socket))
            end(where: { $0.deadline <= now }, .timedOut(socket: link.socket))
            do throws(Errno) {
                try loop.iterate(wakeAt: (pending.map(\.deadline) + [link.deadline]).compactMap { $0 }.min())
            } catch {
                finish(.noDaemon(socket: link.socket, SystemError("wait for", link.socket, error)))
            }
        }
    }

    private func work() {
        sendPending()
        while !hasEnded, let occurrence = link.next() {
            switch occurrence {
            case .connected(let hello): begin(hello)
            case .event(let event): deliver(event)
            case .reply(let reply): answer(reply)
            case .disconnected(let error): disconnect(error)
            }
        }
    }

    private func begin(_ hello: Hello) {
        hasReportedLoss = false
        greetedSeq = hello.seq
        engine.mailbox.put(.connected(hello))
        renewal.renew(on: link)
        for display in watched { link.send(.watchDisplay(display), id: EngineLoop.watchID(display)) }
        // The subscription is last, since it can name controls that a definition adds.
        if subscription != Subscription() { link.send(.subscribe(subscription), id: EngineLoop.subscriptionID) }
        sendPending()
    }

    private func sendPending() {
        guard link.isConnected else { return }
        for index in pending.indices where !pending[index].isSent {
            link.send(pending[index].request, id: RequestID(pending[index].number))
            pending[index].isSent = true
        }
    }

    private func deliver(_ event: Event) {
        guard case .frame(let frame) = event.content else { return engine.mailbox.put(.event(event)) }
        let isToBeWatchedAgain = engine.mailbox.put(frame, of: event)
        // While an `unwatch-display` is pending, the display must not be watched again.
        guard isToBeWatchedAgain, !pending.contains(where: { $0.request.operation == .unwatchDisplay }) else { return }
        // The request needs no `id`: the daemon refuses it only if the display no longer exists, and an event reports
        // that as well.
        link.send(.watchDisplay(frame.display), id: nil)
    }

    private func answer(_ reply: Reply) {
        if reply.id == EngineLoop.subscriptionID, let refusal = reply.refusal {
            subscription = Subscription()
            return engine.mailbox.put(.subscriptionRefused(refusal))
        }
        if let refusal = reply.refusal, let lost = watched.first(where: { EngineLoop.watchID($0) == reply.id }) {
            return lose(display: lost, refusal)
        }
        if let refusal = reply.refusal, let owner = renewal.owner(of: reply) {
            let content = Event.Content.definition(owner: owner, .ended, refusal.mistakes)
            return engine.mailbox.put(.event(Event(seq: greetedSeq, time: MonotonicClock.now, content: content)))
        }
        guard let index = pending.firstIndex(where: { RequestID($0.number) == reply.id }) else { return }
        let request = pending.remove(at: index)
        do throws(ClientError) {
            let answer = try ClientError.answer(of: reply, to: request.request)
            // The subscription is kept, because it is sent again after a reconnection.
            if request.request.operation == .subscribe { subscription = Subscription(request.request) }
            record(answer, to: request.request.operation)
            renewal.record(request.request)
            request.end(.success(answer))
        } catch {
            request.end(.failure(error))
        }
    }

    private func record(_ answer: Answer, to operation: WheelCore.Operation) {
        guard case .picture(let picture) = answer else { return }
        watched.removeAll { $0 == picture.display }
        if operation == .watchDisplay { watched.append(picture.display) }
    }

    /// Reports that the restarted daemon does not have this display.
    private func lose(display: String, _ refusal: RequestError) {
        watched.removeAll { $0 == display }
        let content = Event.Content.display(display, .lost, detail: refusal.message)
        engine.mailbox.put(.event(Event(seq: greetedSeq, time: MonotonicClock.now, content: content)))
    }

    /// Ends the requests that were sent, since their replies are lost.
    private func disconnect(_ error: ClientError) {
        end(where: { $0.isSent }, error)
        guard reconnects else { return finish(error) }
        guard !hasReportedLoss else { return }
        hasReportedLoss = true
        engine.mailbox.put(.disconnected(error))
    }

    private func finish(_ error: ClientError) {
        if hasEnded { return }
        hasEnded = true
        // The engine is closed first: a task that sees the end of the sequence and then sends a request must find the
        // client closed.
        engine.close()
        if error != .closed { engine.mailbox.put(.disconnected(error)) }
        engine.mailbox.end()
        // After `close` no request can be added, so these are the last ones.
        pending += engine.consumeOrders().requests
        end(where: { _ in true }, error)
    }

    private func end(where isMeant: (PendingRequest) -> Bool, _ error: ClientError) {
        for request in pending where isMeant(request) { request.end(.failure(error)) }
        pending.removeAll(where: isMeant)
    }
}

/// Does nothing: a ready descriptor ends the wait, and the code after the wait reads it.
private final class NoOpHandler: EventHandler {
    func handle(_ readiness: Readiness, of registration: Registration) {}
}
