import LinuxSystem
import WheelBridge
import WheelClient
import WheelCore
import WheelWire

/// Passes values between the daemon, a rig, and programs that control a rig.
final class RigBridge {
    private let settings: RigSettings
    private var core: RigCore
    private let rig: StreamLink<BoundedLines>?
    /// Whether the rig has sent a line on this connection.
    private var isGreeted = false
    private var server: RigServer?
    private let listener: RigListener?
    private var complaints = Complaints()

    /// The maximum number of the rig's lines that are read at once, so that a flood does not delay the daemon's
    /// messages.
    private static let linesAtOnce = 256
    private static let longestLine = 1024

    init(_ settings: RigSettings, _ loop: EventLoop) throws(SystemError) {
        self.settings = settings
        core = RigCore(settings)
        rig = settings.host.map {
            StreamLink(.host($0, port: settings.port), BoundedLines(longest: RigBridge.longestLine), loop: loop)
        }
        server = settings.server.map { RigServer($0) }
        if let server = settings.server {
            listener = try RigListener(server, loop)
        } else {
            listener = nil
        }
    }

    private var place: HostPort { HostPort(host: settings.host ?? "", port: settings.port) }

    private func listen(to rig: StreamLink<BoundedLines>, at now: Instant) -> Bool {
        for _ in 0..<RigBridge.linesAtOnce {
            guard let occurrence = rig.next() else { return false }
            consume(occurrence, rig, at: now)
        }
        return true
    }

    private func consume(
        _ occurrence: StreamLink<BoundedLines>.Occurrence, _ rig: StreamLink<BoundedLines>, at now: Instant
    ) {
        switch occurrence {
        case .connected:
            isGreeted = false
            core.rigConnected()
        case .piece(let line):
            if line != .tooLong { rig.confirm() }
            if !isGreeted { Log.info("connected to the rig at \(place)") }
            isGreeted = true
            core.receive(line, at: now)
        case .disconnected(let reason, let isNew):
            core.rigDisconnected()
            if isNew { Log.warning("no rig at \(place): \(reason); retrying until one answers") }
        }
    }
}

extension RigBridge: Bridge {
    var subscription: Subscription {
        // The subscription has no interval, for the reason given at `CoreBridge.subscription`.
        Subscription(events: [.value, .commit, .controls])
    }

    func connect(_ hello: Hello) {
        core.connect(hello.listing, client: hello.client)
        server?.connect(client: hello.client)
        server?.check(core.map)
    }

    func receive(_ event: Event) {
        core.receive(event)
        server?.receive(event)
    }

    func receive(_ reply: Reply) {
        guard let id = reply.id.flatMap({ Int($0.json) }) else { return }
        let now = MonotonicClock.now
        if RigServer.owns(reply: id) {
            server?.receive(reply, id, at: now)
        } else if let refused = core.receive(reply, at: now) {
            complaints.add(refused)
        }
    }

    func disconnect() {
        core.disconnect()
        server?.disconnect()
    }

    func work(at now: Instant, _ daemon: Link) throws(SystemError) -> Instant? {
        var wake: [Instant] = []
        if let rig {
            if core.isSilent(at: now) { consume(rig.end(reason: "it does not answer"), rig, at: now) }
            if listen(to: rig, at: now) { wake.append(now) }
            while let line = core.nextLine(at: now) {
                rig.send(Array(line.utf8))
                // `listen` also sends the line, and may already have read the rig's answer. Then the next line must be
                // sent now, because no further event would wake the loop.
                guard listen(to: rig, at: now) else { continue }
                wake.append(now)
                break
            }
            if let time = rig.deadline { wake.append(time) }
        }
        core.sendRequests(at: now) { daemon.send($0, id: $1) }
        if serve(at: now, daemon) { wake.append(now) }
        for text in core.consumeNotes() + (server?.consumeNotes() ?? []) { Log.warning(text) }
        wake += [core.deadline, server?.deadline, listener?.deadline].compactMap { $0 }
        return wake.min()
    }

    /// Serves the programs that control the rig. Returns whether there is more to do.
    private func serve(at now: Instant, _ daemon: Link) -> Bool {
        guard let listener, var server = self.server else { return false }
        // Takes the server out of the property. Otherwise its arrays would have two references, and would be copied.
        self.server = nil
        defer { self.server = server }
        listener.receive(&server, at: now)
        let hasMore = server.work(core.map)
        server.sendRequests(at: now, isBusy: core.isAsking) { daemon.send($0, id: $1) }
        let hasRoom = listener.send(&server)
        return hasMore || hasRoom
    }
}
