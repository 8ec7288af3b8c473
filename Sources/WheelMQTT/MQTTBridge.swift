import LinuxSystem
import WheelBridge
import WheelClient
import WheelCore
import WheelWire

/// Passes values between the daemon and a broker.
///
/// A connection is made in the steps of `Phase`: a thread resolves the broker's name and connects, because resolving
/// blocks; the broker accepts or refuses this program; then messages are exchanged. After a failure the bridge pauses,
/// and tries the next broker. No failure ends the bridge, since the waiting commits would be lost with it.
final class MQTTBridge {
    private let settings: MQTTSettings
    private let loop: EventLoop
    private let name: String
    private var core: MQTTCore
    private let commits: CommitReader
    /// Whether the connection for commits must be opened.
    private var beginsCommits = false
    private var complaints = Complaints()
    private var connector: MQTTConnector
    private var phase = Phase.apart(retryAt: .distantPast)
    /// Wakes the loop when an attempt to connect is over.
    private let over: EventDescriptor
    private var overRegistration: Registration?
    /// The number of successive connections that have ended soon after their start.
    private var shortConnections = 0
    private var connectedAt = Instant.distantPast
    private var absence = Absence()
    private var droppedCommits = 0
    /// The missed events and commits that were not logged yet.
    private var missed: (events: Int, commits: Int) = (0, 0)
    private var nextMissedReport = Instant.distantPast

    private enum Phase {
        case apart(retryAt: Instant)
        case dialing(MQTTDial, until: Instant)
        /// Connected; the broker has not accepted this program yet.
        case greeting(MQTTWire, until: Instant)
        case together(MQTTWire)
    }

    private static let patience = Interval.seconds(10)
    /// The maximum number of attempts at a time. An attempt that was given up keeps its thread for some minutes.
    private static let mostAttempts = 4
    /// Missed events are logged at most once in this time.
    private static let missedPause = Interval.seconds(10)

    init(_ settings: MQTTSettings, _ loop: EventLoop) throws(SystemError) {
        self.settings = settings
        self.loop = loop
        name = settings.name ?? MQTTTopics.level(of: HostName.current)
        core = MQTTCore(settings, name: name)
        commits = CommitReader(loop)
        connector = MQTTConnector(brokers: settings.brokers.count, speaksFive: MQTTHandle.bearsFive)
        do throws(Errno) {
            over = try EventDescriptor()
        } catch {
            throw SystemError("make", "an eventfd", error)
        }
        do throws(Errno) {
            overRegistration = try loop.register(over.descriptor, for: .readable, self)
        } catch {
            throw SystemError("watch", "an eventfd", error)
        }
    }

    private var broker: HostPort { settings.brokers[connector.index] }
    private var place: String { HostPort(host: broker.host, port: broker.port ?? settings.usualPort).description }

    // MARK: The connection.

    private func advance(at now: Instant) {
        do throws(SystemError) {
            try step(at: now)
        } catch {
            // The cause may be temporary, such as a file that is being replaced, so another attempt follows.
            part("\(error)", at: now)
        }
    }

    private func step(at now: Instant) throws(SystemError) {
        switch phase {
        case .apart(let retryAt):
            guard now >= retryAt else { return }
            guard MQTTDial.running < MQTTBridge.mostAttempts else {
                phase = .apart(retryAt: now + MQTTBridge.patience)
                return
            }
            let handle = try MQTTHandle(
                MQTTHandle.Login(
                    clientID: "wheeld-\(name)", user: settings.user, password: try MQTTPassword.read(settings),
                    willTopic: core.status, version: connector.version),
                settings)
            let dial = try MQTTDial(handle, broker, port: broker.port ?? settings.usualPort, over: over)
            phase = .dialing(dial, until: now + MQTTBridge.patience)
        case .dialing(let dial, let until):
            switch dial.outcome {
            case nil: if now >= until { part("no answer", at: now) }
            case .failed(let reason): part(reason, at: now)
            case .connected:
                let wire = try MQTTWire(dial.handle, keepAlive: settings.keepAlive, loop, self)
                phase = .greeting(wire, until: now + MQTTBridge.patience)
                receive(from: wire, at: now)
            }
        case .greeting(let wire, let until):
            receive(from: wire, at: now)
            if case .greeting = phase, now >= until { part("no answer", at: now) }
        case .together(let wire): receive(from: wire, at: now)
        }
    }

