import LinuxSystem
import WheelCore
import WheelWire

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
    /// The displays that are watched, also after a reconnection.
    private var watched: [String] = []
    private var renewal = Renewal()

    /// The number of the last event before the connection.
    private var greetedSeq = 0

    private enum Phase {
        case apart(retryAt: Instant)
        /// Connected; the first line has not come yet.
        case greeting(Wire, until: Instant)
        case together(Wire, since: Instant)
        case ended
    }

    private static let greetingTimeout = Interval.seconds(5)
    private static func watchID(_ display: String) -> RequestID { RequestID("watch " + display) }
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
            let orders = engine.consumeOrders()
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
        case .together(let wire, _): talk(wire)
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
        hasReportedAbsence = false
        phase = .together(wire, since: MonotonicClock.now)
        greetedSeq = hello.seq
        engine.mailbox.put(.connected(hello))
        renewal.renew(on: wire)
        for display in watched { wire.add(.watchDisplay(display), id: EngineLoop.watchID(display)) }
        // Last, since it can name what is defined.
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
            while let received = try wire.next() { handle(received.line, on: wire) }
        } catch {
            part(error)
        }
    }

    private func handle(_ line: ServerLine, on wire: Wire) {
        switch line {
        case .event(let event):
            guard case .frame(let frame) = event.content else { return engine.mailbox.put(.event(event)) }
            let isToBeWatchedAgain = engine.mailbox.put(frame, of: event)
            // Not behind an `unwatch-display`.
            guard isToBeWatchedAgain, !pending.contains(where: { $0.request.operation == .unwatchDisplay }) else {
                return
            }
            // Without an `id` it is answered only if the display has gone, which is an event as well.
            wire.add(.watchDisplay(frame.display), id: nil)
        case .reply(let reply): answer(reply)
        case .hello, .unknown: break
        }
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
            // Sent again after a reconnection.
            if request.request.operation == .subscribe { subscription = Subscription(request.request) }
            record(answer, to: request.request.operation)
            renewal.record(request.request)
            request.end(.success(answer))
        } catch {
            request.end(.failure(error))
        }
    }

    /// Notes which displays are watched.
    private func record(_ answer: Answer, to operation: WheelCore.Operation) {
        guard case .picture(let picture) = answer else { return }
        watched.removeAll { $0 == picture.display }
        if operation == .watchDisplay { watched.append(picture.display) }
    }

    /// The daemon that was restarted has no such display.
    private func lose(display: String, _ refusal: RequestError) {
        watched.removeAll { $0 == display }
        let content = Event.Content.display(display, .lost, detail: refusal.message)
        engine.mailbox.put(.event(Event(seq: greetedSeq, time: MonotonicClock.now, content: content)))
    }

    // MARK: Losing the connection.

    /// Ends the requests that were sent: they may have been done, so they are not sent again. Then waits to reconnect.
    private func part(_ error: ClientError) {
        end(where: { $0.isSent }, error)
        guard let backoff else { return finish(error) }
        let pause = backoff.pause(afterLasting: lasted, failures: &failures, chance: .random(in: 0...1))
        phase = .apart(retryAt: MonotonicClock.now + pause)
        whyUnsent = error
        guard !hasReportedAbsence else { return }
        hasReportedAbsence = true
        engine.mailbox.put(.disconnected(error))
    }

    /// How long the connection has lasted.
    private var lasted: Interval {
        if case .together(_, let since) = phase { MonotonicClock.now - since } else { .zero }
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
        pending += engine.consumeOrders().requests
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
