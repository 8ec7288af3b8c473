import LinuxSystem
import WheelCore
import WheelModel
import WheelWire

/// The server of the socket: it sends events to every client, and passes requests to its delegate. It belongs to the loop's
/// thread.
///
/// In an iteration of the loop it first reads what clients have sent, then answers requests (`Server+Requests`), while events
/// are published into a batch (`Publisher`), and at the end sends to each client what it has not been sent, with one system
/// call (`Server+Sending`). No client can delay another one: one that does not read gets merged values later (`ClientQueue`),
/// and one that asks too much waits for its turn.
///
/// Who may connect is limited in three ways: by `max_clients`, of which clients that may only read leave a part to others; by
/// what one user may have of these; and by the descriptors of the process, of which some are kept for devices and the state
/// file. If the kernel has no descriptor for a connection that waits, the listener stays readable and would wake the loop for
/// ever, so it is not watched for a second.
public final class Server {
    unowned let loop: EventLoop
    weak var delegate: (any ServerDelegate)?
    private let listener: UnixListener
    private let listening: Registration?
    private let acceptor: Acceptor
    private var rights: ClientRights
    private var maxClients: Int
    var clients: [ClientConnection] = []
    private var nextNumber = 1
    var publisher: Publisher
    /// How many events clients have missed since the start.
    public internal(set) var missed = 0
    /// Collects the lines for one client.
    var outbox = LineBuffer(capacity: 16 * 1024)
    var outboxEnds: [Int] = []
    var outboxItems: [Int] = []
    var inputBuffer = [UInt8](repeating: 0, count: 16 * 1024)
    private var descriptorLimit = DescriptorLimit.current
    /// How many clients there were when the log last reported that no more are accepted. It is reported again only after
    /// half of them have disconnected: clients that connect again and again at the limit would fill the log.
    private var clientsAtShortage: Int?
    /// False while the listener is not watched.
    private var isAccepting = true
    private(set) var acceptsAgainAt: Instant?
    /// Some client has requests that wait for an answer.
    public internal(set) var hasRequestsLeft = false
    /// The client whose requests were answered last.
    var lastServed = 0

    /// Small, since a slow reader gets what is in the kernel's buffer before any newer value. The kernel raises this to its
    /// minimum, 4608.
    static let sendBufferBytes = 2048
    /// For the same reason no more than this is sent at once to a client that is behind.
    static let bytesWhenBehind = 512
    static let keptDescriptors = 16
    static let pauseOfAccepting = Interval.seconds(1)

    /// Starts to serve at `listener`.
    public init(
        at listener: consuming UnixListener, loop: EventLoop, rights: ClientRights, maxClients: Int,
        names: NameTable, panel: PanelSettings, delegate: any ServerDelegate
    ) throws(Errno) {
        self.loop = loop
        self.delegate = delegate
        self.rights = rights
        self.maxClients = maxClients
        publisher = Publisher(names, panel)
        acceptor = Acceptor()
        listening = try loop.register(listener.descriptor, for: .readable, acceptor)
        self.listener = listener
        acceptor.server = self
    }

    /// The last event's number.
    public var seq: Int { publisher.seq }

    public var clientCount: Int { clients.count }

    func client(_ number: Int) -> ClientConnection? { clients.first { $0.number == number } }

    public func isConnected(_ number: Int) -> Bool { client(number) != nil }

    /// Whether a client has closed its connection and waits for nothing.
    public func isGone(client number: Int) -> Bool { client(number)?.isGone ?? true }

    public func mayWrite(_ number: Int) -> Bool { client(number)?.mayWrite ?? false }

    /// When a client has last sent something.
    public func heardAt(_ number: Int) -> Instant { client(number)?.heardAt ?? .distantPast }

    /// How many events may wait for a client with this interest.
    func mostEvents(for interest: Interest) -> Int {
        let least = interest.isOfCommits ? ClientQueue.mostCommits : ClientQueue.most
        return max(least, ClientQueue.mostPerControl * publisher.controls.count)
    }

    public var wantsRaw: Bool { clients.contains { $0.interest.wantsRaw } }
    /// How often a client has subscribed to `raw` events. Each such client is to be sent the present state.
    public internal(set) var rawSubscriptions = 0

    /// Also applies to clients that are connected.
    public func admit(_ rights: ClientRights, maxClients: Int) {
        self.rights = rights
        self.maxClients = maxClients
        descriptorLimit = DescriptorLimit.current
        for client in clients { giveRights(to: client) }
    }

    /// Controls have other indices and names. Lines that wait for a client are still sent, with the names that they were published
    /// with.
    public func reconfigure(names: NameTable, panel: PanelSettings) {
        let places = publisher.reconfigure(names, panel)
        let controls = publisher.controls.map(\.name)
        for client in clients {
            client.renumber({ places[$0] }, line: { line(of: $0, withText: client.interest.wantsText) })
            client.interest = client.interest.renamed(controls: controls)
            client.queue.limit = mostEvents(for: client.interest)
        }
        publisher.moveLines(to: places)
    }

    /// A device has brought new buttons, or a view was opened.
    public func rename(_ names: NameTable) { publisher.rename(names) }

    // MARK: Connections