    private func receive(from wire: MQTTWire, at now: Instant) {
        let ending = wire.work(at: now)
        for event in wire.handle.consumeEvents() {
            switch event {
            case .connected:
                connectedAt = now
                phase = .together(wire)
                let version = connector.version == .five ? "5" : "3.1.1"
                let waiting = core.waitingCommits
                Log.info(
                    "connected to the broker \(place) with MQTT \(version), as \(core.status)"
                        + (waiting > 0 ? "; commits waiting to be sent: \(waiting)" : ""))
                wire.handle.subscribe(core.filters)
                core.brokerCame(at: now)
            case .refused(let reason, let text):
                // The code for an unknown version is 1 with MQTT 3.1.1, and 132 with MQTT 5.
                if reason == 1 || reason == 132, connector.recordWrongVersion() {
                    phase = .apart(retryAt: now)
                    return
                }
                return part("the broker refuses: \(text)", at: now)
            case .message(let topic, let payload, let isRetained):
                core.receive(topic, payload, isRetained: isRetained, at: now)
            case .acknowledged(let number, let refusal):
                let topic = core.acknowledge(number, isRefused: refusal != nil, at: now)
                if let refusal {
                    complaints.add("publish", "the broker refuses \(topic ?? "a message"): \(ForeignText(refusal))")
                }
            case .subscriptionRefused:
                complaints.add(
                    "subscribe", "the broker refuses the subscription of \(core.filters.joined(separator: ", "))")
            case .ended(let reason): return part("the broker closed the connection: \(reason)", at: now)
            }
        }
        guard let ending else { return }
        if case .greeting = phase { connector.recordSilentEnd() }
        part(ending, at: now)
    }

    private func part(_ reason: String, at now: Instant) {
        let place = place
        var what = "no broker at \(place)"
        if case .together = phase {
            what = "disconnected from the broker \(place)"
            core.brokerWent()
            // Only a connection that has lasted makes the next pause short again: a broker that accepts this program
            // and ends each connection at once must not be tried many times a second.
            if now - connectedAt >= MQTTBridge.patience {
                connector.recordConnected()
                absence.end()
                complaints.reset("short")
                shortConnections = 0
            } else {
                shortConnections += 1
            }
            if shortConnections == 3 {
                complaints.add(
                    "short",
                    "each connection is closed soon after it opens: is another program connected as '\(name)'? --name "
                        + "gives it another name"
                )
            }
        }
        let pause = connector.recordFailure(chance: .random(in: 0...1))
        phase = .apart(retryAt: now + pause)
        let text = "\(what): \(ForeignText(reason))"
        guard absence.isNew(reason, at: place) else { return Log.debug(text) }
        Log.warning("\(text); retrying until a broker answers")
    }

    private func report(at now: Instant) {
        for complaint in core.consumeComplaints() {
            switch complaint {
            case .missedEvents(let count): missed.events += count
            case .missedCommits(let count): missed.commits += count
            case .unknownControl, .unusableName, .noValue, .outside, .oldRequest, .unreadable, .foreignTopic,
                .tooManyPresses, .noEcho:
                complaints.add(complaint.kind, complaint.text)
            }
        }
        if missed != (0, 0), now >= nextMissedReport {
            if missed.events > 0 { Log.warning(MQTTCore.Complaint.missedEvents(missed.events).text) }
            if missed.commits > 0 { Log.warning(MQTTCore.Complaint.missedCommits(missed.commits).text) }
            missed = (0, 0)
            nextMissedReport = now + MQTTBridge.missedPause
        }
        let dropped = core.consumeDroppedCommits()
        if dropped > 0 {
            droppedCommits += dropped
            complaints.add(
                "dropped",
                "more than \(settings.room) commits wait for a broker: the oldest are dropped, one for each new one")
        } else if droppedCommits > 0, case .together = phase, core.waitingCommits < settings.room {
            Log.warning("\(droppedCommits) commits were dropped while no broker was connected")
            droppedCommits = 0
            complaints.reset("dropped")
        }
    }
}

