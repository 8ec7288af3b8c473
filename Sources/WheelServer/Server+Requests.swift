import LinuxSystem
import WheelCore
import WheelModel
import WheelWire

/// Answers the requests of clients.
///
/// In each iteration the requests are answered after all inputs have been read. The clients take turns: each turn lasts
/// a millisecond, and all turns together five milliseconds. For example, client 1 sends ten thousand `get` at once, and
/// client 2 sends a `set`. The server answers client 1 for a millisecond, then client 2, then client 1 again. Requests
/// that are left after five milliseconds wait for the next iteration, which begins with the client after the one that
/// was served last. So a detent waits for at most five milliseconds and the rest of the last turn. The limits are
/// times, not numbers of requests, because one request can take a thousand times as long as another.
///
/// A client cannot fill the memory either. A client's connection is not read while a complete request of the client
/// waits, while the client waits for an answer that is given later, or while too many of its answers are unsent.
/// Further requests wait in the kernel's buffer.
extension Server {
    func receive(from client: ClientConnection) {
        guard !client.isFull, !client.isClosing else { return pauseReading(of: client) }
        // Requests that have been read are answered before more bytes are read.
        guard !client.inbox.hasLine else { return hasRequestsLeft = true }
        guard let reception = try? inputBuffer.withUnsafeMutableBytes({ try client.connection.receive(into: $0) })
        else {
            return close(client)
        }
        switch reception {
        case .bytes(let count):
            client.heardAt = MonotonicClock.now
            inputBuffer.withUnsafeBytes { client.inbox.append(.init(rebasing: $0[..<count])) }
        case .wouldBlock: break
        case .ended:
            client.inbox.endLine()
            client.hasEnded = true
        }
        if client.inbox.hasLine { hasRequestsLeft = true }
    }

    /// Answers waiting requests until none is left or the time for requests in this iteration is over.
    public func workOnRequests() {
        guard hasRequestsLeft else { return }
        let end = MonotonicClock.now + Budget.requests
        while hasRequestsLeft {
            hasRequestsLeft = false
            // The list is copied, since a request may close connections. It is in the order of the clients' numbers.
            let present = clients
            let first = present.firstIndex { $0.number > lastServed } ?? 0
            for place in present.indices {
                let client = present[(first + place) % present.count]
                guard client.canBeServed else { continue }
                lastServed = client.number
                work(for: client)
                guard MonotonicClock.now < end else {
                    hasRequestsLeft = true
                    return
                }
            }
        }
    }

    /// Answers requests of one client for the time of a turn, but at least one request.
    private func work(for client: ClientConnection) {
        let end = MonotonicClock.now + Budget.turn
        repeat {
            switch client.inbox.next() {
            case .nothing: return
            case .line(let line): line.withUnsafeBytes { answer($0, from: client) }
            case .tooLong:
                reply(to: nil, .failure(.tooLong(limit: client.inbox.longestLine)), client)
                client.isClosing = true
            }
            guard client.canBeServed else { return }
        } while MonotonicClock.now < end
        hasRequestsLeft = true
    }

    private func answer(_ line: UnsafeRawBufferPointer, from client: ClientConnection) {
        // An empty line is ignored, since people type empty lines.
        guard line.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }) else { return }
        answer(RequestLine(line), from: client)
    }

    private func answer(_ read: RequestLine, from client: ClientConnection) {
        switch read.request {
        case .failure(let error): reply(to: read.id, .failure(error), client)
        case .success(let request):
            // If the client has disconnected, nobody reads the answer, so a request without an effect is ignored.
            guard !client.isGone || request.changesSomething else { return }
            if let outcome = perform(request, for: client) {
                reply(to: read.id, outcome, client, ignored: read.ignored)
            } else if !client.isGone || request.keepsPlace {
                client.awaited = Awaited(id: read.id, ignored: read.ignored, keepsPlace: request.keepsPlace)
                pauseReading(of: client)
            }
        }
    }

    /// Sends the answer that a client waits for. Does nothing if the client has disconnected or waits for no answer.
    public func answer(client number: Int, _ outcome: Result<Answer, RequestError>) {
        guard let client = client(number), let awaited = client.awaited else { return }
        client.awaited = nil
        reply(to: awaited.id, outcome, client, ignored: awaited.ignored)
        watch(client, for: .readable)
        if client.inbox.hasLine { hasRequestsLeft = true }
    }

    private func perform(_ request: Request, for client: ClientConnection) -> Result<Answer, RequestError>? {
        if request.changesDefinitions {
            guard client.mayDefine else { return .failure(.mayNotDefine) }
        } else {
            guard client.mayWrite || !request.operation.declaration.changes else { return .failure(.forbidden) }
        }
        switch request.operation {
        case .ping: return .success(.clock(.now))
        case .subscribe: return subscribe(client, Subscription(request))
        case .limit:
            client.kept = (client.kept.write && request.text("rights") == "write", false)
            delegate?.rightsWereLimited(of: client.number)
            return .success(.done)
        default:
            guard let delegate else { return .success(.done) }
            return delegate.answer(request, from: client.number)
        }
    }

    private func subscribe(_ client: ClientConnection, _ subscription: Subscription) -> Result<Answer, RequestError> {
        let names = publisher.controls.map(\.name)
        let known = Set(names)
        if let unknown = subscription.controls?.first(where: { !known.contains($0) }) {
            return .failure(.unknownControl(unknown, among: names))
        }
        // Events that were published before the request belong to the old subscription, so they are queued first.
        give(batchTo: client)
        let formBefore = client.interest.form
        client.interest = Interest(subscription, controls: names)
        updateForms()
        client.queue.limit = mostEvents(for: client.interest)
        client.queue.narrow(
            isWanted: { client.interest.includes($0) }, due: { client.due($0) },
            line: { line(of: $0, as: formBefore) })
        if client.interest.wantsRaw { rawSubscriptions += 1 }
        return .success(.done)
    }

    /// Queues a reply behind all events that were published so far, since the request may have caused some of them.
    private func reply(
        to id: RequestID?, _ outcome: Result<Answer, RequestError>, _ client: ClientConnection, ignored: [String] = []
    ) {
        guard !client.isGone else { return }
        var line = LineBuffer(capacity: 256)
        switch outcome {
        case .success(let answer):
            guard let id else { return }
            if let shared = answer.shared, shared.count > LongLine.least {
                Answer.writeHead(to: id, ignored: ignored, &line)
                give(batchTo: client)
                return client.queue.add(answer: line.withUnsafeBytes { Array($0) }, shared: shared)
            }
            answer.write(to: id, ignored: ignored, &line)
        case .failure(let error): error.write(to: id, &line)
        }
        give(batchTo: client)
        client.queue.add(answer: line.withUnsafeBytes { Array($0) })
    }

    private func pauseReading(of client: ClientConnection) {
        // While a client waits for a later answer, its connection is not watched. Otherwise the loop would wake again
        // and again, because the connection is writable all the time.
        watch(client, for: client.awaited == nil ? .writable : [])
    }
}

extension Request {
    fileprivate var changesDefinitions: Bool { operation == .define || operation == .undefine }

    fileprivate var changesSomething: Bool { changesDefinitions || operation.declaration.changes }

    /// Whether the client counts as connected until the request has been performed.
    fileprivate var keepsPlace: Bool { changesDefinitions || operation == .reload }
}

extension ClockReading {
    package static var now: ClockReading {
        ClockReading(monotonic: MonotonicClock.now, realtimeMicroseconds: RealtimeClock.nowMicroseconds())
    }
}