    /// Accepts connections that wait, for a limited time: they may arrive faster than they are accepted, and each is sent the
    /// state of all controls. The listener stays readable while more of them wait.
    func accept() {
        let end = MonotonicClock.now + Budget.requests
        repeat {
            do throws(Errno) {
                guard let connection = try listener.accept() else { return }
                welcome(connection)
            } catch {
                // No descriptors or memory are left.
                reportShortage("no other can be accepted now: \(error)")
                isAccepting = false
                if let listening { try? loop.change(listening, to: []) }
                return
            }
        } while MonotonicClock.now < end
    }

    func acceptAgain(at time: Instant) {
        guard !isAccepting else { return }
        guard let again = acceptsAgainAt else { return acceptsAgainAt = time + Server.pauseOfAccepting }
        guard again <= time else { return }
        acceptsAgainAt = nil
        isAccepting = true
        if let listening { try? loop.change(listening, to: .readable) }
    }

    /// Whether enough descriptors are left for devices and the state file. A new descriptor has the lowest free number, so a
    /// number near the limit means that few are left.
    private func hasRoom(for connection: borrowing UnixConnection) -> Bool {
        let kept = min(Server.keptDescriptors, descriptorLimit / 4)
        return Int(connection.descriptor.number) < descriptorLimit - kept
    }

    private func welcome(_ connection: consuming UnixConnection) {
        let client = ClientConnection(number: nextNumber, connection: connection)
        giveRights(to: client)
        guard clients.count < maxClients else { return refuse(client, .tooManyClients(limit: maxClients)) }
        guard hasPlace(for: client) else { return refuse(client, .tooManyReaders(limit: maxClients)) }
        guard hasRoom(for: client.connection) else {
            reportShortage(
                "no others are accepted: this process may have \(descriptorLimit) files open "
                    + "(ulimit -n, LimitNOFILE in the unit)")
            return refuse(client, .tooManyFiles(limit: descriptorLimit))
        }
        try? client.connection.setSendBuffer(bytes: Server.sendBufferBytes)
        do throws(Errno) {
            client.registration = try loop.register(
                client.connection.descriptor, for: .readable, ClientHandler(self, client))
        } catch {
            reportShortage("no other can be watched now: \(error)")
            return refuse(client, .cannotWatch(error.description))
        }
        client.queue.limit = mostEvents(for: client.interest)
        nextNumber += 1
        clients.append(client)
        // Its first line already includes what has been published.
        client.read = publisher.batch.entries.count
        if let hello = delegate?.hello(for: client.number) {
            var line = LineBuffer(capacity: 4096)
            if let shared = hello.listing.written, shared.count > LongLine.least {
                hello.writeHead(to: &line)
                client.queue.add(answer: line.withUnsafeBytes { Array($0) }, shared: shared)
            } else {
                hello.write(to: &line)
                client.queue.add(answer: line.withUnsafeBytes { Array($0) })
            }
        }
        Log.debug("socket: client \(client.number) has come, \(clients.count) now")
    }

    private func hasPlace(for client: ClientConnection) -> Bool {
        guard client.isReader else { return true }
        let limits = Budget.readers(of: maxClients)
        let readers = clients.filter(\.isReader)
        return readers.count < limits.all && readers.count { $0.user == client.user } < limits.user
    }

    private func reportShortage(_ text: @autoclosure () -> String) {
        guard clientsAtShortage == nil else { return }
        clientsAtShortage = clients.count
        Log.warning("socket: \(clients.count) clients are connected, and \(text())")
    }

    private func giveRights(to client: ClientConnection) {
        do throws(Errno) {
            let peer = try client.connection.peerCredentials()
            client.user = peer.user
            client.mayWrite = client.kept.write && rights.write.includes(peer)
            client.mayDefine = client.kept.define && rights.define.includes(peer)
        } catch {
            (client.mayWrite, client.mayDefine) = (false, false)
            Log.warning("socket: client \(client.number) may only read, because its user is unknown: \(error)")
        }
    }

    private func refuse(_ client: ClientConnection, _ error: RequestError) {
        var line = LineBuffer()
        error.write(to: nil, &line)
        _ = line.withUnsafeBytes { bytes in try? client.connection.send(bytes) }
    }

    func close(_ client: ClientConnection) {
        guard let index = clients.firstIndex(where: { $0 === client }) else { return }
        clients.remove(at: index)
        if let registration = client.registration { loop.deregister(registration) }
        client.registration = nil
        if let before = clientsAtShortage, clients.count <= before / 2 { clientsAtShortage = nil }
        delegate?.clientLeft(client.number)
        Log.debug("socket: client \(client.number) has gone, \(clients.count) now")
    }

    /// Sends what can be sent at once, and closes all connections.
    public func closeAll() {
        flush(at: .distantFuture)
        for client in clients { close(client) }
        if let listening { loop.deregister(listening) }
    }
}

private final class Acceptor: EventHandler {
    weak var server: Server?

    func handle(_ readiness: Readiness, of registration: Registration) {
        server?.accept()
    }
}

private final class ClientHandler: EventHandler {
    private unowned let server: Server
    private unowned let client: ClientConnection

    init(_ server: Server, _ client: ClientConnection) {
        self.server = server
        self.client = client
    }

    func handle(_ readiness: Readiness, of registration: Registration) {
        // epoll reports a hangup again and again until the descriptor is closed, so nothing may be kept that waits for a time.
        if !readiness.isDisjoint(with: [.hangup, .error]) { client.dropUnsent() }
        if readiness.contains(.writable) { client.unblock() }
        if readiness.callsForRead { server.receive(from: client) }
    }
}
