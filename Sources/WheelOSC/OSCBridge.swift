import LinuxSystem
import WheelBridge
import WheelClient
import WheelCore

/// Passes values between the daemon and programs that speak OSC.
final class OSCBridge {
    private let settings: OSCSettings
    var core: OSCCore
    private var links: [any OSCLink] = []
    private var listener: DatagramBox?
    var complaints = Complaints()
    /// The destinations for which the line `sends to …` was logged.
    private var named: Set<Int> = []
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)

    init(_ settings: OSCSettings, _ loop: EventLoop) throws(SystemError) {
        self.settings = settings
        core = OSCCore(settings)
        links = settings.destinations.indices.map { index in
            let destination = settings.destinations[index]
            let report: (OSCOccurrence) -> Void = { [weak self] in self?.receive($0, from: index) }
            switch destination.transport {
            case .udp: return OSCDatagramLink(destination, loop, buffer, report)
            case .tcp: return OSCStreamLink(destination, .lengths, loop, report)
            case .slip: return OSCStreamLink(destination, .slip, loop, report)
            }
        }
        guard let place = settings.listen, let address = InternetAddress(numeric: place.address, port: place.port)
        else { return }
        let box = DatagramBox(try DatagramSocket.bound(to: address))
        listener = box
        do throws(Errno) {
            _ = try loop.register(box.socket.descriptor, for: .readable, self)
        } catch {
            throw SystemError("watch", address.description, error)
        }
    }

    deinit { buffer.deallocate() }

    // MARK: What programs send.

    private func receive(_ occurrence: OSCOccurrence, from index: Int) {
        let destination = settings.destinations[index]
        switch occurrence {
        case .opened:
            if named.insert(index).inserted { Log.info("sends to \(destination)") }
            core.open(index, at: MonotonicClock.now)
        case .packet(let bytes):
            receive(
                bytes, from: index, destination.transport == .udp ? links[index].address?.description : "\(destination)"
            )
        case .refused(let reason):
            if let reason { complain(of: reason, index) }
            // With UDP the buttons stay down, because a program at another port of the same machine may hold them.
            if destination.transport != .udp { core.left(index, at: MonotonicClock.now) }
            core.close(index)
        case .unknown:
            complaints.add(
                "unknown \(index)",
                "there is no address for \(destination) yet; the lookup is retried")
            core.close(index)
        }
    }

    /// Logs each reason once, because it is normal that a program is started after the bridge.
    private func complain(of reason: String, _ index: Int) {
        complaints.add(
            "refused \(index) \(reason)",
            "nothing receives messages at \(settings.destinations[index]): \(reason); once something does, every value "
                + "is sent there"
        )
    }

    /// The index of the destination with this address. If no destination has the address, but exactly one is on the
    /// sender's machine, returns that one, because some programs listen on one port and send from another. Otherwise
    /// returns `core.others`.
    private func peer(at sender: InternetAddress?) -> Int {
        guard let sender else { return core.others }
        if let index = links.firstIndex(where: { $0.address == sender }) { return index }
        let sameHost = links.indices.filter { links[$0].address?.host == sender.host }
        return sameHost.count == 1 ? sameHost[0] : core.others
    }

    private func receive(_ bytes: UnsafeRawBufferPointer, from peer: Int, _ sender: String?) {
        let who = sender ?? "a program"
        guard let content = OSCPacket.read(bytes) else {
            complaints.add("nonsense", "\(who) sends packets that are not OSC; they are ignored")
            return
        }
        for complaint in core.receive(content, from: peer, at: MonotonicClock.now) {
            switch complaint {
            case .unknownAddress:
                complaints.add(
                    "address",
                    "\(who) sends to addresses that belong to no control; they are ignored\(example(content))")
            case .wrongArguments:
                complaints.add(
                    "arguments", "\(who) sends arguments without a value; they are ignored\(example(content))")
            }
        }
    }

    private func example(_ content: OSCPacket.Content) -> String {
        content.messages.first.map { ", as \($0.description.prefix(200))" } ?? ""
    }
}

extension OSCBridge: EventHandler {
    func handle(_ readiness: Readiness, of registration: Registration) {
        for _ in 0..<OSCDatagramLink.datagramsAtOnce {
            switch listener?.socket.receive(into: buffer) {
            case .datagram(let count, let sender):
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                receive(bytes, from: peer(at: sender), sender?.description)
            case .refused: continue
            case .wouldBlock, nil: return
            }
        }
    }
}

extension OSCBridge: CoreBridge {
    func work(at now: Instant, _ daemon: Link) throws(SystemError) -> Instant? {
        for link in links { link.work(at: now) }
        core.sendMessages(at: now) { send($1, to: $0, at: now) }
        for link in links { link.flush() }
        core.sendRequests(at: now) { daemon.send($0, id: $1) }
        return (links.map(\.deadline) + [core.deadline(at: now)]).compactMap { $0 }.min()
    }

    private func send(_ messages: [OSCMessage], to index: Int, at now: Instant) -> OSCSending {
        let bundles = settings.bundles && links[index].takesBundles
        var taken = 0
        for packet in OSCPacket.packets(of: messages, bundles: bundles) {
            switch links[index].send(packet.bytes) {
            case .sent: taken += packet.messages
            case .full: return .full(taken: taken, retryAt: now + links[index].fullPause)
            case .refused(let error):
                complain(of: "\(error)", index)
                return .refused
            case .closed: return .refused
            }
        }
        return .sent
    }

    func finish(isFollowed: Bool) {
        core.end()
        let now = MonotonicClock.now
        core.sendMessages(at: now) { send($1, to: $0, at: now) }
        for link in links { link.flush() }
    }
}
