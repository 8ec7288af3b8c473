import LinuxSystem
import WheelClient
import WheelCore
import WheelWire

/// The panel as a client of the daemon, with its view and its knowledge of the instrument.
///
/// The view ends with its connection, and is requested again on each new connection.
final class ViewClient {
    enum Occurrence {
        /// A connection was made. The new connection has no view yet.
        case connected
        /// A view was opened or changed.
        case viewed
        case frame(ViewFrame)
        case event(Event)
        /// A request was performed, or refused.
        case answered(Answer)
        case refused(Request, RequestError)
        case lost(ClientError)
    }

    private let link: Link
    private(set) var mirror = PanelMirror()
    /// How many microseconds the wall clock is ahead of the events' clock.
    private(set) var realtimeAhead: Int64 = 0
    /// Requests without a reply yet, by their numbers.
    private var open: [Int: Request] = [:]
    private var lastID = 0

    /// The maximum number of lines to read before keys and the terminal are handled.
    private static let linesAtOnce = 256

    init(socket: String?, loop: EventLoop) { link = Link(socket: socket, loop: loop) }

    var socket: String { link.socket }
    var isConnected: Bool { link.isConnected }
    var deadline: Instant? { link.deadline }

    /// Sends queued requests, and passes what was received to `body`. Returns whether more may be waiting to be read.
    func listen(_ body: (Occurrence) -> Void) -> Bool {
        var count = 0
        while count < ViewClient.linesAtOnce, let occurrence = link.next() {
            count += 1
            if let occurrence = receive(occurrence) { body(occurrence) }
        }
        return count > 0
    }

    private func receive(_ occurrence: Link.Occurrence) -> Occurrence? {
        switch occurrence {
        case .connected(let hello):
            mirror = PanelMirror(hello.listing)
            realtimeAhead = hello.clock.realtimeMicroseconds - hello.clock.monotonic.microseconds
            open = [:]
            ask(.subscribe(Subscription(text: true)))
            return .connected
        case .event(let event):
            if case .view(let frame) = event.content { return frame.view == mirror.view ? .frame(frame) : nil }
            mirror.apply(event.content)
            // The page was changed, perhaps to one without the marked control. The request marks a control of the new
            // page.
            if case .page = event.content, mirror.view != nil { ask(Request(.focus, ["by": .integer(0)])) }
            return .event(event)
        case .reply(let reply):
            guard let request = open.removeValue(forNumberOf: reply.id) else { return nil }
            do throws(ReplyProblem) {
                let answer = try reply.answer(to: request)
                guard case .view(let state) = answer else { return .answered(answer) }
                mirror.adopt(state)
                return .viewed
            } catch {
                guard case .refused(let refusal) = error else { return nil }
                return .refused(request, refusal)
            }
        case .disconnected(let error):
            mirror = PanelMirror()
            return .lost(error)
        }
    }

    /// Sends a request, and keeps it until its reply. If hands can perform the operation, the view's name is added, so
    /// that the client acts as a hand on its view.
    func ask(_ request: Request) {
        var request = request
        if request.operation.isByHand {
            guard let view = mirror.view else { return }
            request["view"] = .text(view)
        }
        lastID += 1
        open[lastID] = request
        link.send(request, id: RequestID(lastID))
    }

    /// Requests a view, or a change of the existing one.
    func ask(forView request: Request) {
        var request = request
        request["view"] = mirror.view.map { .text($0) }
        ask(request)
    }

    /// Whether a view was requested and not opened yet.
    var waitsForView: Bool { open.values.contains { $0.operation == .view } }

    func feed(_ action: FedEvent.Action) {
        guard let view = mirror.view, mirror.hands != .none else { return }
        let seconds = Double(MonotonicClock.now.microseconds) / 1_000_000
        link.send(.feed(view, FedEvent(action, seconds: seconds)), id: nil)
    }

    func ping() { link.send(.ping, id: nil) }

    func confirm(_ count: Int) {
        guard let view = mirror.view else { return }
        for _ in 0..<count { link.send(Request(.seen, ["view": .text(view)]), id: nil) }
    }
}

extension Operation {
    fileprivate var isByHand: Bool {
        switch self {
        case .set, .step, .speed, .toggle, .apply, .revert, .lock, .page, .focus: true
        default: false
        }
    }
}

extension [Int: Request] {
    fileprivate mutating func removeValue(forNumberOf id: RequestID?) -> Request? {
        id.flatMap { Int($0.json) }.flatMap { removeValue(forKey: $0) }
    }
}
