import LinuxSystem
import WheelGeometry
import WheelModel
import WheelProtocol
import WheelSettings

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

    /// The number of the last event before the connection.
    private var greetedSeq = 0

    private enum Phase {
        case apart(retryAt: Instant)
        /// Connected; the first line has not come yet.
        case greeting(Link, until: Instant)
        case together(Link)
        case ended
    }

    /// A connection and its place in the loop.
    private struct Link {
        var wire: Wire
        var registration: Registration
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
        case .greeting(let link, let until): greet(link, until: until)
        case .together(let link): talk(link)
        case .ended: break
        }
    }

    private func connect() {
        do {
            let wire = try Wire(path: path)
            let registration = try loop.register(wire.connection.descriptor, for: .readable, NoOpHandler())
            let until = MonotonicClock.now + EngineLoop.greetingTimeout
            phase = .greeting(Link(wire: wire, registration: registration), until: until)
            work()
        } catch let error as ClientError {
            part(error)
        } catch {
            part(.ended(socket: path))
        }
    }

    private func greet(_ link: Link, until: Instant) {
        do throws(ClientError) {
            guard let received = try next(on: link) else {
                if MonotonicClock.now >= until { lose(link, .timedOut(socket: path)) }
                return
            }
            switch received.line {
            case .hello(let hello): begin(link, hello)
            case .reply(let reply): lose(link, reply.refusal.map { .refused($0) } ?? EngineLoop.noGreeting)
            case .event, .unknown: lose(link, EngineLoop.noGreeting)
            }
        } catch {
            lose(link, error)
        }
    }

    private static let noGreeting = ClientError.malformed("the first line is not hello")

    private func begin(_ link: Link, _ hello: Hello) {
        failures = 0
        hasReportedAbsence = false
        phase = .together(link)
        greetedSeq = hello.seq
        engine.mailbox.put(.connected(hello))
        if subscription != Subscription() {
            link.wire.add(.subscribe(subscription), id: EngineLoop.subscriptionID)
        }
        for display in watched { link.wire.add(.watchDisplay(display), id: EngineLoop.watchID(display)) }
        talk(link)
    }

    private func talk(_ link: Link) {
        for index in pending.indices where !pending[index].isSent {
            link.wire.add(pending[index].request, id: RequestID(pending[index].number))
            pending[index].isSent = true
        }
        do throws(ClientError) {
            while let received = try next(on: link) { handle(received.line, on: link) }
            try loop.change(link.registration, toSend: link.wire.hasUnsent, socket: path)
        } catch {
            lose(link, error)
        }
    }

    /// Sends what can be sent, and returns the next line; `nil` if there is none yet.
    private func next(on link: Link) throws(ClientError) -> Received? {
        if link.wire.hasUnsent { link.wire.send() }
        while true {
            if let received = try link.wire.next() { return received }
            guard try link.wire.receive() else { return nil }
        }
    }

    private func handle(_ line: ServerLine, on link: Link) {
        switch line {
        case .event(let event):
            guard case .frame(let frame) = event.content else { return engine.mailbox.put(.event(event)) }
            let isToBeWatchedAgain = engine.mailbox.put(frame, of: event)
            // Not behind an `unwatch-display`.
            guard isToBeWatchedAgain, !pending.contains(where: { $0.request.operation == .unwatchDisplay }) else {
                return
            }
            // Without an `id` it is answered only if the display has gone, which is an event as well.
            link.wire.add(.watchDisplay(frame.display), id: nil)
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
        guard let index = pending.firstIndex(where: { RequestID($0.number) == reply.id }) else { return }
        let request = pending.remove(at: index)
        do throws(ClientError) {
            let answer = try ClientError.answer(of: reply, to: request.request)
            // Sent again after a reconnection.
            if request.request.operation == .subscribe { subscription = Subscription(request.request) }
            note(answer, to: request.request.operation)
            request.end(.success(answer))
        } catch {
            request.end(.failure(error))
        }
    }

    /// Notes which displays are watched.
    private func note(_ answer: Answer, to operation: WheelSettings.Operation) {
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

    private func lose(_ link: Link, _ error: ClientError) {
        loop.deregister(link.registration)
        phase = .apart(retryAt: .distantFuture)
        part(error)
    }

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
        switch phase {
        case .greeting(let link, _), .together(let link): loop.deregister(link.registration)
        case .apart: break
        case .ended: return
        }
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

extension EventLoop {
    /// Watches for room in the socket if something is unsent.
    fileprivate func change(_ registration: Registration, toSend: Bool, socket: String) throws(ClientError) {
        do throws(Errno) {
            try change(registration, to: toSend ? [.readable, .writable] : .readable)
        } catch {
            throw .ended(socket: socket)
        }
    }
}
