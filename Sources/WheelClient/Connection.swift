import LinuxSystem
import WheelGeometry
import WheelModel
import WheelProtocol
import WheelSettings

/// One connection for a program that asks and waits: nothing happens but within a call, on the thread that makes it.
///
/// ```swift
/// let daemon = try Connection()
/// print(try daemon.perform(.get(control: "frequency")))
/// ```
public final class Connection {
    public let socket: String
    /// How everything stood when the connection was made.
    public let hello: Hello
    private let wire: Wire
    private let loop: EventLoop
    private let registration: Registration
    private var lastID = 0
    /// Lines that came while an answer was waited for.
    private var waiting: [Received] = []

    /// Connects, and waits for the daemon's first line.
    public init(
        socket: String? = nil, timeout: Interval = .seconds(5)
    ) throws(ClientError) {
        self.socket = SocketPlace.path(socket)
        wire = try Wire(path: self.socket)
        do throws(Errno) {
            loop = try EventLoop(eventsPerIteration: 1)
            registration = try loop.register(wire.connection.descriptor, for: .readable, Silence())
        } catch {
            throw .noDaemon(socket: self.socket, SystemError("watch", self.socket, error))
        }
        let deadline = Connection.deadline(in: timeout)
        let first = try Connection.next(wire, loop, registration, until: deadline)
        switch first?.line {
        case .hello(let hello): self.hello = hello
        case .reply(let reply):
            guard let refusal = reply.refusal else { throw .malformed("it does not begin with hello") }
            throw .refused(refusal)
        case .event, .unknown: throw .malformed("it does not begin with hello")
        case nil: throw .timedOut(socket: self.socket)
        }
    }

    deinit {
        loop.deregister(registration)
    }

    /// Asks, and waits for the answer. Events that come before it are kept for `next`.
    public func perform(_ request: Request, timeout: Interval? = .seconds(5)) throws(ClientError) -> Answer {
        try ask(request, timeout: timeout).answer
    }

    /// The same, with the line in which the answer came.
    public func ask(
        _ request: Request, timeout: Interval? = .seconds(5)
    ) throws(ClientError) -> (answer: Answer, received: Received) {
        lastID += 1
        let id = RequestID(lastID)
        wire.add(request, id: id)
        let deadline = timeout.map { Connection.deadline(in: $0) }
        while let received = try Connection.next(wire, loop, registration, until: deadline) {
            guard case .reply(let reply) = received.line else {
                waiting.append(received)
                continue
            }
            // An error without an id is the daemon's last word on a line that it could not take.
            guard reply.id == id || reply.id == nil else { continue }
            return (try ClientError.answer(of: reply, to: request), received)
        }
        throw .timedOut(socket: socket)
    }

    /// Hears of nothing else from now on; what came before is forgotten.
    public func subscribe(_ subscription: Subscription, timeout: Interval? = .seconds(5)) throws(ClientError) {
        _ = try perform(.subscribe(subscription), timeout: timeout)
        waiting = []
    }

    /// The next line that is no answer; `nil` when the time is over before one comes.
    public func next(timeout: Interval? = nil) throws(ClientError) -> Received? {
        if !waiting.isEmpty { return waiting.removeFirst() }
        return try Connection.next(wire, loop, registration, until: timeout.map { Connection.deadline(in: $0) })
    }

    /// Hears, while it waits, that nobody reads any more what this program writes to a pipe or a terminal.
    package func whenReaderLeaves(_ descriptorNumber: Int32, _ body: @escaping () -> Void) {
        // A file has no reader, and epoll refuses it.
        _ = try? loop.register(descriptorNumber: descriptorNumber, for: [], ReaderWatch(body))
    }

    private static func deadline(in timeout: Interval) -> Int64 {
        MonotonicClock.nowMicroseconds() + timeout.microseconds
    }

    /// Sends and waits until a line is there.
    private static func next(
        _ wire: Wire, _ loop: EventLoop, _ registration: Registration, until deadline: Int64?
    ) throws(ClientError) -> Received? {
        while true {
            if wire.hasUnsent { wire.send() }
            if let received = try wire.next() { return received }
            if try wire.receive() { continue }
            if let deadline, MonotonicClock.nowMicroseconds() >= deadline { return nil }
            do throws(Errno) {
                try loop.change(registration, to: wire.hasUnsent ? [.readable, .writable] : .readable)
                try loop.iterate(wakeAtMicroseconds: deadline)
            } catch {
                throw .ended(socket: wire.path)
            }
        }
    }
}

extension ClientError {
    /// The answer, or why there is none.
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

/// Waiting is all that is wanted of the loop: what there is to read is read by whoever waited.
final class Silence: EventHandler {
    func handle(_ readiness: Readiness, of registration: Registration) {}
}
