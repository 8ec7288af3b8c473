import LinuxSystem
import WheelCore
import WheelModel
import WheelWire

/// Events, and sending.
extension Server {
    // MARK: Publishing into the batch.

    /// Publishes one of the panel's changes. They come in their order, and steps as a whole.
    public func publish(_ change: Change, in changes: Changes, of panel: Instrument) {
        let stamp = nextStamp(change.time)
        // A step of several events is named by the number of the first one.
        if change.hasMore, step == nil { step = stamp.seq }
        defer { if !change.hasMore { step = nil } }
        let waiting: WaitingValue
        let newest: ValueLine
        let wantsText: Bool
        switch change.event {
        case .value(let value):
            waiting = WaitingValue(WaitingValue.Subject(value.control), delta: value.delta)
            newest = self.newest(waiting.subject)
            wantsText = self.wantsText
            let text = wantsText ? panel.controls[value.control].text(of: value.reading) : nil
            newest.write(writer.event(value, in: changes, text: text), stamp)
        case .pending(let control, let reading?, let source, _):
            waiting = WaitingValue(WaitingValue.Subject(control, isPending: true))
            newest = self.newest(waiting.subject)
            wantsText = self.wantsText
            let text = wantsText ? panel.controls[control].text(of: reading) : nil
            newest.write(
                pending: writer.value(reading, of: control, in: changes), of: writer.name(control),
                by: writer.source(source), text: text, stamp)
        default:
            let event = writer.event(change.event, in: changes)
            return batch.add(
                event.name, control: change.event.control, step: step, hasMore: change.hasMore,
                isKept: change.event.isKept
            ) { $0.event(event, stamp) }
        }
        batch.add(
            waiting.subject.isPending ? .pending : .value, control: waiting.subject.control, delta: waiting.delta,
            step: step, hasMore: change.hasMore, isValue: true
        ) { newest.append(waiting, to: &$0) }
        if wantsText { batch.addText { newest.append(waiting, withText: true, to: &$0) } }
    }

    private var wantsText: Bool { clients.contains { $0.interest.wantsText } }

    /// The line of the newest value, or of the newest pending value.
    private func newest(_ subject: WaitingValue.Subject) -> ValueLine {
        guard subject.isPending else { return valueLines[subject.control] }
        if let line = pendingLines[subject.control] { return line }
        let line = ValueLine()
        pendingLines[subject.control] = line
        return line
    }

    /// Publishes an event that is no change of the panel.
    public func publish(_ event: Event.Content, at time: Instant) {
        let stamp = nextStamp(time)
        batch.add(event.name) { $0.event(event, stamp) }
    }

    private func nextStamp(_ time: Instant) -> EventStamp {
        seq += 1
        return EventStamp(seq: seq, time: time)
    }

    // MARK: Sending, with one system call per client at the end of an iteration.

    /// The time of the next wake: when a value that `interval_ms` holds back may be sent; at once if requests or events
    /// wait.
    public var deadline: Instant? {
        if hasRequestsLeft || !batch.isEmpty { return Instant(microseconds: .min) }
        var earliest = acceptsAgainAt
        for client in clients where client.interest.interval > .zero && !client.isBlocked {
            guard let due = client.queue.due else { continue }
            earliest = earliest.map { min($0, due) } ?? due
        }
        return earliest
    }

    /// Sends to every client what waits for it.
    public func flush(at time: Instant) {
        acceptAgain(at: time)
        repeat {
            var gone: [ClientConnection] = []
            for client in clients {
                if !flush(client, at: time) { gone.append(client) }
            }
            batch.removeAll()
            for client in clients { client.read = 0 }
            for client in gone { close(client) }
            // A client that leaves ends its interactions, which publishes commits. They are sent before the loop sleeps.
        } while !batch.isEmpty
    }

    /// Whether everything that waits has an event that will wake the loop: for an assertion before the loop sleeps.
    public func isReadyToSleep(at time: Instant) -> Bool {
        guard batch.isEmpty else { return false }
        for client in clients {
            guard client.watched.isSuperset(of: client.wantedReadiness(at: time)) else { return false }
            guard hasRequestsLeft || !client.inbox.hasLine || client.isFull || client.isClosing else { return false }
        }
        return true
    }

    /// Returns false if the client is to be closed.
    private func flush(_ client: ClientConnection, at time: Instant) -> Bool {
        guard !client.isGone else {
            client.read = batch.entries.count
            return !client.isClosing && !client.isThrough
        }
        if client.isUpToDate, !batch.hasRaw, !batch.hasLong {
            guard !batch.isEmpty else { return !client.isThrough }
            return sendBatch(to: client, at: time)
        }
        give(batchTo: client)
        if !client.isBlocked, client.hasUnsent {
            guard client.long == nil ? sendQueue(of: client, at: time) : sendLongLine(of: client) else {
                return false
            }
        }
        return settle(client, at: time)
    }

    /// The steady path: nothing waits, so the batch is sent as it is.
    private func sendBatch(to client: ClientConnection, at time: Instant) -> Bool {
        guard
            let begun = batch.lines.withUnsafeBytes({ bytes in
                client.send(bytes, ends: batch.entries.lazy.map(\.end))
            })
        else { return false }
        client.read = begun
        guard client.isBlocked else { return !client.isThrough }
        give(batchTo: client)
        return settle(client, at: time)
    }

