import LinuxSystem
import WheelCore
import WheelWire

/// A connection for programs without concurrency. Each call blocks the calling thread until the call has a result.
/// Between the calls nothing is sent or received.
///
/// ```swift
/// let daemon = try Connection()
/// print(try daemon.perform(.get(control: "frequency")))
/// ```
public final class Connection {
    public let socket: String
    /// The daemon's first line: the state at the time of the connection.
    public let hello: Hello
    private let stream: StreamLink<BoundedLines>
    private let loop: EventLoop
    private var lastID = 0
    /// Lines that arrived before an answer and were not read yet.
    private var waiting: [Received] = []

    /// Connects, and waits for the daemon's first line.
    public init(
        socket: String? = nil, timeout: Interval = .seconds(5)
    ) throws(ClientError) {
        self.socket = SocketPlace.path(socket)
        do throws(Errno) {
            loop = try EventLoop(eventsPerIteration: 1)
        } catch {
            throw .noDaemon(socket: self.socket, SystemError("watch", self.socket, error))
        }
        stream = StreamLink(.socket(self.socket), .ofDaemon, loop: loop, backoff: nil)
        switch try Connection.next(stream, loop, self.socket, until: MonotonicClock.now + timeout)?.line {
        case .hello(let hello): self.hello = hello
        case .reply(let reply):
            throw reply.refusal.map { .refused($0) } ?? .noGreeting
        case .event, .unknown: throw .noGreeting
        case nil: throw .timedOut(socket: self.socket)
        }
    }

    /// Sends a request and waits for its answer. Events that arrive before the answer are kept for `next`.
    public func perform(_ request: Request, timeout: Interval? = .seconds(5)) throws(ClientError) -> Answer {
        try ask(request, timeout: timeout).answer
    }

    /// Sends a request like `perform`, and also returns the line of its reply.
    public func ask(
        _ request: Request, timeout: Interval? = .seconds(5)
    ) throws(ClientError) -> (answer: Answer, received: Received) {
        lastID += 1
        let id = RequestID(lastID)
        stream.send(request, id: id)
        let deadline = timeout.map { MonotonicClock.now + $0 }
        while let received = try next(until: deadline) {
            guard case .reply(let reply) = received.line else {
                waiting.append(received)
                continue
            }
            // An error without an id is the reply to a line that the daemon could not parse, so it counts as the answer
            // here.
            guard reply.id == id || reply.id == nil else { continue }
            return (try ClientError.answer(of: reply, to: request), received)
        }
        throw .timedOut(socket: socket)
    }

    /// Subscribes. Earlier events are discarded.
    public func subscribe(_ subscription: Subscription, timeout: Interval? = .seconds(5)) throws(ClientError) {
        _ = try perform(.subscribe(subscription), timeout: timeout)
        waiting = []
    }

    /// The next line of the daemon, usually an event; `nil` if none arrives before the timeout.
    public func next(timeout: Interval? = nil) throws(ClientError) -> Received? {
        if !waiting.isEmpty { return waiting.removeFirst() }
        return try next(until: timeout.map { MonotonicClock.now + $0 })
    }

    /// Calls `body` when the other end of the pipe or terminal `descriptorNumber` is closed, but only while another
    /// call of this connection waits.
    package func whenReaderLeaves(_ descriptorNumber: Int32, _ body: @escaping () -> Void) {
        // A regular file has no other end, so epoll refuses it, and the error is ignored.
        _ = try? loop.register(descriptorNumber: descriptorNumber, for: [], ReaderWatch(body))
    }

    private func next(until deadline: Instant?) throws(ClientError) -> Received? {
        try Connection.next(stream, loop, socket, until: deadline)
    }

    /// Sends queued bytes, and waits for a line.
    private static func next(
        _ stream: StreamLink<BoundedLines>, _ loop: EventLoop, _ socket: String, until deadline: Instant?
    ) throws(ClientError) -> Received? {
        while true {
            switch stream.next() {
            case .piece(let line): return try Received(line)
            case .disconnected(let failure, _): throw ClientError(failure, socket: socket)
            case .connected: continue
            case nil: break
            }
            if let deadline, MonotonicClock.now >= deadline { return nil }
            do throws(Errno) {
                try loop.iterate(wakeAt: deadline)
            } catch {
                throw .ended(socket: socket)
            }
        }
    }
}

extension ClientError {
    /// The answer in a reply. Throws the reason if the reply has no answer.
    static func answer(of reply: Reply, to request: Request) throws(ClientError) -> Answer {
        do throws(ReplyProblem) {
            return try reply.answer(to: request)
        } catch {
            switch error {
            case .refused(let refusal): throw .refused(refusal)
            case .malformed(let reason): throw .malformed(reason)
            }
        }
    }
}

private final class ReaderWatch: EventHandler {
    private let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }

    func handle(_ readiness: Readiness, of registration: Registration) { body() }
}
