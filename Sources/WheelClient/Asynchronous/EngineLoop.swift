import LinuxSystem
import WheelGeometry
import WheelModel
import WheelProtocol

/// The code of a client's thread: it connects, sends requests, delivers what comes, and reconnects.
final class EngineLoop {
    private let engine: Engine
    private let socket: String?
    private let backoff: Backoff?
    private let loop: EventLoop
    private var phase = Phase.apart(retryAt: .distantPast)
    private var failures = 0
    /// Whether `disconnected` has been delivered since the last connection.
    private var hasReportedAbsence = false
    private var pending: [PendingRequest] = []
    private var subscription: Subscription

    private enum Phase {
        case apart(retryAt: Instant)
        /// Connected; the first line has not come yet.
        case greeting(Wire, until: Instant)
        case together(Wire)
        case ended
    }

    private static let greetingTimeout = Interval.seconds(5)
    private static let subscriptionID = RequestID("subscription")

    init(_ engine: Engine, socket: String?, subscription: Subscription, backoff: Backoff?) throws(Errno) {
        self.engine = engine
        self.socket = socket
        self.subscription = subscription
        self.backoff = backoff
        loop = try EventLoop(eventsPerIteration: 4)
        _ = try loop.register(engine.wake.descriptor, for: .readable, NoOpHandler())
    }

    func run() {
        while true {
            let orders = engine.takeOrders()
            pending += orders.requests
            for number in orders.cancelled { end(where: { $0.number == number }, .cancelled) }
            if orders.isClosed { finish(.closed) }
            work()
            if case .ended = phase { return }
            let now = MonotonicClock.now
            end(where: { !$0.isSent && $0.deadline <= now }, whyUnsent)
            end(where: { $0.deadline <= now }, .timedOut(socket: path))
            do throws(Errno) {
                try loop.iterate(wakeAt: deadline)
            } catch {
                finish(.noDaemon(socket: path, SystemError("wait for", path, error)))
            }
        }
    }

    private var path: String { SocketPlace.path(socket) }

    // MARK: A function for each phase.

    private func work() {
        switch phase {
        case .apart(let retryAt):
            if MonotonicClock.now >= retryAt { connect() }
        case .greeting(let wire, let until): greet(wire, until: until)
        case .together(let wire): talk(wire)
        case .ended: break
        }
    }

    private func connect() {
        do throws(ClientError) {
            let wire = try Wire(path: path, loop: loop)
            phase = .greeting(wire, until: MonotonicClock.now + EngineLoop.greetingTimeout)
            work()
        } catch {
            part(error)
        }
    }

    private func greet(_ wire: Wire, until: Instant) {
        do throws(ClientError) {
            guard let received = try wire.next() else {
                if MonotonicClock.now >= until { part(.timedOut(socket: path)) }
                return
            }
            switch received.line {
            case .hello(let hello): begin(wire, hello)
            case .reply(let reply): part(reply.refusal.map { .refused($0) } ?? EngineLoop.noGreeting)
            case .event, .unknown: part(EngineLoop.noGreeting)
            }
        } catch {
            part(error)
        }
    }

    private static let noGreeting = ClientError.malformed("the first line is not hello")

    private func begin(_ wire: Wire, _ hello: Hello) {
        failures = 0
        hasReportedAbsence = false
        phase = .together(wire)
        engine.mailbox.put(.connected(hello))
        if subscription != Subscription() {
            wire.add(.subscribe(subscription), id: EngineLoop.subscriptionID)
        }
        talk(wire)
    }

    private func talk(_ wire: Wire) {
        for index in pending.indices where !pending[index].isSent {
            wire.add(pending[index].request, id: RequestID(pending[index].number))
            pending[index].isSent = true
        }
        do throws(ClientError) {
            while let received = try wire.next() { handle(received.line) }
        } catch {
            part(error)
        }
    }

    private func handle(_ line: ServerLine) {
        switch line {
        case .event(let event): engine.mailbox.put(.event(event))
        case .reply(let reply): answer(reply)
        case .hello, .unknown: break
        }
    }

    private func answer(_ reply: Reply) {
        if reply.id == EngineLoop.subscriptionID, let refusal = reply.refusal {
            subscription = Subscription()
            return engine.mailbox.put(.subscriptionRefused(refusal))
        }
        guard let index = pending.firstIndex(where: { RequestID($0.number) == reply.id }) else { return }
        let request = pending.remove(at: index)
        do throws(ClientError) {
            let answer = try ClientError.answer(of: reply, to: request.request)
            // Sent again after a reconnection.
            if request.request.operation == .subscribe { subscription = Subscription(request.request) }
            request.end(.success(answer))
        } catch {
            request.end(.failure(error))
        }
    }

    // MARK: Losing the connection.

    /// Ends the requests that were sent: they may have been done, so they are not sent again. Then waits to reconnect.
    private func part(_ error: ClientError) {
        end(where: { $0.isSent }, error)
        guard let backoff else { return finish(error) }
        failures += 1
        let pause = backoff.pause(afterFailures: failures, chance: .random(in: 0...1))
        phase = .apart(retryAt: MonotonicClock.now + pause)
        whyUnsent = error
        guard !hasReportedAbsence else { return }
        hasReportedAbsence = true
        engine.mailbox.put(.disconnected(error))
    }

    /// The error for requests that time out while there is no connection.
    private lazy var whyUnsent = ClientError.timedOut(socket: path)

    private func finish(_ error: ClientError) {
        if case .ended = phase { return }
        phase = .ended
        if error != .closed { engine.mailbox.put(.disconnected(error)) }
        engine.mailbox.end()
        engine.close()
        // No more requests can be added after `close`.
        pending += engine.takeOrders().requests
        end(where: { _ in true }, error)
    }

    private func end(where isMeant: (PendingRequest) -> Bool, _ error: ClientError) {
        for request in pending where isMeant(request) { request.end(.failure(error)) }
        pending.removeAll(where: isMeant)
    }

    private var deadline: Instant? {
        var first = pending.map(\.deadline).min()
        switch phase {
        case .apart(let time), .greeting(_, let time): first = min(first ?? time, time)
        case .together, .ended: break
        }
        return first
    }
}
