import LinuxSystem
import WheelCore
import WheelWire

/// A connection on the loop of a program that also waits for others. It connects again when it was lost. No call blocks.
///
/// The program calls `next` until it returns `nil`, and then waits in its loop until `deadline` at the latest.
package final class Link {
    package enum Occurrence {
        case connected(Hello)
        case event(Event)
        case reply(Reply)
        /// The connection was lost, or could not be made. Further attempts that fail for the same reason are not reported.
        case disconnected(ClientError)
    }

    package let socket: String
    private let loop: EventLoop
    private let backoff: Backoff
    private var phase = Phase.apart(retryAt: .distantPast)
    private var failures = 0
    private var reportedAbsence: ClientError?

    private enum Phase {
        case apart(retryAt: Instant)
        /// Connected; the first line has not come yet.
        case greeting(Wire, until: Instant)
        case together(Wire, since: Instant)
    }

    private static let greetingTimeout = Interval.seconds(5)
    private static let noGreeting = ClientError.malformed("the first line is not hello")

    package init(socket: String?, loop: EventLoop, backoff: Backoff = Backoff()) {
        self.socket = SocketPlace.path(socket)
        self.loop = loop
        self.backoff = backoff
    }

    /// When `next` must be called although no descriptor is ready.
    package var deadline: Instant? {
        switch phase {
        case .apart(let time), .greeting(_, let time): time
        case .together: nil
        }
    }

    package var isConnected: Bool { if case .together = phase { true } else { false } }

    /// Sends a request with the next call of `next`. Without a connection it is lost, as its reply would be.
    package func send(_ request: Request, id: RequestID?) {
        if case .together(let wire, _) = phase { wire.add(request, id: id) }
    }

    /// The next occurrence; `nil` if there is none yet.
    package func next() -> Occurrence? {
        do throws(ClientError) {
            switch phase {
            case .apart(let retryAt):
                guard MonotonicClock.now >= retryAt else { return nil }
                let wire = try Wire(path: socket, loop: loop)
                phase = .greeting(wire, until: MonotonicClock.now + Link.greetingTimeout)
                return try greet(wire, until: .distantFuture)
            case .greeting(let wire, let until): return try greet(wire, until: until)
            case .together(let wire, _): return try listen(to: wire)
            }
        } catch {
            return part(error)
        }
    }

    private func greet(_ wire: Wire, until: Instant) throws(ClientError) -> Occurrence? {
        guard let received = try wire.next() else {
            if MonotonicClock.now >= until { throw .timedOut(socket: socket) }
            return nil
        }
        switch received.line {
        case .hello(let hello):
            reportedAbsence = nil
            phase = .together(wire, since: MonotonicClock.now)
            return .connected(hello)
        case .reply(let reply): throw reply.refusal.map { .refused($0) } ?? Link.noGreeting
        case .event, .unknown: throw Link.noGreeting
        }
    }

    private func listen(to wire: Wire) throws(ClientError) -> Occurrence? {
        while let received = try wire.next() {
            switch received.line {
            case .event(let event): return .event(event)
            case .reply(let reply): return .reply(reply)
            case .hello, .unknown: continue
            }
        }
        return nil
    }

    /// How long the connection has lasted.
    private var lasted: Interval {
        if case .together(_, let since) = phase { MonotonicClock.now - since } else { .zero }
    }

    private func part(_ error: ClientError) -> Occurrence? {
        let pause = backoff.pause(afterLasting: lasted, failures: &failures, chance: .random(in: 0...1))
        phase = .apart(retryAt: MonotonicClock.now + pause)
        guard error != reportedAbsence else { return nil }
        reportedAbsence = error
        return .disconnected(error)
    }
}
