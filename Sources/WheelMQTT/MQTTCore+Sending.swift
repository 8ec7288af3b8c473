import WheelCore

// The messages to the broker, in the order in which they are sent.
extension MQTTCore {
    /// What became of a message.
    package enum Sending: Equatable, Sendable {
        case sent(Int32)
        case noRoom
    }

    var statusText: String { client != nil ? "online" : "offline" }

    /// Sends all messages that are due. `send` returns the number of the message, or that there is no room now.
    package mutating func sendMessages(at now: Instant, _ send: (MQTTMessage) -> Sending) {
        var isFull = false
        sendAll(at: now) { message in
            let sending = send(message)
            if sending == .noRoom { isFull = true }
            return sending
        }
        retryAt = isFull ? now + MQTTCore.retrying : nil
    }

    private mutating func sendAll(at now: Instant, _ send: (MQTTMessage) -> Sending) {
        guard isBrokerThere else { return }
        if echo.consumeDue(at: now) { sentStatus = nil }
        while let removal = removals.first {
            guard send(removal) != .noRoom else { return }
            removals.removeFirst()
        }
        guard client != nil else {
            guard sendPresses(send), sendStatus(send) else { return }
            return sendCommits(send)
        }
        if isAsked, now >= nextAnswer {
            isAsked = false
            nextAnswer = now + MQTTCore.answering
            resetSent()
        }
        guard announce(send), sendStatus(send) else { return }
        for index in published.indices {
            guard published[index].send(at: now, interval: settings.interval, topics, { send($0) != .noRoom })
            else { return }
        }
        guard sendPresses(send) else { return }
        sendCommits(send)
    }

    private mutating func sendPresses(_ send: (MQTTMessage) -> Sending) -> Bool {
        presses.send { send($0) != .noRoom }
    }

    /// Sends only presses and commits. It is called when the program ends.
    package mutating func sendLast(_ send: (MQTTMessage) -> Sending) {
        if sendPresses(send) { sendCommits(send) }
    }

    private mutating func sendCommits(_ send: (MQTTMessage) -> Sending) {
        while let commit = commits.next {
            guard case .sent(let number) = send(commit) else { return }
            commits.recordSent(number)
        }
    }

    private mutating func sendStatus(_ send: (MQTTMessage) -> Sending) -> Bool {
        let isOnline = client != nil
        guard sentStatus != isOnline else { return true }
        let message = MQTTMessage(topics.status, statusText, isAcknowledged: true, isRetained: true)
        guard case .sent(let number) = send(message) else { return false }
        statusNumber = number
        sentStatus = isOnline
        return true
    }

    private mutating func announce(_ send: (MQTTMessage) -> Sending) -> Bool {
        guard isAnnouncementDue, let announcement else { return true }
        let entities = announcement.entities(published.map(\.control), inputs: inputs, buttons: buttons)
        let platforms = Dictionary(entities.map { ($0.key, $0.platform) }) { first, _ in first }
        // Home Assistant keeps what is only left out. It removes what has nothing but its platform.
        let gone = announced.filter { platforms[$0.key] != $0.value }
        if !gone.isEmpty {
            guard send(announcement.message(entities, removing: gone)) != .noRoom else { return false }
            announced = announced.filter { gone[$0.key] == nil }
            sentAnnouncement = nil
        }
        let message = announcement.message(entities)
        if message.payload != sentAnnouncement {
            guard send(message) != .noRoom else { return false }
            sentAnnouncement = message.payload
            announced = platforms
        }
        isAnnouncementDue = false
        return true
    }
}
