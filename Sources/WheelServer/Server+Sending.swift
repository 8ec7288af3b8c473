import LinuxSystem
import WheelCore
import WheelModel
import WheelWire

/// Sends the lines of an iteration to each client, with one system call per client at the end of the iteration.
///
/// A batch without `raw` events and long lines is sent unchanged to each client for which no line waits, and whose
/// subscription has neither `controls`, `events`, `interval_ms` nor `text`: all such clients that want the same form of
/// values are sent the same bytes. In all other cases the client's lines are queued. For example, the kernel's buffer
/// for a client becomes full in the middle of a line. The rest of that line is kept, the lines behind it are queued,
/// and from now on values of the same control are merged. The kernel reports room when the client has read. Then the
/// rest of the line is sent, with only a small part of the queue, since lines that the kernel has accepted can no
/// longer be merged: a client that reads one line a second would otherwise see values that are minutes old. When the
/// queue is empty, the client keeps up again.
///
/// A line of more than 16 KB (a frame, a large listing) is not copied for each client: it is sent to all clients from
/// the same bytes, and each connection stores only how much of the line was sent (`LongLine`). No other line is sent to
/// the client until the long line is sent.
extension Server {
    // MARK: Publishing

    public func publish(_ change: Change, in changes: Changes, of controls: [Control]) {
        publisher.publish(change, in: changes, of: controls)
    }

    /// Determines what clients want of the events. Call this when a client has subscribed or disconnected.
    func updateForms() {
        let forms = clients.map(\.interest.form)
        publisher.want(text: forms.contains(.text), terse: forms.contains(.terse))
        holdsBack = clients.contains { $0.interest.interval > .zero }
        wantsRaw = clients.contains { $0.interest.wantsRaw }
    }

    /// Publishes an event that is not a change of the panel.
    public func publish(_ event: Event.Content, at time: Instant) { publisher.publish(event, at: time) }

    // MARK: Sending

    /// When the loop must wake next: at once if requests or events wait, else when a value that was held back because
    /// of `interval_ms` may be sent, or when connections are accepted again.
    public var deadline: Instant? {
        if hasRequestsLeft || !publisher.batch.isEmpty { return .distantPast }
        guard holdsBack else { return acceptsAgainAt }
        var earliest = acceptsAgainAt
        for client in clients where client.interest.interval > .zero && !client.isBlocked {
            earliest = .earliest(earliest, client.queue.due)
        }
        return earliest
    }

    public func flush(at time: Instant) {
        acceptAgain(at: time)
        repeat {
            var gone: [ClientConnection] = []
            // The batch does not change while it is sent.
            let (isEmpty, isUsual) = (publisher.batch.isEmpty, !publisher.batch.hasRaw && !publisher.batch.hasLong)
            for client in clients {
                let stays =
                    if isUsual && client.isUpToDate {
                        isEmpty ? !client.isThrough : sendBatch(to: client, at: time)
                    } else {
                        flush(client, at: time)
                    }
                if !stays { gone.append(client) }
            }
            if let tap { publisher.batch.forEachLine(tap) }
            publisher.batch.removeAll()
            for client in gone { close(client) }
            // Closing a client ends its interactions, which publishes commits. So the batch is flushed again until it
            // stays empty.
        } while !publisher.batch.isEmpty
    }

    /// Whether the loop will wake for all remaining work. Used in an assertion before the loop sleeps.
    public func isReadyToSleep(at time: Instant) -> Bool {
        guard publisher.batch.isEmpty else { return false }
        for client in clients {
            guard client.watched.isSuperset(of: client.wantedReadiness(at: time)) else { return false }
            guard hasRequestsLeft || !client.inbox.hasLine || client.isFull || client.isClosing else { return false }
        }
        return true
    }

    /// Queues the batch for a client, and sends what waits. Returns false if the connection must be closed.
    private func flush(_ client: ClientConnection, at time: Instant) -> Bool {
        // After this flush a new batch begins, of which nothing has been sent to the client.
        defer { client.read = 0 }
        guard !client.isGone else { return !client.isClosing && !client.isThrough }
        give(batchTo: client)
        if !client.isBlocked, client.hasUnsent {
            guard client.long == nil ? sendQueue(of: client, at: time) : sendLongLine(of: client) else {
                return false
            }
        }
        return settle(client, at: time)
    }

    /// The usual case: no line waits, so the batch is sent unchanged.
    private func sendBatch(to client: ClientConnection, at time: Instant) -> Bool {
        let sent =
            if client.interest.form == .terse {
                publisher.batch.terseLines.withUnsafeBytes { bytes in
                    client.send(bytes, ends: publisher.batch.entries.lazy.map(\.terseEnd))
                }
            } else {
                publisher.batch.lines.withUnsafeBytes { bytes in
                    client.send(bytes, ends: publisher.batch.entries.lazy.map(\.end))
                }
            }
        guard let sent else { return false }
        guard client.isBlocked else { return !client.isThrough }
        client.read = sent
        defer { client.read = 0 }
        give(batchTo: client)
        return settle(client, at: time)
    }