    /// Queues for a client the events of the batch that it has not been given yet.
    func give(batchTo client: ClientConnection) {
        guard !client.isGone else { return client.read = batch.entries.count }
        while client.read < batch.entries.count {
            let index = client.read
            let entry = batch.entries[index]
            client.read += 1
            // `interval_ms` does not hold back the value that a commit confirms, even if the client has not subscribed to
            // commits.
            if entry.isKept, let control = entry.control { client.queue.release(valuesOf: control) }
            guard client.interest.includes(entry) else { continue }
            // Adding any event, a value too, may drop another one, even a commit.
            let missedBefore = client.queue.missed
            defer { recordMissed(client.queue.missed - missedBefore) }
            if let subject = entry.subject {
                let waiting = WaitingValue(subject, delta: entry.delta, step: entry.step)
                if client.isBehind || client.interest.interval > .zero {
                    client.queue.merge(waiting, due: client.due(subject))
                } else {
                    client.queue.add(waiting, line: batch.line(index, withText: client.interest.wantsText))
                    if client.long != nil, client.queue.count > Server.itemsBehindFrame {
                        client.fallBehind()
                    }
                }
            } else if entry.name == .controls {
                client.queue.add(controls: batch.line(index))
            } else {
                client.queue.add(
                    event: batch.line(index), isKept: entry.isKept, control: entry.control,
                    step: entry.step)
            }
        }
    }

    /// Collects the lines that wait in one buffer and sends them. Returns false if the client has gone.
    private func sendQueue(of client: ClientConnection, at time: Instant) -> Bool {
        outbox.removeAll()
        outboxEnds.removeAll(keepingCapacity: true)
        outboxItems.removeAll(keepingCapacity: true)
        var first = 0
        if !client.rest.isEmpty {
            client.rest.withUnsafeBufferPointer { outbox.append($0) }
            outboxEnds.append(outbox.count)
            first += 1
        }
        if !client.interest.wantsMissed { client.queue.clearMissed() }
        let tellsMissed = client.queue.missed > 0
        if tellsMissed {
            outbox.event(.missed(client.queue.missed), EventStamp(seq: seq, time: time))
            outboxEnds.append(outbox.count)
            first += 1
        }
        // `interval_ms` holds nothing back for a client that sends no more requests: it is closed when everything has been
        // sent.
        let latest = client.isThrough ? Instant(microseconds: .max) : time
        // The kernel would not accept more than this at once.
        let most = client.isBehind ? Server.bytesWhenBehind : 8 * Server.sendBufferBytes
        // The step of the last line.
        var step: Int?
        for place in client.queue.first..<client.queue.places.count {
            guard let item = client.queue.places[place] else { continue }
            guard !client.queue.isHeld(item, at: latest) else {
                client.queue.leaveStep(at: place)
                continue
            }
            if step != nil, item.step == step {
                outbox.addMore()
                outboxEnds[outboxEnds.count - 1] = outbox.count
            }
            guard outbox.count < most || outboxItems.isEmpty else { break }
            if let long = item.long(hasMore: client.queue.hasMore(after: place, at: latest)) {
                // After everything that came before it.
                guard outbox.isEmpty else { break }
                client.begin(long, at: place)
                return sendLongLine(of: client)
            }
            switch item {
            case .value(_, .some(let line)): line.withUnsafeBufferPointer { outbox.append($0) }
            case .value(let waiting, .none):
                newest(waiting.subject).append(
                    waiting, withText: client.interest.wantsText, to: &outbox)
            case .event(let line, _, _, _, _), .controls(let line), .answer(let line):
                line.withUnsafeBufferPointer { outbox.append($0) }
            case .sharedAnswer, .frame: break
            }
            step = item.step
            outboxItems.append(place)
            outboxEnds.append(outbox.count)
        }
        guard !outbox.isEmpty else { return true }
        guard let begun = outbox.withUnsafeBytes({ client.send($0, ends: outboxEnds) }) else { return false }
        let items = outboxItems.prefix(max(0, begun - first))
        for place in items {
            if case .value(let waiting, _)? = client.queue.places[place] {
                client.recordSent(waiting.subject, at: time)
            }
        }
        client.queue.remove(items, toldMissed: tellsMissed && begun >= first)
        if !client.hasUnsent {
            client.catchUp()
        } else if client.isBehind {
            client.queue.mergeValues()
            client.waitForRoom()
        }
        return true
    }

    /// Sends more of a long line. Returns false if the client has gone.
    private func sendLongLine(of client: ClientConnection) -> Bool {
        switch client.sendLongLine() {
        case .gone: return false
        // A client that keeps up with events is not behind because a frame is larger than the kernel's buffer.
        case .begun: if client.long?.watch == nil { client.fallBehind() }
        case .sent(let watch): if let watch { delegate?.frameWasSent(of: watch) }
        }
        if !client.hasUnsent { client.catchUp() }
        return true
    }

    /// Watches the connection for what the client waits for. Returns false if everything has been sent and the client is to
    /// be closed.
    private func settle(_ client: ClientConnection, at time: Instant) -> Bool {
        if !client.hasUnsent, client.isClosing || client.isThrough { return false }
        // Requests that waited for room for their answers: no event of the descriptor will report them.
        if client.inbox.hasLine, !client.isFull, !client.isClosing { hasRequestsLeft = true }
        watch(client, for: client.wantedReadiness(at: time))
        return true
    }

    func watch(_ client: ClientConnection, for interest: Readiness) {
        guard let registration = client.registration else { return }
        client.watched = interest
        try? loop.change(registration, to: interest)
    }

    /// The line of a value that waits, if it were sent now.
    func line(of waiting: WaitingValue, withText: Bool) -> [UInt8] {
        var line = LineBuffer(capacity: 256)
        newest(waiting.subject).append(waiting, withText: withText, to: &line)
        return line.withUnsafeBytes { Array($0) }
    }
}
