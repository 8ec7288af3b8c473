import LinuxSystem
import WheelCore
import WheelWire

/// The daemon's protocol over a `StreamLink`, on the loop of a program that also waits for other descriptors.
///
/// The daemon greets: its first line is `hello`. Before that line nothing is sent and no connection is reported. If
/// another program listens at the socket, or if the daemon hangs, the attempt ends after at most 5 s.
package final class Link {
    package enum Occurrence {
        case connected(Hello)
        case event(Event)
        case reply(Reply)
        /// The connection was lost, or could not be made. Further failures for the same reason are not reported.
        case disconnected(ClientError)
    }

    private let wanted: String?
    private let stream: StreamLink<BoundedLines>
    private var phase = Phase.disconnected
    /// The error of the last attempt; `nil` while connected, and before the first attempt.
    private(set) var failure: ClientError?

    private enum Phase {
        case disconnected
        /// Connected, but the first line has not arrived yet.
        case greeting(until: Instant)
        case connected
    }

    private static let greetingTimeout = Interval.seconds(5)

    package init(socket: String?, loop: EventLoop, backoff: Backoff = Backoff()) {
        wanted = socket
        stream = StreamLink(.socket(socket), .ofDaemon, loop: loop, backoff: backoff)
    }

    package var socket: String { SocketPlace.path(wanted) }

    /// When `next` must be called although no descriptor is ready.
    package var deadline: Instant? { if case .greeting(let time) = phase { time } else { stream.deadline } }

    package var isConnected: Bool { if case .connected = phase { true } else { false } }

    /// Queues a request, which the next call of `next` sends. Without a connection the request is dropped, since its
    /// reply would be lost.
    package func send(_ request: Request, id: RequestID?) {
        if case .connected = phase { stream.send(request, id: id) }
    }

    /// The next occurrence; `nil` if there is none now.
    package func next() -> Occurrence? {
        while let occurrence = stream.next() {
            switch occurrence {
            case .connected: phase = .greeting(until: MonotonicClock.now + Link.greetingTimeout)
            case .piece(let line):
                do throws(ClientError) {
                    if let occurrence = try read(line) { return occurrence }
                } catch {
                    return end(error)
                }
            case .disconnected(let failure, _):
                if let occurrence = disconnect(ClientError(failure, socket: socket)) { return occurrence }
            }
        }
        guard case .greeting(let until) = phase, MonotonicClock.now >= until else { return nil }
        return end(.timedOut(socket: socket))
    }

    private func read(_ line: BoundedLines.Line) throws(ClientError) -> Occurrence? {
        switch (try Received(line).line, phase) {
        case (.hello(let hello), .greeting):
            stream.confirm()
            failure = nil
            phase = .connected
            return .connected(hello)
        case (.reply(let reply), .greeting): throw reply.refusal.map { .refused($0) } ?? .noGreeting
        case (.event, .greeting), (.unknown, .greeting): throw .noGreeting
        case (.event(let event), _): return .event(event)
        case (.reply(let reply), _): return .reply(reply)
        case (.hello, _), (.unknown, _): return nil
        }
    }

    private func end(_ error: ClientError) -> Occurrence? {
        _ = stream.end(reason: "\(error)")
        return disconnect(error)
    }

    private func disconnect(_ error: ClientError) -> Occurrence? {
        phase = .disconnected
        defer { failure = error }
        return error == failure ? nil : .disconnected(error)
    }
}

extension BoundedLines {
    /// The daemon's longest lines are a few megabytes long. A program that never ends a line must not exhaust the
    /// memory.
    static let mostOfDaemon = 1 << 26
    static let ofDaemon = BoundedLines(longest: mostOfDaemon)
}

extension StreamLink {
    func send(_ request: Request, id: RequestID?) {
        var line = LineBuffer(capacity: 256)
        request.write(id: id, to: &line)
        line.withUnsafeBytes { send($0) }
    }
}

extension ClientError {
    static let noGreeting = ClientError.malformed("the first line is not hello")

    init(_ failure: LinkFailure, socket: String) {
        if case .unreachable(let error) = failure {
            self = .noDaemon(socket: socket, error)
        } else {
            self = .ended(socket: socket)
        }
    }
}