extension MQTTBridge: EventHandler {
    func handle(_ readiness: Readiness, of registration: Registration) {
        if registration == overRegistration { return over.clear() }
        switch phase {
        case .greeting(let wire, _), .together(let wire): wire.record(readiness)
        case .apart, .dialing: break
        }
    }
}

extension MQTTBridge: Bridge {
    var subscription: Subscription {
        // An interval would delay the values, but the mirror must get the events of its own requests before their
        // replies. So the subscription has no interval.
        Subscription(events: [.value, .commit, .speed, .ramp, .lock, .press, .controls, .missed])
    }

    func connect(_ hello: Hello) {
        core.connect(hello.listing, client: hello.client)
        beginsCommits = true
    }

    func receive(_ event: Event) { core.receive(event) }

    func receive(_ reply: Reply) {
        guard let refused = core.receive(reply, at: MonotonicClock.now) else { return }
        // Each reason is logged once, because a request for each of thousands of controls may be refused for the same
        // reason.
        complaints.add("refused \(refused.reason.name)", "the daemon refuses a request: \(refused.reason.message)")
    }

    func disconnect() {
        commits.end { core.keep($0) }
        core.disconnect()
    }

    func work(at now: Instant, _ daemon: Link) throws(SystemError) -> Instant? {
        if beginsCommits { commits.begin(at: daemon.socket) }
        beginsCommits = false
        let hasMore = commits.read { core.keep($0) }
        advance(at: now)
        if core.isDeaf(at: now) { part("it does not deliver the subscribed messages", at: now) }
        if case .together(let wire) = phase {
            core.sendMessages(at: now) { wire.handle.publish($0) }
        }
        core.sendRequests(at: now) { daemon.send($0, id: $1) }
        report(at: now)
        let deadlines = [core.deadline, ownDeadline(), commits.deadline, missed != (0, 0) ? nextMissedReport : nil]
        return hasMore ? now : deadlines.compactMap { $0 }.min()
    }

    private func ownDeadline() -> Instant? {
        switch phase {
        case .apart(let time), .dialing(_, let time): time
        case .greeting(let wire, let until): min(until, wire.prepareToWait())
        case .together(let wire): wire.prepareToWait()
        }
    }

    var legacy: (any BridgeLegacy)? { core.commits }

    func consume(_ legacy: any BridgeLegacy) {
        if let commits = legacy as? CommitQueue { core.commits.add(commits) }
    }

    func finish(isFollowed: Bool) {
        defer {
            if !isFollowed, let loss = core.commits.loss { Log.warning(loss) }
        }
        // Reads the daemon's last commits before the end.
        commits.end { core.keep($0) }
        guard case .together(let wire) = phase else { return }
        var now = MonotonicClock.now
        core.releaseAll()
        core.sendMessages(at: now) { wire.handle.publish($0) }
        var last = wire.handle.publish(core.end())
        var hasSaidAll = false
        // The broker gets one second to acknowledge the last messages.
        let end = now + .seconds(1)
        while !(core.isSettled && hasSaidAll), now < end, wire.handle.wait(milliseconds: 50) {
            now = MonotonicClock.now
            for case .acknowledged(let number, let refusal) in wire.handle.consumeEvents() {
                _ = core.acknowledge(number, isRefused: refusal != nil, at: now)
                if number == last { hasSaidAll = true }
            }
            core.sendLast { wire.handle.publish($0) }
            last = last ?? wire.handle.publish(core.end())
        }
        // A DISCONNECT makes the broker discard the last will. So the DISCONNECT is sent only after the broker has
        // acknowledged the status `offline`.
        if hasSaidAll { wire.handle.disconnect() }
    }
}
