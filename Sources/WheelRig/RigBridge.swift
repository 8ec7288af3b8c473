import LinuxSystem
import WheelBridge
import WheelClient
import WheelGeometry
import WheelProtocol
import WheelSettings

/// Passes values between the daemon, a rig and programs that tune a rig.
final class RigBridge {
    private let settings: RigSettings
    private var desk: RigDesk
    private let rig: TCPLink?
    private var complaints = Complaints<String>()

    /// As many lines of the rig are read at once; a flood must not keep the daemon waiting.
    private static let linesAtOnce = 256
    private static let longestLine = 1024

    init(_ settings: RigSettings, _ loop: EventLoop) throws(SystemError) {
        self.settings = settings
        desk = RigDesk(settings)
        rig = settings.host.map {
            TCPLink(host: $0, port: settings.port, longestLine: RigBridge.longestLine, loop: loop)
        }
    }

    /// Returns whether more may be there.
    private func listen(to rig: TCPLink, at now: Instant) -> Bool {
        for _ in 0..<RigBridge.linesAtOnce {
            guard let occurrence = rig.next() else { return false }
            take(occurrence, rig, at: now)
        }
        return true
    }

    private func take(_ occurrence: TCPLink.Occurrence, _ rig: TCPLink, at now: Instant) {
        switch occurrence {
        case .connected:
            Log.info("connected to the rig at \(rig.name)")
            complaints.forget("too long")
            desk.rigConnected()
        case .line(.text(let line)): desk.hear(line, at: now)
        case .line(.tooLong):
            complaints.add("too long", "the rig sends a line of more than \(RigBridge.longestLine) bytes")
        case .disconnected(let reason):
            Log.warning("no connection with the rig at \(rig.name): \(reason); it is tried again until it is there")
            desk.rigDisconnected()
        }
    }
}

extension RigBridge: Bridge {
    var subscription: Subscription {
        // Without an interval: a value that the daemon holds back comes behind the reply to the request that has set it, and
        // could not be told from another client's. The mirror merges.
        Subscription(events: [.value, .commit, .controls])
    }

    func connect(_ hello: Hello) { desk.connect(hello.listing, client: hello.client) }

    func receive(_ event: Event) { desk.receive(event) }

    func receive(_ reply: Reply) {
        guard let id = reply.id.flatMap({ Int($0.json) }) else { return }
        guard let refusal = desk.receive(reply, id, at: MonotonicClock.now) else { return }
        complaints.add("\(refusal.name) \(id)", "the daemon refuses a request: \(refusal.message)")
    }

    func disconnect() { desk.disconnect() }

    func work(at now: Instant, _ daemon: Link) throws(SystemError) -> Instant? {
        var wake: [Instant] = []
        if let rig {
            if desk.isSilent(at: now) { end(rig, "it does not answer") }
            if listen(to: rig, at: now) { wake.append(now) }
            if let line = desk.nextLine(at: now) {
                rig.send(Array(line.utf8))
                // Sends it.
                if listen(to: rig, at: now) { wake.append(now) }
            }
            if let time = rig.deadline { wake.append(time) }
        }
        desk.sendRequests(at: now) { daemon.send($0, id: $1) }
        for text in desk.takeNotes() { Log.warning(text) }
        if let time = desk.deadline { wake.append(time) }
        return wake.min()
    }

    private func end(_ rig: TCPLink, _ reason: String) {
        desk.rigDisconnected()
        guard case .disconnected(let reason)? = rig.end(reason: reason) else { return }
        Log.warning("no connection with the rig at \(rig.name): \(reason); it is tried again")
    }

    func end() {}
}
