import LinuxSystem
import WheelModel
import WheelProtocol
import WheelSettings

/// Requests of clients.
extension Publisher {
    /// Reads what a client has sent, and answers its first requests.
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
        case .bytes(let count): inputBuffer.withUnsafeBytes { client.inbox.append(.init(rebasing: $0[..<count])) }
        case .wouldBlock: break
        case .ended:
            client.inbox.endLine()
            client.hasEnded = true
        }
        work(for: client)
    }

    /// Answers requests that were left for this iteration.
    public func workOnRequests() {
        guard hasRequestsLeft else { return }
        hasRequestsLeft = false
        for client in clients where client.inbox.hasLine && !client.isFull && !client.isClosing { work(for: client) }
    }

    private func work(for client: ClientConnection) {
        var work = 0
        while work < Publisher.requestsPerIteration {
            guard !client.isFull, !client.isClosing else { return }
            switch client.inbox.next() {
            case .nothing: return
            case .line(let line): work += line.withUnsafeBytes { answer($0, from: client) }
            case .tooLong:
                reply(to: nil, .failure(.tooLong(limit: client.inbox.longestLine)), client)
                client.isClosing = true
                return
            }
        }
        if client.inbox.hasLine { hasRequestsLeft = true }
    }

    /// Returns how much work it was, in requests. The events of a `feed` are cheaper than requests.
    private func answer(_ line: UnsafeRawBufferPointer, from client: ClientConnection) -> Int {
        // An empty line is ignored: people type them.
        guard line.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }) else { return 1 }
        let read = RequestLine(line)
        answer(read, from: client)
        guard case .success(let request) = read.request, case .requests(let events)? = request["events"] else {
            return 1
        }
        return 1 + events.count / 8
    }

    private func answer(_ read: RequestLine, from client: ClientConnection) {
        switch read.request {
        case .failure(let error): reply(to: read.id, .failure(error), client)
        case .success(let request):
            if let outcome = perform(request, for: client) {
                reply(to: read.id, outcome, client, ignored: read.ignored)
            } else if !client.isGone {
                client.awaited = (read.id, read.ignored)
                pauseReading(of: client)
            }
        }
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
        switch request.operation {
        case .define, .undefine: guard client.mayDefine else { return .failure(.mayNotDefine) }
        default: guard client.mayWrite || !request.operation.declaration.changes else { return .failure(.forbidden) }
        }
        switch request.operation {
        case .ping: return .success(.done)
        case .subscribe: return subscribe(client, Subscription(request))
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
        give(bulletinTo: client)
        let hadText = client.interest.wantsText
        client.interest = Interest(subscription, controls: names)
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
            answer.write(to: id, ignored: ignored, &line)
        case .failure(let error): error.write(to: id, &line)
        }
        give(bulletinTo: client)
        client.queue.add(answer: line.withUnsafeBytes { Array($0) })
    }

    /// Stops reading from a client whose answers wait, so that it cannot fill the memory.
    private func pauseReading(of client: ClientConnection) {
        // A client that waits for an answer would be reported as writable all the time.
        watch(client, for: client.awaited == nil ? .writable : [])
    }
}
