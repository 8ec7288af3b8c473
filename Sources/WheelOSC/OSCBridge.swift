import LinuxSystem
import WheelBridge
import WheelClient
import WheelGeometry
import WheelProtocol
import WheelSettings

/// Passes values between the daemon and programs that speak OSC, by UDP.
final class OSCBridge {
    private let settings: OSCSettings
    private var desk: OSCDesk
    private var links: [OSCLink] = []
    private var listener: DatagramBox?
    private var complaints = Complaints<String>()
    /// The destinations that the log has named.
    private var named: Set<Int> = []
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)

    init(_ settings: OSCSettings, _ loop: EventLoop) throws(SystemError) {
        self.settings = settings
        desk = OSCDesk(settings)
        links = settings.destinations.indices.map { index in
            OSCLink(settings.destinations[index], loop, buffer) { [weak self] in self?.receive($0, from: index) }
        }
        guard let port = settings.listen, let address = InternetAddress(numeric: settings.bind, port: UInt16(port))
        else {
            return
        }
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

    private func receive(_ occurrence: OSCLink.Occurrence, from index: Int) {
        let link = links[index]
        switch occurrence {
        case .opened:
            if named.insert(index).inserted { Log.info("sends to \(link.destination)") }
            desk.rest(index, until: MonotonicClock.now)
        case .datagram(let count): hear(count, from: index, sender: link.address)
        case .refused(let error):
            complain(of: error, index)
            desk.rest(index, until: .distantFuture)
        case .unknown:
            complaints.add(
                "unknown \(index)",
                "there is no address for \(link.destination) yet; it is looked up again until there is one")
            desk.rest(index, until: .distantFuture)
        }
    }

    /// Once: a program that is started after the bridge is nothing unusual.
    private func complain(of error: Errno, _ index: Int) {
        complaints.add(
            "refused \(index)",
            "nobody takes messages at \(links[index].destination): \(error); every value goes there when somebody does")
    }

    /// The destination that has sent from this address; else the only one on that machine, because some programs send from
    /// another port than that at which they listen.
    private func peer(at sender: InternetAddress?) -> Int {
        guard let sender else { return desk.others }
        if let index = links.firstIndex(where: { $0.address == sender }) { return index }
        let sameHost = links.indices.filter { links[$0].address?.host == sender.host }
        return sameHost.count == 1 ? sameHost[0] : desk.others
    }

    private func hear(_ count: Int, from peer: Int, sender: InternetAddress?) {
        let who = sender?.description ?? "a program"
        guard let content = OSCPacket.read(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else {
            complaints.add("nonsense", "\(who) sends packets that are no OSC; they are ignored")
            return
        }
        for complaint in desk.hear(content, from: peer, at: MonotonicClock.now) {
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
        for _ in 0..<OSCLink.datagramsAtOnce {
            switch listener?.socket.receive(into: buffer) {
            case .datagram(let count, let sender): hear(count, from: peer(at: sender), sender: sender)
            case .refused: continue
            case .wouldBlock, nil: return
            }
        }
    }
}

extension OSCBridge: Bridge {
    var subscription: Subscription {
        // Without an interval: a value that the daemon holds back comes behind the reply to the request that has set it, and
        // could not be told from another client's. The mirror merges.
        Subscription(events: [.value, .commit, .press, .controls])
    }

    func connect(_ hello: Hello) {
        desk.connect(hello.listing, client: hello.client)
        report()
    }

    func receive(_ event: Event) {
        desk.receive(event)
        if case .controls = event.content { report() }
    }

    func receive(_ reply: Reply) {
        guard let refusal = desk.receive(reply, at: MonotonicClock.now) else { return }
        // Once for each control and input: their requests have one number each.
        complaints.add("\(refusal.name) \(reply.id?.json ?? "")", "the daemon refuses a request: \(refusal.message)")
    }

    func disconnect() { desk.disconnect() }

    private func report() {
        for text in desk.missing { complaints.add(text, text) }
    }

    func work(at now: Instant, _ daemon: Link) throws(SystemError) -> Instant? {
        for link in links { link.open(at: now) }
        desk.sendMessages(at: now) { send($1, to: $0, at: now) }
        desk.sendRequests(at: now) { daemon.send($0, id: $1) }
        return (links.map(\.deadline) + [desk.deadline(at: now)]).compactMap { $0 }.min()
    }

    private func send(_ messages: [OSCMessage], to index: Int, at now: Instant) -> OSCSending {
        for packet in OSCPacket.packets(of: messages, bundles: settings.bundles) {
            switch links[index].send(packet) {
            case .sent: continue
            case .full: return .full(retryAt: now + .milliseconds(10))
            case .refused(let error):
                complain(of: error, index)
                return .refused
            case .closed: return .refused
            }
        }
        return .sent
    }

    func end() {
        desk.end()
        let now = MonotonicClock.now
        desk.sendMessages(at: now) { send($1, to: $0, at: now) }
    }
}
