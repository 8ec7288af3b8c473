import LinuxSystem
import WheelCore
import WheelModel
import WheelWire

/// Requests of clients.
///
/// All requests of an iteration are answered after all inputs have been read, in turns: each client for a millisecond, and
/// all of them for five. What is left waits for the next iteration, which begins with the next client. A number of requests
/// would not do as the limit, because one request can take a thousand times as long as another one.
extension Server {
    /// Reads what a client has sent.
    func receive(from client: ClientConnection) {
        guard !client.isFull, !client.isClosing else { return pauseReading(of: client) }
        // Requests that have been read are answered first. Those of a faster client wait in the kernel, not in this
        // process's memory.
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

    /// Answers the requests that wait, as long as the iteration has time for them.
    public func workOnRequests() {
        let end = MonotonicClock.now + Budget.requests
        while hasRequestsLeft {
            hasRequestsLeft = false
            // These, even if a request closes connections. Clients are in the order of their numbers.
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

    /// A client's turn. At least one request is answered.
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
        // An empty line is ignored: people type them.
        guard line.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }) else { return }
        answer(RequestLine(line), from: client)
    }

    private func answer(_ read: RequestLine, from client: ClientConnection) {
        switch read.request {
        case .failure(let error): reply(to: read.id, .failure(error), client)
        case .success(let request):
            // Nobody reads its answer, and nothing else would come of it. A place is free the sooner.
            guard !client.isGone || request.changesSomething else { return }
            if let outcome = perform(request, for: client) {
                reply(to: read.id, outcome, client, ignored: read.ignored)
            } else if !client.isGone || request.keepsPlace {
                client.awaited = Awaited(id: read.id, ignored: read.ignored, keepsPlace: request.keepsPlace)
                pauseReading(of: client)
            }
        }
    }

    /// Whether a client has closed its connection and waits for nothing.
    public func isGone(client number: Int) -> Bool {
        clients.first { $0.number == number }?.isGone ?? true
    }

    /// Sends the answer that a client waits for. Does nothing if the client has gone, or waits for none.
    public func answer(client number: Int, _ outcome: Result<Answer, RequestError>) {
        guard let client = clients.first(where: { $0.number == number }), let awaited = client.awaited else { return }
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
        let names = controls.map(\.name)
        let known = Set(names)
        if let unknown = subscription.controls?.first(where: { !known.contains($0) }) {
            return .failure(.unknownControl(unknown, among: names))
        }
        // Events that were published before belong to the old subscription.
        give(batchTo: client)
        let hadText = client.interest.wantsText
        client.interest = Interest(subscription, controls: names)
        client.queue.limit = mostEvents(for: client.interest)
        client.queue.narrow(
            isWanted: { client.interest.includes($0) }, due: { client.due($0) },
            line: { line(of: $0, withText: hadText) })
        if client.interest.wantsRaw { rawSubscriptions += 1 }
        return .success(.done)
    }

    /// Queues a reply after everything that has been published so far, since the request may have caused it.
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

    /// Stops reading from a client whose answers wait, so that it cannot fill the memory.
    private func pauseReading(of client: ClientConnection) {
        // A client that waits for an answer would be reported as writable all the time.
        watch(client, for: client.awaited == nil ? .writable : [])
    }
}

extension Request {
    fileprivate var changesDefinitions: Bool { operation == .define || operation == .undefine }

    fileprivate var changesSomething: Bool { changesDefinitions || operation.declaration.changes }

    /// Whether its client is not forgotten until it has been done.
    fileprivate var keepsPlace: Bool { changesDefinitions || operation == .reload }
}

extension ClockReading {
    package static var now: ClockReading {
        ClockReading(monotonic: MonotonicClock.now, realtimeMicroseconds: RealtimeClock.nowMicroseconds())
    }
}
