import LinuxSystem
import WheelModel
import WheelProtocol

/// What clients ask for.
extension Publisher {
    /// Reads what a client has sent and works on its first requests.
    func receive(from client: ClientConnection) {
        guard !client.isFull, !client.isClosing else { return pauseReading(of: client) }
        // What has come is worked on first: who sends faster than that waits in the kernel, not in our memory.
        guard !client.inbox.hasLine else { return hasRequestsLeft = true }
        let reception: UnixConnection.Reception
        do throws(Errno) {
            reception = try inputBuffer.withUnsafeMutableBytesReceiving { buffer throws(Errno) in
                try client.connection.receive(into: buffer)
            }
        } catch {
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

    /// Works on requests that had to wait for another iteration.
    public func workOnRequests() {
        guard hasRequestsLeft else { return }
        hasRequestsLeft = false
        for client in clients where client.inbox.hasLine && !client.isFull && !client.isClosing { work(for: client) }
    }

    private func work(for client: ClientConnection) {
        for _ in 0..<Publisher.requestsPerIteration {
            guard !client.isFull, !client.isClosing else { return }
            switch client.inbox.next() {
            case .nothing: return
            case .line(let line): line.withUnsafeBytes { answer($0, from: client) }
            case .tooLong:
                reply(to: nil, .failure(.tooLong), client)
                client.isClosing = true
                return
            }
        }
        if client.inbox.hasLine { hasRequestsLeft = true }
    }

    private func answer(_ line: UnsafeRawBufferPointer, from client: ClientConnection) {
        // An empty line asks for nothing, as a person at the other end would think.
        guard line.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }) else { return }
        let read = RequestLine(line)
        switch read.request {
        case .failure(let error): reply(to: read.id, .failure(error), client)
        case .success(let request):
            if let outcome = perform(request, for: client) {
                reply(to: read.id, outcome, client, ignored: read.ignored)
            } else if !client.isGone {
                client.awaited = ClientConnection.AwaitedAnswer(id: read.id, ignored: read.ignored)
                pauseReading(of: client)
            }
        }
    }

    /// Gives the answer that a client waits for; one who has gone, or does not wait, gets none.
    public func answer(client number: Int, _ outcome: Result<Answer, RequestError>) {
        guard let client = clients.first(where: { $0.number == number }), let awaited = client.awaited else { return }
        client.awaited = nil
        reply(to: awaited.id, outcome, client, ignored: awaited.ignored)
        watch(client, for: .readable)
        if client.inbox.hasLine { hasRequestsLeft = true }
    }

    private func perform(_ request: Request, for client: ClientConnection) -> Result<Answer, RequestError>? {
        if request.needsRights, !client.mayWrite { return .failure(.forbidden) }
        switch request {
        case .ping: return .success(.done)
        case .subscribe(let subscription): return subscribe(client, subscription)
        default:
            guard let delegate else { return .success(.done) }
            return delegate.answer(request, from: client.number)
        }
    }

    private func subscribe(_ client: ClientConnection, _ subscription: Subscription) -> Result<Answer, RequestError> {
        let names = controls.map(\.name)
        if let unknown = subscription.controls?.first(where: { !names.contains($0) }) {
            return .failure(.unknownControl(unknown, among: names))
        }
        // What was published before belongs to the old subscription.
        give(bulletinTo: client)
        let hadText = client.interest.wantsText
        client.interest = Interest(subscription, controls: names)
        client.queue.narrow(
            isWanted: { client.interest.includes(valueOf: $0) }, due: { client.due(value: $0) },
            line: { line(of: $0, withText: hadText) })
        if client.interest.wantsRaw { rawSubscriptions += 1 }
        return .success(.done)
    }

    /// Puts a reply behind everything that has been published so far, which the request may have caused.
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

    /// A client that does not take its answers is not read from, so that it cannot fill the memory.
    private func pauseReading(of client: ClientConnection) {
        // Who waits for an answer is ready to be written to all the time.
        watch(client, for: client.awaited == nil ? .writable : [])
    }
}

extension [UInt8] {
    fileprivate mutating func withUnsafeMutableBytesReceiving(
        _ body: (UnsafeMutableRawBufferPointer) throws(Errno) -> UnixConnection.Reception
    ) throws(Errno) -> UnixConnection.Reception {
        var outcome: Result<UnixConnection.Reception, Errno> = .success(.wouldBlock)
        withUnsafeMutableBytes { bytes in
            do throws(Errno) { outcome = .success(try body(bytes)) } catch { outcome = .failure(error) }
        }
        return try outcome.get()
    }
}