    /// Queues the events of the batch that have been neither sent to the client nor queued for it.
    func give(batchTo client: ClientConnection) {
        guard !client.isGone else { return client.read = publisher.batch.entries.count }
        while client.read < publisher.batch.entries.count {
            let index = client.read
            let entry = publisher.batch.entries[index]
            client.read += 1
            // The value that a commit confirms is not held back because of `interval_ms`, even if the client has not
            // subscribed to commits.
            if entry.isKept, let control = entry.control { client.queue.release(valuesOf: control) }
            guard client.interest.includes(entry) else { continue }
            // Adding an event or a value may drop other events, even commits. The dropped events are counted.
            let missedBefore = client.queue.missed
            defer { missed += client.queue.missed - missedBefore }
            if let subject = entry.subject {
                let waiting = WaitingValue(subject, delta: entry.delta, step: entry.step)
                if client.isBehind || client.interest.interval > .zero {
                    client.queue.merge(waiting, due: client.due(subject))
                } else {
                    client.queue.add(waiting, line: publisher.batch.line(index, as: client.interest.form))
                    if client.long != nil, client.queue.count > Server.itemsBehindFrame {
                        client.fallBehind()
                    }
                }
            } else if entry.name == .controls {
                client.queue.add(controls: publisher.batch.line(index))
            } else {
                client.queue.add(
                    event: publisher.batch.line(index), isKept: entry.isKept, control: entry.control,
                    step: entry.step)
            }
        }
    }

    /// Collects waiting lines in one buffer and sends them. Returns false if the client has disconnected.
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
        // If the client sends no more requests, its connection is closed when everything has been sent. Then no value
        // is held back because of `interval_ms`.
        let latest = client.isThrough ? .distantFuture : time
        // For a client that keeps up, `most` exceeds what the kernel accepts at once.
        let most = client.isBehind ? Server.bytesWhenBehind : 8 * Server.sendBufferBytes
        // The step of the line that was added last.
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
                // The lines before the long line are sent first, and the long line by the next call.
                guard outbox.isEmpty else { break }
                client.begin(long, at: place)
                return sendLongLine(of: client)
            }
            switch item {
            case .value(_, .some(let line)): line.withUnsafeBufferPointer { outbox.append($0) }
            case .value(let waiting, .none):
                publisher.append(waiting, as: client.interest.form, to: &outbox)
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

    /// Continues to send a long line. Returns false if the client has disconnected.
    private func sendLongLine(of client: ClientConnection) -> Bool {
        switch client.sendLongLine() {
        case .gone: return false
        // A frame that is larger than the kernel's buffer does not put a client behind. Any other long line does.
        case .begun: if client.long?.watch == nil { client.fallBehind() }
        case .sent(let watch): if let watch { delegate?.frameWasSent(of: watch) }
        }
        if !client.hasUnsent { client.catchUp() }
        return true
    }

    /// Watches the connection for the conditions that are needed now. Returns false if everything has been sent and the
    /// connection must be closed.
    private func settle(_ client: ClientConnection, at time: Instant) -> Bool {
        if !client.hasUnsent, client.isClosing || client.isThrough { return false }
        // Requests may have waited because too many answers were unsent. Their bytes have been read already, so no
        // event of the descriptor will report these requests.
        if client.inbox.hasLine, !client.isFull, !client.isClosing { hasRequestsLeft = true }
        watch(client, for: client.wantedReadiness(at: time))
        return true
    }

    func watch(_ client: ClientConnection, for interest: Readiness) {
        guard let registration = client.registration else { return }
        client.watched = interest
        try? loop.change(registration, to: interest)
    }

    /// The line with which a waiting value would be sent now.
    func line(of waiting: WaitingValue, as form: ValueForm) -> [UInt8] {
        var line = LineBuffer(capacity: 256)
        publisher.append(waiting, as: form, to: &line)
        return line.withUnsafeBytes { Array($0) }
    }

    // MARK: Frames

    /// If more items than this wait behind a long line, the client does not keep up.
    static let itemsBehindFrame = 32

    /// Sends a frame to these watches or views, whatever their clients have subscribed to, after all lines that have
    /// been published. Each watch or view may have only one unsent frame: send the next frame after the delegate's
    /// `frameWasSent`.
    public func send(
        frame members: [UInt8], of event: EventName = .frame, to watches: [(client: Int, watch: Int)], at time: Instant
    ) {
        var line = LineBuffer(capacity: members.count + 64)
        line.frame(members, of: event, EventStamp(seq: seq, time: time))
        let bytes = line.withUnsafeBytes { Array($0) }
        for (number, watch) in watches {
            guard let client = client(number), !client.isGone else { continue }
            give(batchTo: client)
            client.queue.add(frame: bytes, watch: watch)
        }
    }

    /// Drops the waiting frame of a watch or view that has ended, unless a part of the frame has been sent. Returns
    /// whether a frame was dropped.
    @discardableResult
    public func dropFrame(of watch: Int, client number: Int) -> Bool {
        client(number)?.queue.dropFrame(of: watch) ?? false
    }
}
